import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import type { Mark } from '#plugins/drafts/web/canvas/contract.ts';

export type Change = Schemas['DocumentChange'];
type Mapping = Readonly<Record<string, unknown>>;

/** Two states of an app as one graph: what is there afterwards, and what was removed, where it stood. */
export interface Difference {
  readonly tree: Mapping;
  readonly marks: ReadonlyMap<string, Mark>;
  readonly edgeMarks: ReadonlyMap<string, Mark>;
  /** Changes of edges, by what the canvas calls the edges. */
  readonly edges: ReadonlyMap<string, Change>;
}

const looks = { added: 'ok', removed: 'bad', changed: 'accent' } as const;
/** A removed node whose place another has taken stands this far beside it, in pixels. */
const BESIDE = 40;

/** What is drawn of a comparison; null: neither state has a graph. `say`: a mark in words, short and in full. */
export function differenceOf(
  before: unknown,
  after: unknown,
  changes: readonly Change[],
  say: (change: Change) => Pick<Mark, 'text' | 'label'>,
): Difference | null {
  const [old, now] = [graphOf(before), graphOf(after)];
  if (old.nodes.length === 0 && now.nodes.length === 0) return null;
  const known = new Set(now.nodes.map(({ id }) => String(id)));
  const taken = new Set(now.nodes.map(placeOf));
  const gone = old.nodes.filter(({ id }) => !known.has(String(id))).map((node) => besideOthers(node, taken));
  const nodes = drawn([...now.nodes, ...gone], now.nodes);
  const edgeChanges = new Map(changes.filter(({ part }) => part === 'edge').map((change) => [change.id, change]));
  const isGone = (edge: Mapping) => edgeChanges.get(keyOf(edge))?.change === 'removed';
  const edges = [
    ...now.edges.map((edge, at) => ({ ...edge, id: edge.id === undefined ? `edge-${at}` : String(edge.id) })),
    ...old.edges.filter(isGone).map((edge, at) => ({ ...edge, id: `removed-${at}` })),
  ];
  const changed = new Map(
    edges.flatMap((edge) => {
      const change = edgeChanges.get(keyOf(edge));
      return change === undefined ? [] : [[edge.id, change] as const];
    }),
  );
  const mark = (change: Change): Mark => ({ look: looks[change.change], ...say(change) });
  return {
    tree: { workflow: { graph: { nodes, edges } } },
    marks: new Map(changes.flatMap((change) => (change.part === 'node' ? [[change.id, mark(change)] as const] : []))),
    edgeMarks: new Map([...changed].map(([id, change]) => [id, mark(change)] as const)),
    edges: changed,
  };
}

/** How the server names an edge: by what it connects. */
function keyOf({ source, sourceHandle, target }: Mapping): string {
  const handle = typeof sourceHandle === 'string' ? sourceHandle : '';
  const isUsual = handle === '' || handle === 'source' || handle === 'success-branch';
  return `${source}/${isUsual ? 'source' : handle} → ${target}`;
}

function graphOf(tree: unknown): { readonly nodes: readonly Mapping[]; readonly edges: readonly Mapping[] } {
  const graph = recordOf(recordOf(recordOf(tree).workflow).graph);
  return { nodes: recordsOf(graph.nodes), edges: recordsOf(graph.edges) };
}

const placeOf = ({ position, parentId }: Mapping) => JSON.stringify([position, parentId ?? '']);

/** Documents that nobody has drawn have most nodes in one place: all of them are laid out then. */
function drawn(nodes: readonly Mapping[], now: readonly Mapping[]): readonly Mapping[] {
  const most = Math.max(0, ...[...Map.groupBy(now, placeOf).values()].map(({ length }) => length));
  if (most < 2 || most * 2 < now.length) return nodes;
  return nodes.map(({ position: _position, positionAbsolute: _absolute, ...node }) => node);
}

function besideOthers(node: Mapping, taken: ReadonlySet<string>): Mapping {
  const { x, y } = recordOf(node.position);
  if (!taken.has(placeOf(node)) || typeof x !== 'number' || typeof y !== 'number') return node;
  return { ...node, position: { x: x + BESIDE, y: y + BESIDE } };
}

function recordOf(value: unknown): Mapping {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Mapping) : {};
}

function recordsOf(value: unknown): readonly Mapping[] {
  return Array.isArray(value)
    ? value.map(recordOf).filter(({ id, source }) => id !== undefined || source !== undefined)
    : [];
}
