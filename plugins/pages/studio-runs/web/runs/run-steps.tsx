import { useMemo } from 'react';
import { Failure, number, Section, setQuery, useQuery } from '#plugins/studio/web/contract.tsx';
import { NamedValue } from '#plugins/studio-runs/web/parts/named-value.tsx';
import { runsTexts } from '#plugins/studio-runs/web/runs-texts.ts';
import { Button, IconButton, Loading } from '#plugins/ui/web/contract.ts';
import { ChevronLeft, ChevronRight } from '#plugins/ui/web/icons.tsx';
import { momentOf, type TimedEvent } from './moment.ts';
import { NodeDetail } from './node-detail.tsx';
import { NodeTimeline } from './node-timeline.tsx';
import styles from './run.module.css';
import type { RunDetail } from './run-page.tsx';
import type { RunEvents } from './use-run-events.ts';

/** What the run did, at the moment that the address names; without one, at its newest. */
export function RunSteps({
  run,
  appId,
  known,
}: {
  readonly run: RunDetail;
  readonly appId: string;
  readonly known: RunEvents;
}) {
  const t = runsTexts();
  const { events, error, isThere } = known;
  const [at] = useQuery('at');
  const [chosen, choose] = useQuery('node');
  const count = events.length;
  const place = at === '' ? count : Math.min(count, Math.max(0, Math.trunc(Number(at)) || 0));
  const moment = useMemo(() => momentOf(events.slice(0, place)), [events, place]);
  const node = moment.nodes.find(({ executionId }) => executionId === chosen);
  const go = (next: number) => setQuery({ at: next >= count ? '' : String(Math.max(0, next)) });
  if (!isThere && count === 0) return <Loading label={t.loadingEvents} />;
  return (
    <Section title={t.whatHappened} about={t.whatHappenedAbout}>
      {error !== undefined && <Failure error={error} />}
      <div className={styles.scrubber}>
        <IconButton label={t.stepBack} disabled={place <= 0} onClick={() => go(place - 1)}>
          <ChevronLeft />
        </IconButton>
        <input
          type="range"
          aria-label={t.moment}
          aria-valuetext={t.momentOf(number(place), number(count), saidOf(events[place - 1], t))}
          min={0}
          max={count}
          value={place}
          onInput={(event) => go(Number(event.currentTarget.value))}
        />
        <IconButton label={t.stepOn} disabled={place >= count} onClick={() => go(place + 1)}>
          <ChevronRight />
        </IconButton>
        <Button small disabled={place >= count} onClick={() => go(count)}>
          {t.toEnd}
        </Button>
      </div>
      <p className={styles.said} aria-hidden="true">
        <bdi>{t.momentOf(number(place), number(count), saidOf(events[place - 1], t))}</bdi>
      </p>
      <div className={styles.steps}>
        <NodeTimeline nodes={moment.nodes} chosen={node?.executionId ?? ''} onChoose={choose} />
        <div className={styles.detail}>
          {node === undefined ? (
            <p className={styles.hint}>{moment.nodes.length === 0 ? t.nothingYet : t.chooseNode}</p>
          ) : (
            <NodeDetail node={node} run={run} appId={appId} before={moment.nodes} />
          )}
        </div>
      </div>
      <NamedValue name={t.variables} value={Object.keys(moment.variables).length === 0 ? null : moment.variables} />
    </Section>
  );
}

/** What an event says, in a few words. */
function saidOf(event: TimedEvent | undefined, t: ReturnType<typeof runsTexts>): string {
  if (event === undefined) return t.beforeStart;
  const { kind, title, node_id: id } = event.event;
  const name = typeof title === 'string' && title !== '' ? title : typeof id === 'string' ? id : '';
  const said = t.events[kind] ?? kind;
  return name === '' ? said : `${name}: ${said}`;
}
