import { type DocumentOperation, isMapping, toJson } from '#engine';
import type { DrawnApp, DrawnNode, Mapping } from './drawn-app.ts';
import { isSame, plannedEdges } from './make-edges.ts';
import { changedNode, type MakingParts, newNode, type PlannedNode } from './make-nodes.ts';
import { type Place, placesOf } from './make-places.ts';
import { newVariables } from './make-variables.ts';
import type { WantedChange, WantedEdge, WantedNode } from './read-answer.ts';

/** A change as an editor makes it, and what of the answer could not be taken. */
export interface MadeChange {
  readonly operations: readonly DocumentOperation[];
  readonly complaints: readonly string[];
  /** Nodes that are new or other than before. */
  readonly touched: ReadonlySet<string>;
}

const graphPath = ['workflow', 'graph'];
const nodesPath = [...graphPath, 'nodes'];
const edgesPath = [...graphPath, 'edges'];
/** Of one change of a draft. */
const MAX_OPERATIONS = 2_000;
/** No complaint tells more than this of an answer that is wrong all over. */
const MAX_COMPLAINTS = 40;

/** What an answer changes of the draft: operations that can be made of it as it is, whatever the answer says. */
export function makeChange(parts: MakingParts, answer: WantedChange): MadeChange {
  const all = new Set<string>();
  const complain = (complaint: string) => all.size < MAX_COMPLAINTS && void all.add(complaint.toWellFormed());
  const { app } = parts;
  const wanted = withOwnIds(app, answer);
  const removed = removedNodes(parts, wanted, complain);
  const planned = plannedNodes(parts, { wanted: wanted.nodes, removed }, complain);
  const innerStarts = new Map<string, string>();
  for (const { id, type, parent } of app.nodes) if (isInnerStart(type) && parent !== null) innerStarts.set(id, parent);
  for (const node of planned.values())
    if (node.isNew && containerOf(node) !== undefined) innerStarts.set(`${node.id}start`, node.id);
  const goneEdges = app.edges.filter(
    (edge) =>
      removed.has(edge.source) || removed.has(edge.target) || wanted.removedEdges.some((other) => isSame(edge, other)),
  );
  const kept = app.edges.filter((edge) => !goneEdges.includes(edge));
  const edges = plannedEdges({ byId: planned, innerStarts }, { kept, wanted: wanted.edges }, complain);
  const placed = new Map(
    app.nodes.flatMap(({ id, wrapper }) => (isMapping(wrapper.position) ? [[id, wrapper.position] as const] : [])),
  );
  const places = placesOf({ nodes: [...planned.values()], edges: [...kept, ...edges], placed });
  const changed = changedSettings(app, planned);
  const added = [...planned.values()].filter(({ isNew }) => isNew);
  const operations = [
    ...removedEdges(goneEdges),
    ...[...removed].map((id): DocumentOperation => ({ path: [...nodesPath, { id }], remove: true })),
    ...added.flatMap((node) => insertNode(node, planned, places.get(node.id))),
    ...changed,
    ...movedNodes(app, places),
    ...edges.map((edge) => insertEdge(edge, { app, planned, innerStarts })),
    ...newVariables(app, wanted.variables, complain),
  ];
  if (operations.length > MAX_OPERATIONS) {
    complain('It changes too much at once: change less.');
    return { operations: [], complaints: [...all], touched: new Set() };
  }
  const touched = new Set([
    ...added.map(({ id }) => id),
    ...changed.map(({ path }) => (path[3] as { readonly id: string }).id),
  ]);
  return { operations, complaints: [...all], touched };
}

const isInnerStart = (type: string) => type.endsWith('-start');
const containerOf = ({ nodeType }: PlannedNode) => nodeType?.traits.container?.kind;

