import { useEffect, useMemo } from 'react';
import { duration, price as priceOf } from '#plugins/logs/web/parts/amounts.ts';
import { NamedValue } from '#plugins/logs/web/parts/named-value.tsx';
import { runsTexts } from '#plugins/logs/web/texts/en.ts';
import {
  DescriptionList,
  ErrorAlert,
  number,
  Section,
  setSearchParams,
  useSearchParam,
} from '#plugins/studio/web/contract.tsx';
import { Button, IconButton, Loading, Muted, useLatest } from '#plugins/ui/web/contract.ts';
import { ChevronLeft, ChevronRight } from '#plugins/ui/web/icons.tsx';
import { momentOf, type TimedEvent } from './moment.ts';
import { NodeDetail } from './node-detail.tsx';
import { NodeTimeline } from './node-timeline.tsx';
import styles from './run.module.css';
import { RunCanvas, useRunGraph } from './run-canvas.tsx';
import { containersOf, type Totals, totalsOf } from './run-graph.ts';
import type { RunDetail } from './run-page.tsx';
import { shownInputs } from './shown-inputs.ts';
import { canvasTexts } from './texts/en.ts';
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
  const [at] = useSearchParam('at');
  const [chosen, choose] = useSearchParam('node');
  const count = events.length;
  const place = at === '' ? count : Math.min(count, Math.max(0, Math.trunc(Number(at)) || 0));
  const moment = useMemo(() => momentOf(events.slice(0, place)), [events, place]);
  const words = canvasTexts();
  const graph = useRunGraph(run.id);
  // The address names one time that a node ran, or the node: then its last time at the moment is meant.
  const node =
    chosen === '' && run.status === 'failed'
      ? // Who looks at a run that failed looks for why.
        moment.nodes.findLast(({ status }) => status === 'failed')
      : (moment.nodes.find(({ executionId }) => executionId === chosen) ??
        moment.nodes.findLast(({ nodeId }) => nodeId === chosen));
  const nodeId = node?.nodeId ?? (graph?.nodes.some(({ id }) => id === chosen) === true ? chosen : '');
  const totals = useMemo(() => totalsOf(moment.nodes, containersOf(graph)), [moment, graph]);
  const go = (next: number) => setSearchParams({ at: next >= count ? '' : String(Math.max(0, next)) });
  useMomentKeys({ back: () => go(place - 1), on: () => go(place + 1), start: () => go(0), end: () => go(count) });
  if (!isThere && count === 0) return <Loading label={t.loadingEvents} height={600} />;
  return (
    <Section title={t.whatHappened} about={t.whatHappenedAbout}>
      {error !== undefined && <ErrorAlert error={error} />}
      <div className={styles.scrubber}>
        <Button small disabled={place <= 0} onClick={() => go(0)}>
          {words.toStart}
        </Button>
        <IconButton label={`${t.stepBack} ([)`} disabled={place <= 0} onClick={() => go(place - 1)}>
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
        <IconButton label={`${t.stepOn} (])`} disabled={place >= count} onClick={() => go(place + 1)}>
          <ChevronRight />
        </IconButton>
        <Button small disabled={place >= count} onClick={() => go(count)}>
          {t.toEnd}
        </Button>
      </div>
      <p className={styles.said} aria-hidden="true">
        <bdi>{t.momentOf(number(place), number(count), saidOf(events[place - 1], t))}</bdi>
      </p>
      <TotalFacts totals={totals} />
      {graph !== undefined && (
        <>
          <Muted>
            {words.canvasAbout} {words.keys}
          </Muted>
          <RunCanvas
            graph={graph}
            appId={appId}
            nodes={moment.nodes}
            selected={nodeId}
            onSelect={choose}
            label={words.graph}
          />
        </>
      )}
      <div className={styles.steps}>
        <NodeTimeline nodes={moment.nodes} chosen={node?.executionId ?? ''} onChoose={choose} />
        <div className={styles.detail}>
          {node === undefined ? (
            <Muted>{nodeId !== '' ? words.notRunAbout : moment.nodes.length === 0 ? t.nothingYet : t.chooseNode}</Muted>
          ) : (
            <NodeDetail node={node} run={run} appId={appId} before={moment.nodes} />
          )}
        </div>
      </div>
      <section className={styles.values} aria-label={t.values}>
        <NamedValue name={t.inputs} value={shownInputs(run.inputs)} />
        {place < count && moment.outputs === null ? (
          <Muted>{words.noOutputsYet}</Muted>
        ) : (
          <NamedValue name={t.outputs} value={place < count ? moment.outputs : run.outputs} />
        )}
      </section>
      <NamedValue name={t.variables} value={Object.keys(moment.variables).length === 0 ? null : moment.variables} />
    </Section>
  );
}

/** What the run had taken by then. */
function TotalFacts({ totals: { elapsed, tokens, price } }: { readonly totals: Totals }) {
  const t = canvasTexts();
  return (
    <DescriptionList
      facts={[
        [t.elapsed, duration(elapsed)],
        [t.tokens, number(tokens)],
        [t.price, price === null ? null : priceOf(price.amount, price.currency)],
      ]}
    />
  );
}

interface MomentKeys {
  back(): void;
  on(): void;
  start(): void;
  end(): void;
}

/** `[` and `]` step; Home and End lead to the ends while the canvas has the focus, as they do in the slider by themselves. */
function useMomentKeys(keys: MomentKeys): void {
  const latest = useLatest(keys);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.defaultPrevented) return;
      const { target } = event;
      if (!(target instanceof HTMLElement) || document.querySelector('dialog[open]') !== null) return;
      if (target.isContentEditable || /^(textarea|select)$/i.test(target.tagName)) return;
      if (target instanceof HTMLInputElement && target.type !== 'range') return;
      const isOnCanvas = target.closest('.react-flow') !== null;
      const actions: Readonly<Record<string, () => void>> = {
        ...{ '[': latest.current.back, ']': latest.current.on },
        ...(isOnCanvas && { Home: latest.current.start, End: latest.current.end }),
      };
      const action = actions[event.key];
      if (action === undefined) return;
      event.preventDefault();
      action();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
}

/** What an event says, in a few words. */
function saidOf(event: TimedEvent | undefined, t: ReturnType<typeof runsTexts>): string {
  if (event === undefined) return t.beforeStart;
  const { kind, title, node_id: id } = event.event;
  const name = typeof title === 'string' && title !== '' ? title : typeof id === 'string' ? id : '';
  const said = t.events[kind] ?? kind;
  return name === '' ? said : `${name}: ${said}`;
}
