import { duration, price, secondTime } from '#plugins/logs/web/parts/amounts.ts';
import { clearFilters, LogFilters, useLogFilters } from '#plugins/logs/web/parts/log-filters.tsx';
import { StatusBadge } from '#plugins/logs/web/parts/status-badge.tsx';
import { userName } from '#plugins/logs/web/parts/user-name.ts';
import { runsTexts } from '#plugins/logs/web/texts/en.ts';
import {
  CursorPager,
  call,
  DataTable,
  ErrorAlert,
  number,
  PageFrame,
  type PageProps,
  QueryBoundary,
  saveAnswer,
  useApi,
  useSearchParam,
  useSubmit,
} from '#plugins/studio/web/contract.tsx';
import { Button, EmptyState, LinkButton } from '#plugins/ui/web/contract.ts';
import { Download } from '#plugins/ui/web/icons.tsx';
import styles from './run.module.css';

const STATES = ['running', 'paused', 'succeeded', 'partial-succeeded', 'failed', 'stopped'] as const;

/** What the app did, newest first. */
export function Page({ params: { app_id: appId = '' } }: PageProps) {
  const t = runsTexts();
  const filters = useLogFilters(STATES);
  const [cursor] = useSearchParam('cursor');
  const path = { app_id: appId };
  const answer = useApi('/console/api/apps/{app_id}/runs', {
    path,
    query: { limit: 50, ...filters, ...(cursor !== '' && { cursor }) },
    isLive: true,
  });
  const saving = useSubmit();
  const isFiltered = Object.keys(filters).length > 0;
  async function save(): Promise<void> {
    const query = { ...filters, format: 'csv' as const };
    await saveAnswer(await call.open('GET', '/console/api/apps/{app_id}/runs/export', { path, query }), 'runs.csv');
  }
  return (
    <PageFrame
      title={t.runs}
      about={t.runsAbout}
      wide
      actions={
        <>
          <Button onClick={answer.refetch}>{t.refresh}</Button>
          <Button busy={saving.isBusy} onClick={() => void saving.run(save)}>
            <Download />
            {t.exportCsv}
          </Button>
        </>
      }
    >
      <LogFilters searchLabel={t.searchRuns} states={STATES} />
      {saving.error !== undefined && <ErrorAlert error={saving.error} />}
      <QueryBoundary answer={answer}>
        {({ data, next_cursor: next }) => (
          <>
            <DataTable
              label={t.runs}
              rows={data}
              rowKey={({ id }) => id}
              href={({ id }) => `/app/${appId}/run/${id}`}
              columns={[
                { key: 'when', label: t.started, cell: (run) => secondTime(run.created_at) },
                {
                  key: 'status',
                  label: t.status,
                  cell: (run) => (
                    <>
                      <StatusBadge status={run.status} />
                      {run.error !== null && (
                        <span className={styles.why} dir="auto" title={run.error}>
                          {run.error}
                        </span>
                      )}
                    </>
                  ),
                },
                {
                  key: 'source',
                  label: t.source,
                  cell: (run) => t.sources[run.source] ?? run.source,
                  isSpare: true,
                },
                { key: 'user', label: t.user, cell: (run) => <bdi>{userName(run)}</bdi>, isSpare: true },
                { key: 'steps', label: t.steps, cell: (run) => number(run.total_steps), isNumber: true, isSpare: true },
                {
                  key: 'tokens',
                  label: t.tokens,
                  cell: (run) => number(run.total_tokens),
                  isNumber: true,
                  isSpare: true,
                },
                {
                  key: 'price',
                  label: t.price,
                  cell: (run) => price(run.total_price, run.currency) ?? '–',
                  isNumber: true,
                  isSpare: true,
                },
                {
                  key: 'time',
                  label: t.time,
                  cell: (run) => (run.elapsed_time === null ? '–' : duration(run.elapsed_time)),
                  isNumber: true,
                },
              ]}
              empty={
                isFiltered ? (
                  <EmptyState title={t.noRunMatches} action={<Button onClick={clearFilters}>{t.clear}</Button>} />
                ) : (
                  <EmptyState
                    title={t.noRuns}
                    about={t.noRunsAbout}
                    action={<LinkButton href={`/app/${appId}/build`}>{t.openApp}</LinkButton>}
                  />
                )
              }
            />
            <CursorPager name="cursor" next={next} />
          </>
        )}
      </QueryBoundary>
    </PageFrame>
  );
}
