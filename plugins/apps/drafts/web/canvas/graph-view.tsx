import '@xyflow/react/dist/base.css';
import {
  Background,
  type EdgeMouseHandler,
  type NodeMouseHandler,
  type NodeProps,
  ReactFlow,
  type ReactFlowInstance,
} from '@xyflow/react';
import { createContext, memo, useContext, useEffect, useMemo, useRef, useState } from 'react';
import type { Mapping } from '#plugins/drafts/web/document/operations.ts';
import { Forms } from '#plugins/drafts/web/graph/forms.ts';
import { GRID } from '#plugins/drafts/web/graph/geometry.ts';
import { ownPlace, type Point, placesOf } from '#plugins/drafts/web/graph/places.ts';
import { type GraphNode, readGraph } from '#plugins/drafts/web/graph/read-graph.ts';
import { buildTexts } from '#plugins/drafts/web/texts/en.ts';
import { ErrorAlert, useApi } from '#plugins/studio/web/contract.tsx';
import { classes, Loading, Spinner, textLanguage, useOnChange } from '#plugins/ui/web/contract.ts';
import styles from './canvas.module.css';
import { CardBody } from './card-body.tsx';
import { Drawing, type FlowNode, type Mark, nameOf } from './flow-elements.ts';
import { InnerStart, NoteCard } from './node-card.tsx';

export type { Mark } from './flow-elements.ts';

/** A graph that is looked at. */
export interface GraphViewProps {
  /** A document as `GET …/draft/tree` tells it: what is read is `workflow.graph`. */
  readonly tree: Mapping;
  /** What is said of nodes, by their ids. */
  readonly marks?: ReadonlyMap<string, Mark>;
  /** What is said of edges, by their ids. */
  readonly edgeMarks?: ReadonlyMap<string, Mark>;
  /** The node or edge that is chosen. */
  readonly selected?: string | null;
  /** A node or an edge was chosen; null: none any more. */
  onSelect?(id: string | null, kind: 'node' | 'edge'): void;
  /** What the graph is, for who does not see it. */
  readonly label: string;
}

const FormsContext = createContext<Forms | null>(null);
const options = { hideAttribution: true };
const fit = { padding: 0.1, maxZoom: 1 };
const unmoved: ReadonlyMap<string, Point> = new Map();
const none: ReadonlySet<string> = new Set();

/** The graph of a document on a canvas that changes nothing of it, with what is said of its nodes and edges. */
export function GraphView(props: GraphViewProps) {
  const { value, error, refetch } = useApi('/console/api/node-types', { query: { language: textLanguage() } });
  const forms = useMemo(() => value && new Forms(value), [value]);
  if (error !== undefined) return <ErrorAlert error={error} refetch={refetch} />;
  if (forms === undefined) return <Loading label={buildTexts().loading} />;
  return (
    <FormsContext.Provider value={forms}>
      <DrawnGraph {...props} forms={forms} />
    </FormsContext.Provider>
  );
}

function DrawnGraph({
  tree,
  forms,
  marks,
  edgeMarks,
  selected = null,
  onSelect,
  label,
}: GraphViewProps & { readonly forms: Forms }) {
  const t = buildTexts();
  const graph = useMemo(() => readGraph(tree), [tree]);
  const [drawing] = useState(() => new Drawing());
  const flow = useRef<ReactFlowInstance<FlowNode> | null>(null);
  const places = usePlaces(graph, forms);
  const chosen = useMemo(() => (selected === null ? none : new Set([selected])), [selected]);
  const nodes = useMemo(() => {
    const name = (node: GraphNode) => nameOf(node, forms.of(node)) || t.start;
    return drawing.nodes({ graph, forms, places, moved: unmoved, selected: chosen, marks, label: name });
  }, [drawing, graph, forms, places, marks, chosen, t]);
  const edges = useMemo(
    () => drawing.edges(graph, nodes, { selected: chosen, marks: edgeMarks }),
    [drawing, graph, nodes, edgeMarks, chosen],
  );
  useOnChange(places, () => {
    // Nodes stand at their new places a frame later.
    const frame = requestAnimationFrame(() => void flow.current?.fitView(fit));
    return () => cancelAnimationFrame(frame);
  });
  const onNode: NodeMouseHandler<FlowNode> = (_, { id }) => onSelect?.(id === selected ? null : id, 'node');
  const onEdge: EdgeMouseHandler = (_, { id }) => onSelect?.(id === selected ? null : id, 'edge');
  return (
    <section
      className={styles.view}
      aria-label={label}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== ' ') return;
        const id = (event.target as HTMLElement).closest<HTMLElement>('.react-flow__node')?.dataset.id;
        if (id === undefined) return;
        event.preventDefault();
        onSelect?.(id === selected ? null : id, 'node');
      }}
    >
      <ReactFlow<FlowNode>
        className={styles.canvas}
        nodes={nodes}
        edges={edges}
        nodeTypes={nodeTypes}
        onInit={(ready) => {
          flow.current = ready;
        }}
        onNodeClick={onNode}
        onEdgeClick={onEdge}
        onPaneClick={() => selected !== null && onSelect?.(null, 'node')}
        nodesDraggable={false}
        nodesConnectable={false}
        edgesFocusable={false}
        onlyRenderVisibleElements
        disableKeyboardA11y
        deleteKeyCode={null}
        preventScrolling={false}
        zoomOnScroll={false}
        minZoom={0.1}
        maxZoom={2}
        fitView
        fitViewOptions={fit}
        proOptions={options}
      >
        <Background gap={GRID} size={1} />
      </ReactFlow>
    </section>
  );
}

/** Where nodes stand; where the document does not say it of all of them, they are laid out in order. */
function usePlaces(graph: ReturnType<typeof readGraph>, forms: Forms): ReadonlyMap<string, Point> {
  const own = useMemo(() => placesOf(graph), [graph]);
  const [laid, setLaid] = useState<{ readonly graph: unknown; readonly places: ReadonlyMap<string, Point> } | null>(
    null,
  );
  useEffect(() => {
    if (graph.nodes.every((node) => ownPlace(node) !== null)) return;
    let isGone = false;
    void import('#plugins/drafts/web/graph/tidy.ts').then(({ tidyPlaces }) => {
      if (!isGone) setLaid({ graph, places: new Map([...own, ...tidyPlaces(graph, forms)]) });
    });
    return () => {
      isGone = true;
    };
  }, [graph, forms, own]);
  return laid?.graph === graph ? laid.places : own;
}

const MarkedCard = memo(function MarkedCard({ data: { node, shape, mark }, selected }: NodeProps<FlowNode>) {
  const forms = useContext(FormsContext);
  return (
    <CardBody
      node={node}
      shape={shape}
      form={forms?.of(node)}
      selected={selected}
      look={mark && styles[`mark-${mark.look}`]}
    >
      {mark !== undefined && (
        <span className={classes(styles.mark, styles[mark.look])} title={mark.label}>
          {mark.isBusy && <Spinner />}
          {mark.text}
        </span>
      )}
    </CardBody>
  );
});

const nodeTypes = { card: MarkedCard, container: MarkedCard, note: NoteCard, 'inner-start': InnerStart };