/** New nodes under ids that can be named in placeholders and are nobody else's; all that names them goes along. */
function withOwnIds(app: DrawnApp, answer: WantedChange): WantedChange {
  const renamed = new Map<string, string>();
  const taken = new Set([...app.byId.keys(), 'sys', 'env', 'conversation']);
  for (const { id, type } of answer.nodes) {
    if (app.byId.has(id) || renamed.has(id)) continue;
    const base = /^[A-Za-z0-9_]{1,40}$/.test(id) ? id : `${type.replaceAll(/[^a-z0-9]/g, '_') || 'node'}_1`;
    let own = base;
    for (let count = 2; taken.has(own) || taken.has(`${own}start`); count++)
      own = `${base.replace(/_\d+$/, '')}_${count}`;
    taken.add(own);
    renamed.set(id, own);
  }
  const idOf = (id: string) =>
    renamed.get(id) ??
    (id.endsWith('start') && renamed.has(id.slice(0, -5)) ? `${renamed.get(id.slice(0, -5))}start` : id);
  const name = (value: unknown): unknown => {
    if (typeof value === 'string')
      return value.replace(/\{\{#([^.#{}]{1,100})\./g, (whole, id: string) =>
        renamed.has(id) ? `{{#${idOf(id)}.` : whole,
      );
    // A selector begins with the id of a node.
    if (Array.isArray(value))
      return value.map((each, at) =>
        at === 0 && value.length > 1 && typeof each === 'string' ? idOf(each) : name(each),
      );
    return isMapping(value) ? Object.fromEntries(Object.entries(value).map(([key, each]) => [key, name(each)])) : value;
  };
  const edge = ({ source, handle, target }: WantedEdge) => ({ handle, source: idOf(source), target: idOf(target) });
  return {
    ...answer,
    nodes: answer.nodes.map((node) => ({
      ...node,
      ...{ id: idOf(node.id), inside: node.inside === null ? null : idOf(node.inside) },
      settings: name(node.settings) as Mapping,
    })),
    edges: answer.edges.map(edge),
  };
}

/** With what lies inside them. The one node that a graph begins at stays. */
function removedNodes(
  { app, forms }: MakingParts,
  wanted: WantedChange,
  complain: (text: string) => void,
): ReadonlySet<string> {
  const gone = new Set<string>();
  const isSole = (node: DrawnNode) => forms.typeOf(node)?.traits.soleRoot === true;
  for (const id of wanted.removedNodes) {
    const node = app.byId.get(id);
    if (node === undefined) continue;
    if (isSole(node) || isInnerStart(node.type))
      complain(`Node "${id}" is where the graph begins: it stays. Change it instead.`);
    else gone.add(id);
  }
  for (const id of gone) for (const node of app.nodes) if (node.parent === id) gone.add(node.id);
  return gone;
}

function plannedNodes(
  parts: MakingParts,
  { wanted, removed }: { readonly wanted: readonly WantedNode[]; readonly removed: ReadonlySet<string> },
  complain: (text: string) => void,
): ReadonlyMap<string, PlannedNode> {
  const { app, forms } = parts;
  const planned = new Map<string, PlannedNode>();
  for (const node of app.nodes) {
    if (removed.has(node.id) || isInnerStart(node.type)) continue;
    const own = { id: node.id, type: node.type, title: node.title, parent: node.parent, data: node.data, isNew: false };
    planned.set(node.id, { ...own, form: forms.of(node), nodeType: forms.typeOf(node) });
  }
  // Containers come before what lies in them.
  const byDepth = wanted.toSorted((one, other) => Number(one.inside !== null) - Number(other.inside !== null));
  const titles = new Set([...planned.values()].map(({ title }) => title));
  for (const node of byDepth) {
    const known = planned.get(node.id);
    const before = app.byId.get(node.id);
    if (before !== undefined) {
      if (known !== undefined) planned.set(node.id, changedNode(parts, before, node, complain));
      continue;
    }
    const container = node.inside === null ? undefined : planned.get(node.inside);
    if (node.inside !== null && (container === undefined || containerOf(container) === undefined)) {
      complain(`Node "${node.id}" should lie inside "${node.inside.slice(0, 60)}", which is no container.`);
      continue;
    }
    const place = { id: node.id, parent: node.inside, title: freeTitle(node.title, titles) };
    const made = newNode(parts, node, place, complain);
    if (made === null) continue;
    const kind = container === undefined ? undefined : containerOf(container);
    const only = made.form?.only_in;
    if (only !== undefined && only !== kind)
      complain(`Node "${node.id}" of type ${made.type} may only lie inside a ${only}.`);
    else if (made.nodeType?.traits.root === true && (kind !== undefined || hasOther(planned, made)))
      complain(`There may be one node of type ${made.type} only: node "${node.id}" is left out.`);
    else {
      titles.add(made.title);
      planned.set(node.id, made);
    }
  }
  return planned;
}

/** A second beginning: where runs begin at one place, or of a type there may be one of. */
function hasOther(planned: ReadonlyMap<string, PlannedNode>, made: PlannedNode): boolean {
  const roots = [...planned.values()].filter(({ nodeType }) => nodeType?.traits.root === true);
  const isSole = (node: PlannedNode) => node.nodeType?.traits.soleRoot === true;
  return isSole(made) ? roots.length > 0 : roots.some(isSole);
}

function freeTitle(title: string, taken: ReadonlySet<string>): string {
  if (title === '' || !taken.has(title)) return title;
  for (let count = 2; ; count++) if (!taken.has(`${title} ${count}`)) return `${title} ${count}`;
}

function changedSettings(app: DrawnApp, planned: ReadonlyMap<string, PlannedNode>): readonly DocumentOperation[] {
  return app.nodes.flatMap((node) => {
    const next = planned.get(node.id);
    if (next === undefined) return [];
    return Object.entries(next.data).flatMap(([key, value]): readonly DocumentOperation[] =>
      toJson(node.data[key] ?? null) === toJson(value ?? null)
        ? []
        : [{ path: [...nodesPath, { id: node.id }, 'data', key], set: value }],
    );
  });
}

/** What makes way; the absolute places that some editors write beside move along. */
function movedNodes(app: DrawnApp, places: ReadonlyMap<string, Place>): readonly DocumentOperation[] {
  return app.nodes.flatMap(({ id, wrapper }) => {
    const place = places.get(id);
    const { position, positionAbsolute: absolute } = wrapper;
    if (place === undefined || !isMapping(position)) return [];
    const at = [...nodesPath, { id }];
    const move: DocumentOperation = { path: [...at, 'position'], set: { ...position, x: place.x } };
    if (!isMapping(absolute)) return [move];
    const x = Number(absolute.x) + Number(place.x) - Number(position.x);
    return [move, { path: [...at, 'positionAbsolute'], set: { ...absolute, x } }];
  });
}

function insideOf(parent: PlannedNode | undefined): Mapping {
  const kind = parent === undefined ? undefined : containerOf(parent);
  if (parent === undefined || kind === undefined) return {};
  return { [isInName(kind)]: true, [`${kind}_id`]: parent.id };
}

const isInName = (kind: string) => `isIn${kind.charAt(0).toUpperCase()}${kind.slice(1)}`;

/** A node as editors write it; a container with the mark its inside begins at. */
function insertNode(
  node: PlannedNode,
  planned: ReadonlyMap<string, PlannedNode>,
  position: Place = { x: 0, y: 0 },
): readonly DocumentOperation[] {
  const { id, parent, data } = node;
  const kind = containerOf(node);
  const inner = `${id}start`;
  const inserted = {
    ...{ id, type: 'custom', position },
    ...(parent !== null && { parentId: parent, zIndex: 1002 }),
    ...(kind !== undefined && { width: 520, height: 240 }),
    data: {
      ...data,
      ...insideOf(parent === null ? undefined : planned.get(parent)),
      ...(kind !== undefined && { start_node_id: inner }),
    },
  };
  const operations: DocumentOperation[] = [{ path: [...nodesPath, '-'], insert: inserted }];
  if (kind === undefined) return operations;
  const start = {
    ...{ id: inner, type: `custom-${kind}-start`, parentId: id, position: { x: 24, y: 68 }, zIndex: 1002 },
    data: { type: `${kind}-start`, title: '', desc: '', [isInName(kind)]: true },
  };
  return [...operations, { path: [...nodesPath, '-'], insert: start }];
}

function insertEdge(
  { source, handle, target }: WantedEdge,
  {
    app,
    planned,
    innerStarts,
  }: {
    readonly app: DrawnApp;
    readonly planned: ReadonlyMap<string, PlannedNode>;
    readonly innerStarts: ReadonlyMap<string, string>;
  },
): DocumentOperation {
  const taken = new Set(app.edges.map(({ id }) => id));
  const wanted = `${source}-${handle}-${target}-target`;
  let id = wanted;
  for (let count = 2; taken.has(id); count++) id = `${wanted}-${count}`;
  const end = planned.get(target);
  const parent = end?.parent == null ? undefined : planned.get(end.parent);
  const inner = innerStarts.get(source);
  const sourceType =
    inner === undefined ? planned.get(source)?.type : `${containerOf(planned.get(inner) as PlannedNode)}-start`;
  const edge = {
    ...{ id, type: 'custom', source, sourceHandle: handle, target, targetHandle: 'target' },
    data: { sourceType: sourceType ?? '', targetType: end?.type ?? '', ...insideOf(parent) },
    ...(parent !== undefined && { zIndex: 1002 }),
  };
  return { path: [...edgesPath, '-'], insert: edge };
}

/** By their ids; those that have none by their places, from behind. */
function removedEdges(edges: DrawnApp['edges']): readonly DocumentOperation[] {
  return edges
    .toSorted((one, other) => other.at - one.at)
    .map(({ id, at }) => ({ path: [...edgesPath, id === null ? at : { id }], remove: true }));
}
