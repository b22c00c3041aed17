import '@xyflow/react/dist/base.css';
import { Background, type EdgeChange, type NodeChange, ReactFlow, type ReactFlowInstance } from '@xyflow/react';
import { memo, type RefObject, useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { useEditor, useGraph, useSelectedEdges, useSelectedNodes } from '#plugins/drafts/web/editor/editor-state.ts';
import { moveNodes } from '#plugins/drafts/web/graph/changes.ts';
import { GRID } from '#plugins/drafts/web/graph/geometry.ts';
import { type Point, placesOf } from '#plugins/drafts/web/graph/places.ts';
import type { Graph, GraphNode } from '#plugins/drafts/web/graph/read-graph.ts';
import { buildTexts } from '#plugins/drafts/web/texts/en.ts';
import { classes, lazyModule, useOnChange } from '#plugins/ui/web/contract.ts';
import styles from './canvas.module.css';
import { viewportOf } from './first-view.ts';
import { Drawing, type FlowNode, type Mark, nameOf } from './flow-elements.ts';
import { nodeTypes } from './node-card.tsx';
import { type PointerParts, usePointer } from './use-pointer.ts';
import { ZoomTools } from './zoom-tools.tsx';

const edgeTools = lazyModule(() => import('./edge-tools.tsx'));

export type Flow = ReactFlowInstance<FlowNode>;

const unmoved: ReadonlyMap<string, Point> = new Map();
const grid: [number, number] = [GRID / 2, GRID / 2];
const fit = { padding: 0.15, maxZoom: 1 };
const options = { hideAttribution: true };

/** What React Flow tells of what is chosen and dragged. */
function useFlowChanges(
  state: RefObject<{ readonly moved: ReadonlyMap<string, Point> }>,
  setMoved: (moved: ReadonlyMap<string, Point>) => void,
) {
  const { selection } = useEditor();
  const onNodesChange = useCallback(
    (changes: NodeChange<FlowNode>[]) => {
      const chosen = new Map<string, boolean>();
      let next: Map<string, Point> | null = null;
      for (const change of changes) {
        if (change.type === 'select') chosen.set(change.id, change.selected);
        if (change.type !== 'position' || change.position === undefined) continue;
        next ??= new Map(state.current.moved);
        next.set(change.id, change.position);
      }
      if (chosen.size > 0) selection.set(merged(selection.nodes, chosen), selection.edges);
      if (next !== null) setMoved(next);
    },
    [selection, state, setMoved],
  );
  const onEdgesChange = useCallback(
    (changes: EdgeChange[]) => {
      const chosen = new Map(
        changes.flatMap((change) => (change.type === 'select' ? [[change.id, change.selected]] : [])),
      );
      if (chosen.size > 0) selection.set(selection.nodes, merged(selection.edges, chosen));
    },
    [selection],
  );
  return { onNodesChange, onEdgesChange };
}

/** How long an edge counts as pointed at after the pointer has left it: as long as it takes to its buttons. */
const LINGER = 250;

/** The edge that is pointed at. */
function useHoveredEdge() {
  const [hovered, setHovered] = useState<string | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const point = useCallback((id: string | null) => {
    clearTimeout(timer.current);
    if (id === null) timer.current = setTimeout(() => setHovered(null), LINGER);
    else setHovered(id);
  }, []);
  // The same at each step of a drag: every edge has them.
  const onEdgeEnter = useCallback((_event: unknown, { id }: { readonly id: string }) => point(id), [point]);
  const onEdgeLeave = useCallback(() => point(null), [point]);
  return { hovered, point, onEdgeEnter, onEdgeLeave };
}

/** The edges as they are drawn, with the way that the run took which is shown. */
function useEdges(drawing: Drawing, graph: Graph, nodes: readonly FlowNode[], hovered: string | null) {
  const t = buildTexts();
  const { runs } = useEditor();
  const ways = useSyncExternalStore(runs.subscribe, () => runs.ways);
  const selectedEdges = useSelectedEdges();
  return useMemo(() => {
    const titleOf = (id: string) => graph.byId.get(id)?.title || t.start;
    const label = (source: string, target: string) => t.edgeFrom(titleOf(source), titleOf(target));
    const taken = new Set(ways === '' ? [] : ways.split('\n'));
    const marks = new Map(
      graph.edges.flatMap(({ id, source, target }): [string, Mark][] =>
        taken.has(`${source} ${target}`)
          ? [[id, { look: 'ok', label: t.edgeTaken(titleOf(source), titleOf(target)) }]]
          : [],
      ),
    );
    return drawing.edges(graph, nodes, { selected: selectedEdges, hovered, marks, label });
  }, [drawing, graph, nodes, selectedEdges, hovered, ways, t]);
}

/** The graph, drawn. Places are written when a drag ends. */
export const Canvas = memo(function Canvas({
  onReady,
  commands,
  asks,
}: PointerParts & { readonly onReady: (flow: Flow) => void }) {
  const t = buildTexts();
  const { forms, edit, store } = useEditor();
  const graph = useGraph();
  const selected = useSelectedNodes();
  const selectedEdges = useSelectedEdges();
  const [moved, setMoved] = useState(unmoved);
  const [drawing] = useState(() => new Drawing());
  const [kept] = useState(() => viewportOf(store.tree));
  const places = useMemo(() => placesOf(graph), [graph]);
  const nodes = useMemo(() => {
    const label = (node: GraphNode) => {
      const form = forms.of(node);
      return nameOf(node, form) || t.start;
    };
    return drawing.nodes({ graph, forms, places, moved, selected, label });
  }, [drawing, graph, forms, places, moved, selected, t]);
  const { hovered, point, onEdgeEnter, onEdgeLeave } = useHoveredEdge();
  const edges = useEdges(drawing, graph, nodes, hovered);
  const state = useRef({ graph, moved });
  state.current = { graph, moved };

  // What was moved is in the document now.
  useOnChange(places, () => setMoved(unmoved));

  const { onNodesChange, onEdgesChange } = useFlowChanges(state, setMoved);
  const onMoved = useCallback(() => {
    if (state.current.moved.size === 0) return;
    const operations = moveNodes(state.current.graph, state.current.moved);
    if (operations.length === 0 || !edit(operations)) setMoved(unmoved);
  }, [edit]);
  const pointer = usePointer({ commands, asks });
  const [chosen] = selectedEdges;
  const shownEdge = hovered ?? (selectedEdges.size === 1 && selected.size === 0 ? chosen : undefined);
  const EdgeTools = edgeTools.use(shownEdge !== undefined)?.EdgeTools;

  return (
    <ReactFlow<FlowNode>
      className={classes(styles.canvas, styles.editable)}
      nodes={nodes}
      edges={edges}
      nodeTypes={nodeTypes}
      onInit={onReady}
      onNodesChange={onNodesChange}
      onEdgesChange={onEdgesChange}
      onNodeClick={asks.settings}
      onNodeDragStop={onMoved}
      onSelectionDragStop={onMoved}
      {...pointer}
      onEdgeMouseEnter={onEdgeEnter}
      onEdgeMouseLeave={onEdgeLeave}
      connectOnClick={false}
      edgesReconnectable={false}
      zoomOnDoubleClick={false}
      onlyRenderVisibleElements
      disableKeyboardA11y
      deleteKeyCode={null}
      multiSelectionKeyCode={['Control', 'Meta', 'Shift']}
      selectionKeyCode="Shift"
      snapToGrid
      snapGrid={grid}
      {...(kept === null ? { fitView: true, fitViewOptions: fit } : { defaultViewport: kept })}
      minZoom={0.1}
      maxZoom={2}
      proOptions={options}
      aria-label={t.canvas}
    >
      <Background gap={GRID} size={1} />
      <ZoomTools commands={commands} />
      {shownEdge !== undefined && EdgeTools !== undefined && (
        <EdgeTools
          key={shownEdge}
          id={shownEdge}
          commands={commands}
          asks={asks}
          onPoint={(isOver) => point(isOver ? shownEdge : null)}
        />
      )}
    </ReactFlow>
  );
});

function merged(before: ReadonlySet<string>, changes: ReadonlyMap<string, boolean | string>): Set<string> {
  const next = new Set(before);
  for (const [id, isSelected] of changes) {
    if (isSelected === true) next.add(id);
    else next.delete(id);
  }
  return next;
}
