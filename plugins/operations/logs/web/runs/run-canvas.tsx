import { useMemo, useState } from 'react';
import { duration } from '#plugins/logs/web/parts/amounts.ts';
import { runsTexts } from '#plugins/logs/web/texts/en.ts';
import { can, useApi } from '#plugins/studio/web/contract.tsx';
import { classes, Loading, lazyModule } from '#plugins/ui/web/contract.ts';
import type { NodeMoment } from './moment.ts';
import styles from './run.module.css';
import { edgeMarksOf, heightOf, marksOf, type RunGraph, treeOf } from './run-graph.ts';
import { canvasTexts } from './texts/en.ts';

const canvas = lazyModule(() => import('#plugins/drafts/web/canvas/contract.ts'));
const GRAPH = '/console/api/runs/{run_id}/graph';
const drawn = new Set(['workflow', 'advanced-chat']);

/** The graph a run was started with; undefined: not there (yet), or this run has none that is drawn. */
export function useRunGraph(runId: string): RunGraph | undefined {
  // Who only uses the app sees what ran as a list.
  const { value } = useApi(GRAPH, { path: { run_id: runId }, when: can('apps.edit') });
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
  const draft = useApi('/console/api/apps/{app_id}/draft/tree', { path: { app_id: appId } });
  const isReady = draft.value !== undefined || draft.error !== undefined;
  // Places of the draft as it was found: what is changed in it meanwhile moves nothing here.
  const [found, setFound] = useState(draft.value?.tree);
  if (found === undefined && draft.value !== undefined) setFound(draft.value.tree);
  const tree = useMemo(() => treeOf(graph, found), [graph, found]);
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
  }, [graph, nodes, differing, t]);
  const edgeMarks = useMemo(() => edgeMarksOf(graph, nodes, t.passed), [graph, nodes, t]);
  // Half a page beside another run, or all of it.
  const room = differing === undefined ? 1000 : 480;
  const height = useMemo(() => heightOf(tree, room), [tree, room]);
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
