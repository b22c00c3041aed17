import type { JsonSchema } from '#kernel';
import { type OpenApiDocument, type Operation, operationsOf } from '#plugins/openapi/openapi-document.ts';
import { type Surface, surfaces } from '#plugins/openapi/surfaces.ts';
import { anchor } from './html.ts';

/** An operation with where it is. */
export type Placed = ReturnType<typeof operationsOf>[number];

/** What one page tells: the operations of a tag in one part of the API, and the named schemas that they are the first to use. */
export interface Group {
  readonly surface: Surface;
  readonly name: string;
  /** The last segment of its address. */
  readonly slug: string;
  readonly items: readonly Placed[];
  readonly schemas: readonly string[];
}

/** What a document has, as its pages part it. */
export interface Outline {
  /** In the order of reading: what runs apps, what manages them, the rest. */
  readonly groups: readonly Group[];
  /** The group whose page tells of a named schema. */
  readonly homes: ReadonlyMap<string, Group>;
}

const outlines = new WeakMap<OpenApiDocument, Outline>();

/** The outline of a document, made once for each. */
export function outlineOf(document: OpenApiDocument): Outline {
  const known = outlines.get(document);
  if (known !== undefined) return known;
  const made = outline(document);
  outlines.set(document, made);
  return made;
}

function outline(document: OpenApiDocument): Outline {
  const operations = operationsOf(document);
  const names = document.tags.map(({ name }) => name);
  const taken = new Set<string>();
  const groups = surfaces.flatMap((surface) => {
    const own = operations.filter(({ path }) => surfaces.find(({ has }) => has(path)) === surface);
    // Of `/v1` in the order of the document, which begins with what runs apps.
    const ordered = surface.id === 'runtime' ? names : [...names].sort();
    return ordered.flatMap((name): Group[] => {
      const items = own.filter(({ operation }) => operation.tags.includes(name));
      if (items.length === 0) return [];
      const schemas = [...reached(document, items)].filter((schema) => !taken.has(schema)).sort();
      for (const schema of schemas) taken.add(schema);
      return [{ surface, name, slug: anchor(surface.id, name).toLowerCase(), items, schemas }];
    });
  });
  return { groups, homes: new Map(groups.flatMap((group) => group.schemas.map((name) => [name, group] as const))) };
}

/** Names of the schemas that operations use, themselves or through others. */
function reached({ components }: OpenApiDocument, items: readonly Placed[]): ReadonlySet<string> {
  const found = new Set<string>();
  const look = (part: unknown): void => {
    for (const [, kind, name = ''] of JSON.stringify(part).matchAll(/"#\/components\/(schemas|responses)\/([^"]+)"/g)) {
      const target: JsonSchema | object | undefined =
        kind === 'schemas' ? components.schemas[name] : components.responses[name];
      if (target === undefined || found.has(`${kind}/${name}`)) continue;
      found.add(`${kind}/${name}`);
      look(target);
    }
  };
  for (const { operation } of items) look(operation satisfies Operation);
  return new Set([...found].flatMap((each) => (each.startsWith('schemas/') ? [each.slice('schemas/'.length)] : [])));
}
