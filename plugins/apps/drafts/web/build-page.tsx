import type { PageProps } from '#plugins/studio/web/contract.tsx';
import { QueryBoundary, useApi, useSearchParam } from '#plugins/studio/web/contract.tsx';
import { Loading, lazyModule } from '#plugins/ui/web/contract.ts';
import { DocumentPage } from './document-page.tsx';
import { buildTexts } from './texts/en.ts';

const editor = lazyModule(() => import('./editor/editor.tsx'));
const configuration = lazyModule(() => import('./configuration/configuration.tsx'));
const drawn = new Set(['workflow', 'advanced-chat', 'rag-pipeline']);

const configured = new Set(['chat', 'agent-chat', 'completion', 'agent']);

/** Where an app is built: what has a graph on the canvas, other apps as their configuration or as the text of their document. */
export function Page({ params: { app_id: id = '' } }: PageProps) {
  const t = buildTexts();
  const answer = useApi('/console/api/apps/{app_id}', { path: { app_id: id } });
  const [view] = useSearchParam('view');
  const isDrawn = drawn.has(answer.value?.mode ?? '');
  const isConfigured = configured.has(answer.value?.mode ?? '') && view !== 'yaml';
  const Editor = editor.use(isDrawn)?.Editor;
  const Configuration = configuration.use(isConfigured)?.Configuration;
  return (
    <QueryBoundary answer={answer}>
      {(app) => {
        if (isConfigured)
          return Configuration === undefined ? <Loading label={t.loading} /> : <Configuration key={id} app={app} />;
        if (!isDrawn) return <DocumentPage key={id} app={app} hasForm={configured.has(app.mode)} />;
        return Editor === undefined ? <Loading label={t.loading} /> : <Editor key={id} app={app} />;
      }}
    </QueryBoundary>
  );
}
