import { useState } from 'react';
import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import { type Base, BaseFrame, basePath } from '#plugins/datasets/web/base-frame.tsx';
import { knowledgeTexts } from '#plugins/datasets/web/texts/en.ts';
import type { PageProps } from '#plugins/studio/web/contract.tsx';
import {
  ago,
  DataTable,
  knownOf,
  number,
  Pager,
  QueryBoundary,
  SearchField,
  setSearchParams,
  useApi,
  useSearchParam,
} from '#plugins/studio/web/contract.tsx';
import { Button, EmptyState, navigate, Select, Toolbar } from '#plugins/ui/web/contract.ts';
import { BulkBar } from './bulk-bar.tsx';
import { DocumentMenu } from './document-menu.tsx';
import { DocumentStatus, isUnderWay, statuses } from './document-status.tsx';

const LIMIT = 20;

/** The documents of a base, and how far each is. */
export function Page({ params }: PageProps) {
  const t = knowledgeTexts();
  const id = params.dataset_id ?? '';
  const add = () => navigate(basePath(id, 'add'));
  return (
    <BaseFrame
      id={id}
      tab="documents"
      actions={(base) =>
        base?.provider !== 'external' && (
          <Button variant="primary" onClick={add}>
            {t.addDocuments}
          </Button>
        )
      }
    >
      {(base) =>
        base.provider === 'external' ? (
          <EmptyState
            title={t.keptElsewhere}
            about={t.keptElsewhereAbout}
            action={<Button onClick={() => navigate(basePath(id, 'search'))}>{t.tabs.search}</Button>}
          />
        ) : (
          <Documents base={base} onAdd={add} />
        )
      }
    </BaseFrame>
  );
}

function Documents({ base, onAdd }: { readonly base: Base; onAdd(): void }) {
  const t = knowledgeTexts();
  const [keyword] = useSearchParam('q');
  const [wanted] = useSearchParam('status');
  const status = knownOf(statuses, wanted);
  const [page] = useSearchParam('page', '1');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const at = Number(page) || 1;
  const answer = useApi('/console/api/datasets/{dataset_id}/documents', {
    path: { dataset_id: base.id },
    query: { page: at, limit: LIMIT, ...(keyword !== '' && { keyword }), ...(status !== undefined && { status }) },
    isUnderWay: ({ data }) => data.some(isUnderWay),
  });
  const rows = answer.value?.data ?? [];
  const isFiltered = keyword !== '' || status !== undefined;
  return (
    <>
      <Toolbar>
        <SearchField label={t.searchDocuments} value={keyword} onChange={(q) => setSearchParams({ q, page: '' })} />
        <Select
          label={t.status}
          labelHidden
          empty={t.allStates}
          value={status ?? ''}
          options={statuses.map((value) => ({ value, label: t.states[value] }))}
          onChange={(event) => setSearchParams({ status: event.currentTarget.value, page: '' })}
        />
      </Toolbar>
      <BulkBar base={base} rows={rows.filter(({ id }) => chosen.has(id))} onDone={() => setChosen(new Set())} />
      <QueryBoundary answer={answer}>
        {({ data, total }) => (
          <>
            <DocumentTable
              base={base}
              rows={data}
              chosen={chosen}
              onChoose={setChosen}
              empty={<Nothing isFiltered={isFiltered} onAdd={onAdd} />}
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
    </>
  );
}

function Nothing({ isFiltered, onAdd }: { readonly isFiltered: boolean; onAdd(): void }) {
  const t = knowledgeTexts();
  if (isFiltered) {
    return (
      <EmptyState
        title={t.noDocumentHits}
        action={<Button onClick={() => setSearchParams({ q: '', status: '', page: '' })}>{t.clear}</Button>}
      />
    );
  }
  return (
    <EmptyState
      title={t.noDocuments}
      about={t.noDocumentsAbout}
      action={<Button onClick={onAdd}>{t.addDocuments}</Button>}
    />
  );
}

function DocumentTable({
  base,
  rows,
  chosen,
  onChoose,
  empty,
}: {
  readonly base: Base;
  readonly rows: readonly Schemas['KnowledgeDocument'][];
  readonly chosen: ReadonlySet<string>;
  onChoose(keys: ReadonlySet<string>): void;
  readonly empty: React.ReactNode;
}) {
  const t = knowledgeTexts();
  return (
    <DataTable
      label={t.tabs.documents}
      rows={rows}
      rowKey={({ id }) => id}
      href={({ id }) => basePath(base.id, 'documents', id)}
      columns={[
        { key: 'name', label: t.name, cell: ({ name }) => name },
        { key: 'status', label: t.status, cell: (row) => <DocumentStatus document={row} /> },
        { key: 'segments', label: t.segments, cell: (row) => number(row.segment_count), isNumber: true, isSpare: true },
        {
          key: 'words',
          label: t.words,
          cell: (row) => number(row.word_count),
          isNumber: true,
          isSpare: true,
        },
        { key: 'hits', label: t.hits, cell: (row) => number(row.hit_count), isNumber: true, isSpare: true },
        { key: 'added', label: t.added, cell: (row) => ago(row.created_at), isSpare: true },
      ]}
      selection={{
        keys: chosen,
        labelOf: ({ name }) => t.choose(name),
        allLabel: t.chooseAll,
        onChange: onChoose,
      }}
      actions={(row) => <DocumentMenu base={base} document={row} />}
      empty={empty}
    />
  );
}
