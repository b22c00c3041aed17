import { useState } from 'react';
import { runsTexts } from '#plugins/logs/web/texts/en.ts';
import { dateTime, number, Pager, QueryBoundary, useApi } from '#plugins/studio/web/contract.tsx';
import { Dialog } from '#plugins/ui/web/contract.ts';
import styles from './annotations.module.css';

const LIMIT = 20;

/** What was asked when an annotation answered. */
export function HitsDialog({ appId, id, onClose }: { readonly appId: string; readonly id: string; onClose(): void }) {
  const t = runsTexts();
  const [page, setPage] = useState(1);
  const answer = useApi('/console/api/apps/{app_id}/annotations/{annotation_id}/hits', {
    path: { app_id: appId, annotation_id: id },
    query: { page, limit: LIMIT },
  });
  return (
    <Dialog open title={t.hits} shape="side" onClose={onClose}>
      <QueryBoundary answer={answer}>
        {({ data, total }) => (
          <>
            {data.length === 0 && <p>{t.noHits}</p>}
            <ul className={styles.hits}>
              {data.map((hit) => (
                <li key={hit.message_id}>
                  <span dir="auto">{hit.query}</span>
                  <small>
                    {dateTime(hit.created_at)} · {t.similarity(number(hit.score, { style: 'percent' }))}
                  </small>
                </li>
              ))}
            </ul>
            <Pager page={page} limit={LIMIT} total={total} onPage={setPage} />
          </>
        )}
      </QueryBoundary>
    </Dialog>
  );
}
