import { duration, secondTime } from '#plugins/logs/web/parts/amounts.ts';
import { StatusBadge } from '#plugins/logs/web/parts/status-badge.tsx';
import { runsTexts } from '#plugins/logs/web/texts/en.ts';
import { QueryBoundary, setSearchParams, useApi } from '#plugins/studio/web/contract.tsx';
import { Button, Dialog } from '#plugins/ui/web/contract.ts';
import styles from './run.module.css';

/** Which other run one is compared with. */
export function ChooseRun({
  appId,
  except,
  onClose,
}: {
  readonly appId: string;
  readonly except: string;
  onClose(): void;
}) {
  const t = runsTexts();
  const answer = useApi('/console/api/apps/{app_id}/runs', {
    path: { app_id: appId },
    query: { limit: 30 },
    isLive: true,
  });
  return (
    <Dialog open title={t.compareWith} onClose={onClose}>
      <QueryBoundary answer={answer}>
        {({ data }) => {
          const others = data.filter(({ id }) => id !== except);
          if (others.length === 0) return <p>{t.noOtherRun}</p>;
          return (
            <ul className={styles.choices}>
              {others.map((run) => (
                <li key={run.id}>
                  <Button
                    variant="quiet"
                    onClick={() => setSearchParams({ with: run.id, choose: '', at: '', node: '' })}
                  >
                    {secondTime(run.created_at)}
                    {run.elapsed_time !== null && <span> {duration(run.elapsed_time)}</span>}
                    <StatusBadge status={run.status} />
                  </Button>
                </li>
              ))}
            </ul>
          );
        }}
      </QueryBoundary>
    </Dialog>
  );
}
