import { useState } from 'react';
import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import { type Base, basePath } from '#plugins/datasets/web/base-frame.tsx';
import { knowledgeTexts } from '#plugins/datasets/web/texts/en.ts';
import { Badge, DataTable, knownOf, Link, Pager, QueryBoundary, useApi } from '#plugins/studio/web/contract.tsx';
import { Dialog, EmptyState, Muted, Select, Stack } from '#plugins/ui/web/contract.ts';
import { isReading, SourceStatus } from './source-status.tsx';
import styles from './sources.module.css';

const LIMIT = 20;
const states = ['added', 'changed', 'unchanged', 'failed', 'excluded', 'duplicate', 'vanished', 'waiting'] as const;
const looks = { failed: 'danger', vanished: 'warning', added: 'success', changed: 'success' } as const;

/** The pages of a source, each with what became of it and why. */
export function SourcePages({
  base,
  source,
  onClose,
}: {
  readonly base: Base;
  readonly source: Schemas['DatasetSource'];
  onClose(): void;
}) {
  const t = knowledgeTexts();
  const [status, setStatus] = useState<(typeof states)[number] | ''>('');
  const [page, setPage] = useState(1);
  const answer = useApi('/console/api/datasets/{dataset_id}/sources/{source_id}/pages', {
    path: { dataset_id: base.id, source_id: source.id },
    query: { page, limit: LIMIT, ...(status !== '' && { status }) },
    isUnderWay: () => isReading(source),
  });
  return (
    <Dialog open shape="wide" title={source.name === '' ? source.url : source.name} onClose={onClose}>
      <Stack>
        <SourceStatus source={source} />
        <Select
          label={t.status}
          labelHidden
          empty={t.allStates}
          value={status}
          options={states.map((value) => ({ value, label: t.pageStates[value] }))}
          onChange={(event) => {
            setStatus(knownOf(states, event.currentTarget.value) ?? '');
            setPage(1);
          }}
        />
        <QueryBoundary answer={answer}>
          {({ data, total }) => (
            <>
              <DataTable
                label={t.pages}
                rows={data}
                rowKey={({ id }) => id}
                columns={[
                  {
                    key: 'address',
                    label: t.address,
                    cell: ({ address, name, document_id: id }) =>
                      id === null ? (
                        (name ?? address)
                      ) : (
                        <Link href={basePath(base.id, 'documents', id)}>{name ?? address}</Link>
                      ),
                  },
                  {
                    key: 'status',
                    label: t.status,
                    cell: ({ status: state, message }) => (
                      <div className={styles.status}>
                        <Badge variant={looks[state as keyof typeof looks] ?? 'plain'}>{t.pageStates[state]}</Badge>
                        {message !== null && (
                          <Muted small as="span" dir="auto">
                            {message}
                          </Muted>
                        )}
                      </div>
                    ),
                  },
                ]}
                empty={<EmptyState title={t.noPages} />}
              />
              <Pager page={page} limit={LIMIT} total={total} onPage={setPage} />
            </>
          )}
        </QueryBoundary>
      </Stack>
    </Dialog>
  );
}
