import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import type { Mark } from '#plugins/drafts/web/canvas/contract.ts';
import type { NodeMoment } from './moment.ts';

type Mapping = Readonly<Record<string, unknown>>;
export type RunGraph = Schemas['RunGraph'];

/** The graph of a run as a document has it. Where nodes stand comes from the draft, as far as it has them still. */
export function treeOf({ nodes, edges }: RunGraph, draft: unknown): Mapping {
  const drawn = placesIn(draft);
  return {
    workflow: {
      graph: {
        nodes: nodes.map(({ id, data, parent_id: parentId }) => ({
          ...drawn.get(id),
          ...{ id, data },
          ...(parentId !== null && { parentId }),
        })),
        edges: edges.map((edge) => ({
          ...{ id: edgeId(edge), source: edge.source, sourceHandle: edge.source_handle, target: edge.target },
        })),
      },
    },
  };
}

const kept = ['position', 'width', 'height', 'type'];

function placesIn(draft: unknown): ReadonlyMap<string, Mapping> {
  const nodes = recordOf(recordOf(recordOf(draft).workflow).graph).nodes;
  const known = (Array.isArray(nodes) ? nodes : []).map((node: unknown) => {
    const all = recordOf(node);
    const entries = kept.flatMap((key) => (all[key] === undefined ? [] : [[key, all[key]]]));
    return [String(all.id), Object.fromEntries(entries) as Mapping] as const;
  });
  // Documents that nobody has drawn have all nodes in one place: they are laid out.
  const places = new Set(known.map(([, { position }]) => JSON.stringify(position)));
  return new Map(known.length > 1 && places.size === 1 ? [] : known);
}

/** About the size of a card without rows of its own. */
const CARD = { width: 240, height: 64 };

/** How high a graph is drawn that is fitted into so many pixels of width: a class of the canvas. */
export function heightOf(tree: Mapping, width: number): 'low' | 'high' {
  const nodes = recordOf(recordOf(tree.workflow).graph).nodes;
  const boxes = (Array.isArray(nodes) ? nodes : []).flatMap((node: unknown) => {
    const { position, parentId, width: wide, height: high } = recordOf(node);
    const { x, y } = recordOf(position);
    if (typeof x !== 'number' || typeof y !== 'number' || parentId !== undefined) return [];
    const size = { x: typeof wide === 'number' ? wide : CARD.width, y: typeof high === 'number' ? high : CARD.height };
    return [{ left: x, top: y, right: x + size.x, bottom: y + size.y }];
  });
  if (boxes.length === 0) return 'low';
  const across = Math.max(...boxes.map(({ right }) => right)) - Math.min(...boxes.map(({ left }) => left));
  const down = Math.max(...boxes.map(({ bottom }) => bottom)) - Math.min(...boxes.map(({ top }) => top));
  const drawn = down * Math.min(1, width / across);
  return drawn <= 200 ? 'low' : 'high';
}

export interface MarkWords {
  readonly states: Readonly<Record<string, string>>;
  readonly didNotRun: string;
  duration(seconds: number): string;
  times(count: number): string;
}

const looks: Readonly<Record<string, Mark['look']>> = {
  ...{ succeeded: 'ok', failed: 'bad', exception: 'warn', stopped: 'warn', running: 'accent', paused: 'accent' },
};

/** What the canvas says of each node at a moment. */
export function marksOf(graph: RunGraph, nodes: readonly NodeMoment[], words: MarkWords): ReadonlyMap<string, Mark> {
  const times = Map.groupBy(nodes, ({ nodeId }) => nodeId);
  return new Map(
    graph.nodes.map(({ id }): [string, Mark] => {
      const all = times.get(id) ?? [];
      const last = all.at(-1);
      if (last === undefined) return [id, { look: 'faint', label: words.didNotRun }];
      const state = words.states[last.status] ?? last.status;
      const text = [
        all.length > 1 ? words.times(all.length) : '',
        last.elapsed === null ? '' : words.duration(last.elapsed),
      ]
        .filter((each) => each !== '')
        .join(' · ');
      const label = [state, text].filter((each) => each !== '').join(', ');
      return [id, { look: looks[last.status] ?? 'faint', label, text, isBusy: last.status === 'running' }];
    }),
  );
}

/** The edges that the run has gone along, as far as nodes say where they were come to from. */
export function edgeMarksOf(graph: RunGraph, nodes: readonly NodeMoment[], passed: string): ReadonlyMap<string, Mark> {
  const ways = new Set(nodes.flatMap(({ nodeId, cameFrom }) => (cameFrom === null ? [] : [`${cameFrom} ${nodeId}`])));
  return new Map(
    graph.edges.flatMap((edge): [string, Mark][] =>
      ways.has(`${edge.source} ${edge.target}`) ? [[edgeId(edge), { look: 'ok', label: passed }]] : [],
    ),
  );
}

function edgeId(edge: RunGraph['edges'][number]): string {
  return `${edge.source}-${edge.source_handle}-${edge.target}`;
}

/** What the run had taken by a moment. */
export interface Totals {
  /** Seconds since it began. */
  readonly elapsed: number;
  readonly tokens: number;
  /** One currency; null: nothing, or several. */
  readonly price: { readonly amount: string; readonly currency: string } | null;
}

/** Containers tell what the nodes in them took together: these are not counted again. */
export function totalsOf(nodes: readonly NodeMoment[], containers: ReadonlySet<string>): Totals {
  const own = nodes.filter(({ nodeId }) => !containers.has(nodeId));
  const numberOf = (value: unknown) =>
    value === null || value === '' || Number.isNaN(Number(value)) ? 0 : Number(value);
  const paid = own.filter(({ metadata }) => numberOf(metadata.total_price) > 0);
  const currencies = new Set(paid.map(({ metadata }) => String(metadata.currency)));
  const sum = (of: readonly NodeMoment[], key: string) =>
    of.reduce((total, { metadata }) => total + numberOf(metadata[key]), 0);
  const begin = Math.min(...nodes.map(({ startedAt }) => startedAt));
  const end = Math.max(...nodes.map(({ startedAt, finishedAt }) => finishedAt ?? startedAt));
  const [currency = ''] = currencies;
  return {
    elapsed: nodes.length === 0 ? 0 : Math.max(0, end - begin) / 1000,
    tokens: sum(own, 'total_tokens'),
    price: currencies.size === 1 ? { amount: sum(paid, 'total_price').toFixed(8), currency } : null,
  };
}

export function containersOf(graph: RunGraph | undefined): ReadonlySet<string> {
  return new Set((graph?.nodes ?? []).flatMap(({ parent_id: id }) => (id === null ? [] : [id])));
}

function recordOf(value: unknown): Mapping {
  return typeof value === 'object' && value !== null ? (value as Mapping) : {};
}
