import type { JsonSchema } from '#kernel';

/** How a body is large. */
export const bodyShapes = ['long texts', 'escaped texts', 'many items', 'many members'] as const;
export type BodyShape = (typeof bodyShapes)[number];

interface Known {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly items?: JsonSchema;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly format?: string;
}

/** Members of a large mapping, and items of a large list: as many as a body may have, with those around them. */
const MEMBERS = 36_000;
const ITEMS = 350_000;

/** A JSON text of at most `size` bytes that a schema takes as far as types go, and that is as much work as it can be. */
export function make(schema: JsonSchema | undefined, shape: BodyShape, size: number): string {
  const { properties } = (schema ?? {}) as Known;
  const entries = Object.entries(properties ?? { text: {} });
  const share = Math.floor((size - 2_000) / Math.max(1, entries.length)) - 100;
  const members = entries.map(([name, inner], index) => {
    // What has many parts has them in one place.
    const isLarge = shape.includes('text') || index === largest(entries);
    return `${JSON.stringify(name)}:${jsonOf(inner as Known, shape, isLarge ? share : 0)}`;
  });
  return `{${members.join(',')}}`;
}

/** Which of them can hold most: a list or a mapping before a text. */
function largest(entries: readonly (readonly [string, JsonSchema])[]): number {
  const found = entries.findIndex(([, schema]) => ['array', 'object', undefined].includes(typeOf(schema as Known)));
  return Math.max(0, found);
}

function typeOf({ type }: Known): string | undefined {
  return typeof type === 'object' ? type[0] : type;
}

function jsonOf(schema: Known, shape: BodyShape, size: number): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return JSON.stringify(schema.enum[0]);
  switch (typeOf(schema)) {
    case 'integer':
    case 'number':
      return '1';
    case 'boolean':
      return 'true';
    case 'string':
      return schema.format === 'uuid' ? '"0190a000-0000-7000-8000-000000000000"' : textOf(shape, size);
    case 'array':
      return listOf((schema.items ?? {}) as Known, shape, size);
    default:
      return shape === 'many items' && size > 0 ? listOf({}, shape, size) : mappingOf(shape, size);
  }
}

function textOf(shape: BodyShape, size: number): string {
  if (size < 20) return '"x"';
  if (shape === 'escaped texts') return `"${'\\u4e2d\\"'.repeat(Math.floor(size / 8))}"`;
  return shape === 'long texts' ? `"${'a'.repeat(size)}"` : '"x"';
}

function listOf(items: Known, shape: BodyShape, size: number): string {
  if (size === 0) return '[]';
  if (shape !== 'many items') return `[${jsonOf(items, shape, size)}]`;
  const item = jsonOf(items, shape, 0);
  const parts = 1 + 10 * (item.split(':').length - 1) + 4 * (item.split(/[[{]/).length - 1);
  const count = Math.min(Math.floor(ITEMS / parts), Math.floor(size / (item.length + 1)));
  return `[${Array.from({ length: Math.max(1, count) }, () => item).join(',')}]`;
}

function mappingOf(shape: BodyShape, size: number): string {
  if (shape !== 'many members') return `{"x":${textOf(shape, size)}}`;
  const count = Math.min(MEMBERS, Math.floor(size / 12));
  return `{${Array.from({ length: count }, (_, index) => `"k${index}":1`).join(',')}}`;
}
