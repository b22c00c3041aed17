import {
  DataTable,
  Pager,
  QueryBoundary,
  setSearchParams,
  useApi,
  useSearchParam,
} from '#plugins/studio/web/contract.tsx';
import { EmptyState, Notice } from '#plugins/ui/web/contract.ts';
import { sizeText } from './model-texts.ts';
import { modelsTexts } from './texts/en.ts';

const LIMIT = 50;

/** The models that apps may use, for who may not change providers. */
export function AvailableModels({ search, type }: { readonly search: string; readonly type: string }) {
  const t = modelsTexts();
  const [page] = useSearchParam('page', '1');
  const answer = useApi('/console/api/models');
  return (
    <>
      <Notice>{t.askAdmin}</Notice>
      <QueryBoundary answer={answer}>
        {({ data }) => {
          const wanted = search.trim().toLowerCase();
          const found = data.filter(
            (model) =>
              (type === '' || model.type === type) &&
              `${model.provider_label} ${model.name}`.toLowerCase().includes(wanted),
          );
          const at = Math.min(Number(page) || 1, Math.max(1, Math.ceil(found.length / LIMIT)));
          return (
            <>
              <DataTable
                label={t.models}
                rows={found.slice((at - 1) * LIMIT, at * LIMIT)}
                rowKey={(model) => `${model.provider} ${model.type} ${model.name}`}
                columns={[
                  { key: 'name', label: t.model, cell: ({ name }) => name },
                  { key: 'provider', label: t.provider, cell: (model) => model.provider_label },
                  { key: 'type', label: t.type, cell: (model) => t.types[model.type] ?? model.type, isSpare: true },
                  { key: 'size', label: t.contextSize, cell: sizeText, isNumber: true, isSpare: true },
                ]}
                empty={
                  data.length === 0 ? (
                    <EmptyState title={t.noModels} about={t.noModelsAbout} />
                  ) : (
                    <EmptyState title={t.noModelHits} />
                  )
                }
              />
              <Pager
                page={at}
                limit={LIMIT}
                total={found.length}
                onPage={(next) => setSearchParams({ page: next === 1 ? '' : String(next) })}
              />
            </>
          );
        }}
      </QueryBoundary>
    </>
  );
}
