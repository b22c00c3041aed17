import { useState } from 'react';
import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import type { Base } from '#plugins/datasets/web/base-frame.tsx';
import { knowledgeTexts } from '#plugins/datasets/web/texts/en.ts';
import {
  Pager,
  QueryBoundary,
  SearchField,
  setSearchParams,
  useApi,
  useSearchParam,
} from '#plugins/studio/web/contract.tsx';
import { Button, EmptyState, Toolbar } from '#plugins/ui/web/contract.ts';
import styles from './document.module.css';
import { deleteSegments, setSegments } from './segment-actions.ts';
import { SegmentCard } from './segment-card.tsx';
import { SegmentDialog } from './segment-dialog.tsx';
import type { WholeDocument } from './whole-document.ts';

const LIMIT = 20;
type Segment = Schemas['KnowledgeSegment'];

/** What the document was cut into. The one that is open stands in the address. */
export function Segments({ base, document }: { readonly base: Base; readonly document: WholeDocument }) {
  const t = knowledgeTexts();
  const [keyword] = useSearchParam('q');
  const [page] = useSearchParam('page', '1');
  const [open] = useSearchParam('segment');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const at = Number(page) || 1;
  const path = { dataset_id: base.id, document_id: document.id };
  const answer = useApi('/console/api/datasets/{dataset_id}/documents/{document_id}/segments', {
    path,
    query: { page: at, limit: LIMIT, ...(keyword !== '' && { keyword }) },
  });
  const mayChange = !document.archived;
  return (
    <>
      <div className={styles.filters}>
        <SearchField label={t.searchSegments} value={keyword} onChange={(q) => setSearchParams({ q, page: '' })} />
        {mayChange && document.indexing_status === 'completed' && (
          <Button onClick={() => setSearchParams({ segment: 'new' })}>{t.addSegment}</Button>
        )}
      </div>
      {mayChange && (
        <SegmentBar
          base={base}
          document={document}
          rows={(answer.value?.data ?? []).filter(({ id }) => chosen.has(id))}
          onDone={() => setChosen(new Set())}
        />
      )}
      <QueryBoundary answer={answer}>
        {({ data, total }) =>
          data.length === 0 ? (
            <EmptyState title={keyword === '' ? t.noSegments : t.noSegmentHits} />
          ) : (
            <>
              <ol className={styles.segments}>
                {data.map((segment) => (
                  <SegmentCard
                    key={segment.id}
                    base={base}
                    document={document}
                    segment={segment}
                    isChosen={chosen.has(segment.id)}
                    onChoose={(isChosen) => {
                      const next = new Set(chosen);
                      if (isChosen) next.add(segment.id);
                      else next.delete(segment.id);
                      setChosen(next);
                    }}
                  />
                ))}
              </ol>
              <Pager
                page={at}
                limit={LIMIT}
                total={total}
                onPage={(next) => setSearchParams({ page: next === 1 ? '' : String(next) })}
              />
            </>
          )
        }
      </QueryBoundary>
      {open !== '' && (
        <SegmentDialog
          key={open}
          base={base}
          document={document}
          id={open === 'new' ? null : open}
          onClose={() => setSearchParams({ segment: '' })}
        />
      )}
    </>
  );
}

/** What is done with the chosen segments together. */
function SegmentBar({
  base,
  document,
  rows,
  onDone,
}: {
  readonly base: Base;
  readonly document: WholeDocument;
  readonly rows: readonly Segment[];
  onDone(): void;
}) {
  const t = knowledgeTexts();
  if (rows.length === 0) return null;
  const place = { base: base.id, document: document.id };
  const idsOf = (enabled: boolean) => rows.filter((row) => row.enabled === enabled).map(({ id }) => id);
  return (
    <Toolbar chosen as="fieldset" aria-label={t.chosen(rows.length)}>
      <span>{t.chosen(rows.length)}</span>
      {([false, true] as const).map((enabled) => {
        const ids = idsOf(enabled);
        const action = enabled ? 'disable' : 'enable';
        return (
          ids.length > 0 && (
            <Button
              key={action}
              small
              onClick={() => {
                setSegments(place, ids, action);
                onDone();
              }}
            >
              {t.actions[action]}
            </Button>
          )
        );
      })}
      <Button
        small
        variant="danger"
        onClick={() =>
          void deleteSegments(
            place,
            rows.map(({ id }) => id),
          ).then((isDone) => isDone && onDone())
        }
      >
        {t.delete}
      </Button>
      <Button small variant="quiet" onClick={onDone}>
        {t.chooseNone}
      </Button>
    </Toolbar>
  );
}
