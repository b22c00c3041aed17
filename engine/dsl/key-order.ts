/** Keys in an order that readers expect: what a thing is and how it is called first, the rest by the alphabet. */
import { isMapping } from '#engine/run/values/value.ts';
import { compareTexts } from './graph-order.ts';
import type { Mapping } from './tree.ts';

const first = [
  ...['version', 'kind', 'app', 'dependencies', 'id', 'key', 'name', 'variable', 'label', 'title', 'type', 'mode'],
  ...['desc', 'description', 'role', 'provider', 'source', 'sourceHandle', 'target', 'targetHandle', 'parentId'],
  ...['value_type', 'nodes', 'edges', 'viewport'],
];
const ranks = new Map(first.map((key, index) => [key, index]));

/** What lies under these is somebody's own: a schema's order is what models write in, an object's what templates show. */
const kept = new Set([
  ...['schema', 'properties', 'outputs', 'output_schema', 'json_schema', 'structured_output', 'value', 'default'],
  ...['$defs', 'definitions'],
]);

/** A copy with its keys in order, at every depth. */
export function orderKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(orderKeys);
  return isMapping(value) ? orderMapping(value) : value;
}

function orderMapping(owner: Mapping): Mapping {
  const entries = Object.entries(owner).sort(([a], [b]) => rankOf(a) - rankOf(b) || compareTexts(a, b));
  return Object.fromEntries(entries.map(([key, value]) => [key, kept.has(key) ? value : orderKeys(value)]));
}

function rankOf(key: string): number {
  return ranks.get(key) ?? first.length;
}
