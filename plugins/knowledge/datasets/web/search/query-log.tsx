import type { Base } from '#plugins/datasets/web/base-frame.tsx';
import { knowledgeTexts } from '#plugins/datasets/web/texts/en.ts';
import {
  ago,
  DataTable,
  number,
  Pager,
  QueryBoundary,
  Section,
  setSearchParams,
  useApi,
  useSearchParam,
} from '#plugins/studio/web/contract.tsx';
import { Button, EmptyState } from '#plugins/ui/web/contract.ts';

const LIMIT = 10;

/** What the base was asked, by whom, and how much it found; each can be asked again. */
export function QueryLog({ base, onAsk }: { readonly base: Base; onAsk(query: string): void }) {
  const t = knowledgeTexts();
  const [page] = useSearchParam('page', '1');
  const at = Number(page) || 1;
  const answer = useApi('/console/api/datasets/{dataset_id}/queries', {
    path: { dataset_id: base.id },
    query: { page: at, limit: LIMIT },
    isLive: true,
  });
  return (
    <Section title={t.queries} about={t.queriesAbout}>
      <QueryBoundary answer={answer}>
        {({ data, total }) => (
          <>
            <DataTable
              label={t.queries}
              rows={data}
              rowKey={({ id }) => id}
              columns={[
                { key: 'query', label: t.question, cell: ({ query }) => query },
                { key: 'source', label: t.askedBy, cell: ({ source }) => t.askers[source], isSpare: true },
                { key: 'hits', label: t.hits, cell: ({ hits }) => number(hits), isNumber: true },
                { key: 'when', label: t.when, cell: ({ created_at: when }) => ago(when), isSpare: true },
              ]}
              actions={({ query }) => (
                <Button small onClick={() => onAsk(query)}>
                  {t.askAgain}
                  <span className="said"> {query}</span>
                </Button>
              )}
              empty={<EmptyState title={t.noQueries} />}
            />
            <Pager
              page={at}
              limit={LIMIT}
              total={total}
              onPage={(next) => setSearchParams({ page: next === 1 ? '' : String(next) })}
            />
          </>
        )}
      </QueryBoundary>
    </Section>
  );
}
