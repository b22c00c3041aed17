import type { PageProps } from '#plugins/studio/web/contract.tsx';
import { Shown, useAnswer } from '#plugins/studio/web/contract.tsx';
import { Loading, lazyModule } from '#plugins/ui/web/contract.ts';
import { buildTexts } from './build-texts.ts';
import { DocumentPage } from './document-page.tsx';

const editor = lazyModule(() => import('./editor/editor.tsx'));
const drawn = new Set(['workflow', 'advanced-chat', 'rag-pipeline']);

/** Where an app is built: what has a graph on the canvas, the rest as its document. */
export function Page({ params: { app_id: id = '' } }: PageProps) {
  const t = buildTexts();
  const answer = useAnswer('/console/api/apps/{app_id}', { path: { app_id: id } });
  const isDrawn = drawn.has(answer.value?.mode ?? '');
  const Editor = editor.use(isDrawn)?.Editor;
  return (
    <Shown answer={answer}>
      {(app) => {
        if (!isDrawn) return <DocumentPage key={id} app={app} />;
        return Editor === undefined ? <Loading label={t.loading} /> : <Editor key={id} app={app} />;
      }}
    </Shown>
  );
}
