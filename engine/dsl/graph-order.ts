/** An order of nodes that only depends on what they are and how they are connected. */
import { isMapping, toJson } from '#engine/run/values/value.ts';
import { type Mapping, mappingAt, textAt } from './tree.ts';

/**
 * The nodes as a reader follows them: those nearer to the start first, what lies in a container after it, and of two
 * that are equally far the one with the smaller id. What belongs to no path (notes, circles) comes last.
 */
export function orderNodes(nodes: readonly unknown[], edges: readonly unknown[]): unknown[] {
  const depths = depthsOf(nodes, edges);
  const ids = new Set(nodes.map((node) => textAt(node, 'id')));
  const keyed = nodes.map((node) => ({ node, id: textAt(node, 'id'), parent: parentOf(node, ids), text: '' }));
  for (const [, alike] of Map.groupBy(keyed, ({ id }) => id)) {
    if (alike.length > 1) for (const entry of alike) entry.text = toJson(entry.node);
  }
  keyed.sort(
    (a, b) =>
      (depths.get(a.id) ?? Number.MAX_SAFE_INTEGER) - (depths.get(b.id) ?? Number.MAX_SAFE_INTEGER) ||
      compareTexts(a.id, b.id) ||
      compareTexts(a.text, b.text),
  );
  const inside = Map.groupBy(keyed, ({ parent }) => parent);
  const ordered = new Set<(typeof keyed)[number]>();
  const open = [...(inside.get('') ?? [])].reverse();
  for (let entry = open.pop(); entry !== undefined; entry = open.pop()) {
    if (ordered.has(entry)) continue;
    ordered.add(entry);
    if (entry.id !== '') open.push(...[...(inside.get(entry.id) ?? [])].reverse());
  }
  // Containers that lie in each other are in nobody's order; nothing is lost all the same.
  for (const entry of keyed) ordered.add(entry);
  return [...ordered].map(({ node }) => node);
}

/** Code units: the same on every machine. */
export function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function parentOf(node: unknown, ids: ReadonlySet<string>): string {
  const data = mappingAt(node, 'data');
  const marks = [textAt(node, 'parentId'), textAt(data, 'loop_id'), textAt(data, 'iteration_id')];
  return marks.find((mark) => mark !== '' && ids.has(mark) && mark !== textAt(node, 'id')) ?? '';
}

/** Edges on the longest way from a node nothing leads to; none for notes, and for what a circle leads to. */
export function depthsOf(nodes: readonly unknown[], edges: readonly unknown[]): ReadonlyMap<string, number> {
  const waiting = new Map(nodes.map((node) => [textAt(node, 'id'), 0]));
  const targets = new Map<string, string[]>();
  for (const edge of edges.filter(isMapping)) {
    const [source, target] = [textAt(edge, 'source'), textAt(edge, 'target')];
    if (!waiting.has(source) || !waiting.has(target)) continue;
    waiting.set(target, (waiting.get(target) ?? 0) + 1);
    const known = targets.get(source);
    if (known === undefined) targets.set(source, [target]);
    else known.push(target);
  }
  const notes = new Set(nodes.filter(isNote).map((node) => textAt(node, 'id')));
  const ready = [...waiting].filter(([, count]) => count === 0).map(([id]) => id);
  const depths = new Map(ready.map((id) => [id, 0]));
  for (let id = ready.pop(); id !== undefined; id = ready.pop()) {
    for (const target of targets.get(id) ?? []) {
      depths.set(target, Math.max(depths.get(target) ?? 0, (depths.get(id) ?? 0) + 1));
      const left = (waiting.get(target) ?? 0) - 1;
      waiting.set(target, left);
      if (left === 0) ready.push(target);
    }
  }
  for (const [id, count] of waiting) if (count > 0) depths.delete(id);
  for (const id of notes) depths.delete(id);
  return depths;
}

function isNote(node: unknown): boolean {
  const type = textAt(mappingAt(node, 'data'), 'type');
  return textAt(node, 'type') === 'custom-note' || type === 'note' || type === '';
}

/** The key by which layouts and readers know an edge. */
export function edgeKey(edge: Mapping): string {
  const handle = textAt(edge, 'sourceHandle');
  const entry = textAt(edge, 'targetHandle');
  const from = isUsualHandle(handle) ? textAt(edge, 'source') : `${textAt(edge, 'source')}/${handle}`;
  const to = entry === '' || entry === 'target' ? textAt(edge, 'target') : `${textAt(edge, 'target')}/${entry}`;
  return `${from} -> ${to}`;
}

/** `success-branch` is an older name of the usual one. */
export function isUsualHandle(handle: string): boolean {
  return handle === '' || handle === 'source' || handle === 'success-branch';
}

/** What an edge is called where two documents are compared: what it connects, for its id is nobody's. */
export function edgeName(edge: unknown): string {
  const handle = textAt(edge, 'sourceHandle');
  return `${textAt(edge, 'source')}/${isUsualHandle(handle) ? 'source' : handle} → ${textAt(edge, 'target')}`;
}
