import { useState } from 'react';
import { dateTime, number, Pager, Shown, useAnswer } from '#plugins/studio/web/contract.tsx';
import { runsTexts } from '#plugins/studio-runs/web/runs-texts.ts';
import { Dialog } from '#plugins/ui/web/contract.ts';
import styles from './annotations.module.css';

const LIMIT = 20;

/** What was asked when an annotation answered. */
export function HitsDialog({ appId, id, onClose }: { readonly appId: string; readonly id: string; onClose(): void }) {
  const t = runsTexts();
  const [page, setPage] = useState(1);
  const answer = useAnswer('/console/api/apps/{app_id}/annotations/{annotation_id}/hits', {
    path: { app_id: appId, annotation_id: id },
    query: { page, limit: LIMIT },
  });
  return (
    <Dialog open title={t.hits} shape="side" onClose={onClose}>
      <Shown answer={answer}>
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
      </Shown>
    </Dialog>
  );
}
