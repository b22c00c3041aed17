import { useState } from 'react';
import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import { Badge, DataTable, Link, Pager, Shown, useAnswer } from '#plugins/studio/web/contract.tsx';
import { type Base, basePath } from '#plugins/studio-knowledge/web/base-frame.tsx';
import { knowledgeTexts } from '#plugins/studio-knowledge/web/knowledge-texts.ts';
import { useRefresh } from '#plugins/studio-knowledge/web/use-refresh.ts';
import { Dialog, EmptyState, Select } from '#plugins/ui/web/contract.ts';
import { SourceStatus } from './source-status.tsx';
import styles from './sources.module.css';

const LIMIT = 20;
const states = ['added', 'changed', 'unchanged', 'failed', 'excluded', 'duplicate', 'vanished', 'waiting'] as const;
const looks = { failed: 'bad', vanished: 'warn', added: 'ok', changed: 'ok' } as const;

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
  const [status, setStatus] = useState('');
  const [page, setPage] = useState(1);
  const answer = useAnswer('/console/api/datasets/{dataset_id}/sources/{source_id}/pages', {
    path: { dataset_id: base.id, source_id: source.id },
    query: { page, limit: LIMIT, ...(status !== '' && { status }) },
  });
  useRefresh(answer, source.status === 'waiting' || source.status === 'running');
  return (
    <Dialog open shape="wide" title={source.name === '' ? source.url : source.name} onClose={onClose}>
      <div className={styles.stack}>
        <SourceStatus source={source} />
        <Select
          label={t.status}
          labelHidden
          empty={t.allStates}
          value={status}
          options={states.map((value) => ({ value, label: t.pageStates[value] }))}
          onChange={(event) => {
            setStatus(event.currentTarget.value);
            setPage(1);
          }}
        />
        <Shown answer={answer}>
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
                    cell: ({ address, document_id: id }) =>
                      id === null ? address : <Link href={basePath(base.id, 'documents', id)}>{address}</Link>,
                  },
                  {
                    key: 'status',
                    label: t.status,
                    cell: ({ status: state, message }) => (
                      <div className={styles.status}>
                        <Badge look={looks[state as keyof typeof looks] ?? 'plain'}>{t.pageStates[state]}</Badge>
                        {message !== null && (
                          <span className={styles.hint} dir="auto">
                            {message}
                          </span>
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
        </Shown>
      </div>
    </Dialog>
  );
}
