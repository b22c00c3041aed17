import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import { type Base, BaseFrame, basePath } from '#plugins/datasets/web/base-frame.tsx';
import { knowledgeTexts } from '#plugins/datasets/web/texts/en.ts';
import type { PageProps } from '#plugins/studio/web/contract.tsx';
import {
  ago,
  DataTable,
  number,
  QueryBoundary,
  setSearchParams,
  useApi,
  useSearchParam,
} from '#plugins/studio/web/contract.tsx';
import { Button, EmptyState, navigate } from '#plugins/ui/web/contract.ts';
import { EditSource } from './edit-source.tsx';
import { SourceMenu } from './source-menu.tsx';
import { SourcePages } from './source-pages.tsx';
import { isReading, SourceStatus, takenOf } from './source-status.tsx';

type Source = Schemas['DatasetSource'];

/** Where documents of a base come from besides uploads. */
export function Page({ params }: PageProps) {
  const t = knowledgeTexts();
  const id = params.dataset_id ?? '';
  const add = () => navigate(`${basePath(id, 'add')}?from=source`);
  const addButton = (
    <Button variant="primary" onClick={add}>
      {t.addSource}
    </Button>
  );
  return (
    <BaseFrame id={id} tab="sources" actions={(base) => base?.provider !== 'external' && addButton}>
      {(base) => <Sources base={base} onAdd={add} />}
    </BaseFrame>
  );
}

function Sources({ base, onAdd }: { readonly base: Base; onAdd(): void }) {
  const t = knowledgeTexts();
  const [open] = useSearchParam('source');
  const [edited] = useSearchParam('edit');
  const answer = useApi('/console/api/datasets/{dataset_id}/sources', {
    path: { dataset_id: base.id },
    isUnderWay: ({ data }) => data.some(isReading),
  });
  const rows = answer.value?.data ?? [];
  const find = (id: string) => rows.find((source) => source.id === id);
  const [shown, changing] = [find(open), find(edited)];
  return (
    <>
      <QueryBoundary answer={answer}>
        {({ data }) => (
          <DataTable
            label={t.tabs.sources}
            rows={data}
            rowKey={({ id }) => id}
            href={({ id }) => `${basePath(base.id, 'sources')}?source=${id}`}
            columns={[
              { key: 'name', label: t.name, cell: ({ name, url }) => (name === '' ? url : name) },
              { key: 'kind', label: t.kind, cell: ({ kind }) => t.sourceKinds[kind] ?? kind, isSpare: true },
              { key: 'status', label: t.status, cell: (source) => <SourceStatus source={source} /> },
              { key: 'pages', label: t.pages, cell: ({ pages }) => number(takenOf(pages)), isNumber: true },
              { key: 'read', label: t.lastRead, cell: readOf, isSpare: true },
            ]}
            actions={(source) => <SourceMenu base={base} source={source} />}
            empty={
              <EmptyState
                title={t.noSources}
                about={t.noSourcesAbout}
                action={<Button onClick={onAdd}>{t.addSource}</Button>}
              />
            }
          />
        )}
      </QueryBoundary>
      {shown !== undefined && (
        <SourcePages base={base} source={shown} onClose={() => setSearchParams({ source: '' })} />
      )}
      {changing !== undefined && (
        <EditSource base={base} source={changing} onClose={() => setSearchParams({ edit: '' })} />
      )}
    </>
  );
}

function readOf({ finished_at: finished, next_refresh_at: next, is_paused: isPaused }: Source): string {
  const t = knowledgeTexts();
  const read = finished === null ? '–' : ago(finished);
  return next === null || isPaused ? read : `${read} · ${t.nextRead(ago(next))}`;
}
