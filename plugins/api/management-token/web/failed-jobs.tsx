import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import {
  ago,
  CursorPager,
  confirm,
  DataTable,
  ErrorAlert,
  invalidateForOperator,
  nextOf,
  number,
  QueryBoundary,
  Section,
  useSearchParam,
  useSubmit,
} from '#plugins/studio/web/contract.tsx';
import { Button, Muted, Toolbar, toast } from '#plugins/ui/web/contract.ts';
import styles from './installation.module.css';
import { operator, useOperator } from './operator.ts';
import { installationTexts } from './texts/en.ts';

type FailedJob = Schemas['FailedJob'];
const FAILED = '/console/api/jobs/failed';
const LIMIT = 20;

/** Work in the background that nobody tries any more, and what can be done about it. */
export function FailedJobs({ id: workspaceId }: { readonly id: string }) {
  const t = installationTexts();
  const [before] = useSearchParam('before');
  const query = { limit: LIMIT, ...(before !== '' && { before }) };
  const answer = useOperator(FAILED, { query, workspaceId });
  const sending = useSubmit();
  const retry = ({ id }: FailedJob) =>
    sending.run(async () => {
      await operator.post('/console/api/jobs/{id}/retry', { path: { id }, workspaceId });
      invalidateForOperator(FAILED);
      toast(t.triedAgain);
    });
  const drop = ({ id, task }: FailedJob) =>
    sending.run(async () => {
      if (!(await confirm({ title: t.dropQuestion(task), about: t.dropAbout, action: t.drop }))) return;
      await operator.delete('/console/api/jobs/{id}', { path: { id }, workspaceId });
      invalidateForOperator(FAILED);
    });
  return (
    <Section title={t.failedJobs} about={t.failedJobsAbout}>
      {sending.error !== undefined && <ErrorAlert error={sending.error} />}
      <QueryBoundary answer={answer}>
        {(page) => (
          <>
            <DataTable
              label={t.failedJobs}
              rows={page.data}
              rowKey={({ id }) => id}
              empty={<Muted small>{t.noFailedJobs}</Muted>}
              columns={[
                { key: 'task', label: t.task, cell: ({ task }) => task },
                { key: 'error', label: t.reason, cell: ({ error }) => <div className={styles.error}>{error}</div> },
                { key: 'tries', label: t.tries, isNumber: true, isSpare: true, cell: (job) => number(job.attempts) },
                { key: 'when', label: t.when, isSpare: true, cell: ({ failed_at: at }) => ago(at) },
              ]}
              actions={(job) => (
                <Toolbar end>
                  <Button small onClick={() => void retry(job)}>
                    {t.retry}
                  </Button>
                  <Button small onClick={() => void drop(job)}>
                    {t.drop}
                  </Button>
                </Toolbar>
              )}
            />
            <CursorPager name="before" next={nextOf(page)} />
          </>
        )}
      </QueryBoundary>
    </Section>
  );
}
