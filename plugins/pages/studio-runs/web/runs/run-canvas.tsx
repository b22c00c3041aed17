import { useMemo } from 'react';
import { addressOf, call, can, useAnswer, useAsked } from '#plugins/studio/web/contract.tsx';
import { duration } from '#plugins/studio-runs/web/parts/amounts.ts';
import { runsTexts } from '#plugins/studio-runs/web/runs-texts.ts';
import { classes, Loading, lazyModule } from '#plugins/ui/web/contract.ts';
import { canvasTexts } from './canvas-texts.ts';
import type { NodeMoment } from './moment.ts';
import styles from './run.module.css';
import { edgeMarksOf, heightOf, marksOf, type RunGraph, treeOf } from './run-graph.ts';

const canvas = lazyModule(() => import('#plugins/studio-build/web/canvas/contract.ts'));
const GRAPH = '/console/api/runs/{run_id}/graph';
const drawn = new Set(['workflow', 'advanced-chat']);

/** The graph a run was started with; undefined: not there (yet), or this run has none that is drawn. */
export function useRunGraph(runId: string): RunGraph | undefined {
  const address = addressOf(GRAPH, { run_id: runId });
  // Who only uses the app sees what ran as a list.
  const { value } = useAsked(can('apps.edit') ? address : null, address, (signal) =>
    call.get(GRAPH, { path: { run_id: runId }, signal }),
  );
  return value !== undefined && drawn.has(value.mode) ? value : undefined;
}

/** A run on the graph that it ran with, as it was after some of its events. */
export function RunCanvas({
  graph,
  appId,
  nodes,
  differing,
  selected,
  onSelect,
  label,
}: {
  readonly graph: RunGraph;
  readonly appId: string;
  readonly nodes: readonly NodeMoment[];
  /** Nodes that did something else in the run it is compared with. */
  readonly differing?: ReadonlySet<string>;
  /** A node of the graph; empty: none. */
  readonly selected: string;
  onSelect(nodeId: string): void;
  readonly label: string;
}) {
  const t = canvasTexts();
  const View = canvas.use()?.GraphView;
  const draft = useAnswer('/console/api/apps/{app_id}/draft/tree', { path: { app_id: appId } });
  const isReady = draft.value !== undefined || draft.error !== undefined;
  const tree = useMemo(() => treeOf(graph, draft.value?.tree), [graph, isReady]);
  const marks = useMemo(() => {
    const made = marksOf(graph, nodes, { states: runsTexts().states, didNotRun: t.notYet, times: t.times, duration });
    if (differing === undefined) return made;
    return new Map(
      [...made].map(([id, mark]) =>
        differing.has(id)
          ? [
              id,
              {
                ...mark,
                label: `${mark.label}, ${t.differs}`,
                text: [mark.text, t.differs].filter(Boolean).join(' · '),
              },
            ]
          : [id, mark],
      ),
    );
  }, [graph, nodes, differing]);
  const edgeMarks = useMemo(() => edgeMarksOf(graph, nodes, t.passed), [graph, nodes]);
  // Half a page beside another run, or all of it.
  const height = useMemo(() => heightOf(tree, differing === undefined ? 1000 : 480), [tree, differing === undefined]);
  return (
    <div className={classes(styles.canvas, styles[height])}>
      {View === undefined || !isReady ? (
        <Loading label={t.loadingGraph} />
      ) : (
        <View
          tree={tree}
          marks={marks}
          edgeMarks={edgeMarks}
          selected={selected === '' ? null : selected}
          label={label}
          onSelect={(id, kind) => kind === 'node' && onSelect(id ?? '')}
        />
      )}
    </div>
  );
}
