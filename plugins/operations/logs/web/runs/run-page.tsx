import { useMemo } from 'react';
import { duration, price, secondTime } from '#plugins/logs/web/parts/amounts.ts';
import { StatusBadge } from '#plugins/logs/web/parts/status-badge.tsx';
import { runsTexts } from '#plugins/logs/web/texts/en.ts';
import {
  call,
  can,
  DescriptionList,
  ErrorAlert,
  invalidate,
  Link,
  number,
  PageFrame,
  type PageProps,
  QueryBoundary,
  setSearchParams,
  useApi,
  useSearchParam,
  useSubmit,
} from '#plugins/studio/web/contract.tsx';
import type { AnswerOf } from '#plugins/ui/web/contract.ts';
import { Button, LinkButton, Notice } from '#plugins/ui/web/contract.ts';
import { ChooseRun } from './choose-run.tsx';
import { CompareRuns } from './compare-runs.tsx';
import { editorAddress } from './editor-address.ts';
import { momentOf } from './moment.ts';
import styles from './run.module.css';
import { RunSteps } from './run-steps.tsx';
import { canvasTexts } from './texts/en.ts';
import { useRunEvents } from './use-run-events.ts';

const RUN = '/console/api/runs/{run_id}';
export type RunDetail = AnswerOf<typeof RUN>;

/** One run: what it was given, what it did, what came of it. */
export function Page({ params: { app_id: appId = '', run_id: runId = '' } }: PageProps) {
  const t = runsTexts();
  const answer = useApi(RUN, { path: { run_id: runId }, isLive: true });
  const crumbs = can('logs.view') ? [{ label: t.runs, href: `/app/${appId}/runs` }] : [];
  if (answer.value === undefined) {
    return (
      <PageFrame title={t.run} crumbs={crumbs} wide>
        <QueryBoundary answer={answer}>{() => null}</QueryBoundary>
      </PageFrame>
    );
  }
  return <ShownRun key={runId} run={answer.value} appId={appId} crumbs={crumbs} />;
}

function ShownRun({
  run,
  appId,
  crumbs,
}: {
  readonly run: RunDetail;
  readonly appId: string;
  readonly crumbs: readonly { readonly label: string; readonly href: string }[];
}) {
  const t = runsTexts();
  const [other] = useSearchParam('with');
  const [isChoosing, setChoosing] = useSearchParam('choose');
  const words = canvasTexts();
  const { forked_from: origin } = run;
  const isUnderWay = run.status === 'running';
  const path = { run_id: run.id };
  const known = useRunEvents(run.id, isUnderWay, () =>
    invalidate([RUN, path], ['/console/api/apps/{app_id}/runs', { app_id: appId }]),
  );
  const stopping = useSubmit();
  const { nodes } = useMemo(() => momentOf(known.events), [known.events]);
  const failed = nodes.find(({ status }) => status === 'failed');
  const pinned = new Set(nodes.filter(({ metadata }) => metadata.is_pinned === true).map(({ title }) => title));
  const stop = () => stopping.run(() => call.post(`${RUN}/stop`, { path }));
  return (
    <PageFrame
      title={t.runOf(secondTime(run.created_at))}
      crumbs={crumbs}
      wide
      actions={
        <>
          {(isUnderWay || run.status === 'paused') && (
            <Button
              variant="danger"
              busy={stopping.isBusy}
              onClick={() => void stop().then(() => invalidate([RUN, path]))}
            >
              {t.stop}
            </Button>
          )}
          {other !== '' && <Button onClick={() => setSearchParams({ with: '' })}>{t.compareNoMore}</Button>}
          {origin !== null && other === '' && (
            <Button onClick={() => setSearchParams({ with: origin, at: '', node: '' })}>{words.compareOrigin}</Button>
          )}
          {can('logs.view') && <Button onClick={() => setChoosing('yes')}>{t.compare}</Button>}
        </>
      }
    >
      <RunFacts run={run} appId={appId} />
      {stopping.error !== undefined && <ErrorAlert error={stopping.error} />}
      {run.error !== null && (
        <Notice
          variant="danger"
          action={
            failed !== undefined &&
            can('apps.edit') && <LinkButton href={editorAddress(appId, run.id, failed.nodeId)}>{t.openNode}</LinkButton>
          }
        >
          {failed !== undefined && (
            <>
              <strong>{failed.title}</strong>:{' '}
            </>
          )}
          {run.error}
          {run.error_code !== null && <span className={styles.code}> ({run.error_code})</span>}
        </Notice>
      )}
      {run.status === 'paused' && <Notice>{t.pausedAbout}</Notice>}
      {pinned.size > 0 && (
        <Notice>
          <bdi>{words.pinned([...pinned].join(', '))}</bdi>
        </Notice>
      )}
      {other === '' ? (
        <RunSteps run={run} appId={appId} known={known} />
      ) : (
        <CompareRuns run={run} events={known.events} otherId={other} appId={appId} />
      )}
      {isChoosing !== '' && <ChooseRun appId={appId} except={run.id} onClose={() => setChoosing('')} />}
    </PageFrame>
  );
}

function RunFacts({ run, appId }: { readonly run: RunDetail; readonly appId: string }) {
  const t = runsTexts();
  const { forked_from: origin } = run;
  return (
    <DescriptionList
      facts={[
        [t.status, <StatusBadge key="status" status={run.status} />],
        [t.started, secondTime(run.created_at)],
        [t.time, run.elapsed_time === null ? null : duration(run.elapsed_time)],
        [t.steps, number(run.total_steps)],
        [t.tokens, number(run.total_tokens)],
        [t.price, price(run.total_price, run.currency)],
        [t.triggeredFrom, t.sources[run.triggered_from] ?? run.triggered_from],
        [
          canvasTexts().forkOf,
          origin === null ? null : (
            <Link key="origin" href={`/app/${appId}/run/${origin}`}>
              {canvasTexts().originRun}
            </Link>
          ),
        ],
        [t.runId, <code key="id">{run.id}</code>],
      ]}
    />
  );
}
