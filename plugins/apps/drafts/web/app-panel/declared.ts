import { addTo, putAt } from '#plugins/drafts/web/configuration/place.ts';
import { type DocumentOperation, isMapping, type Mapping, type Path } from '#plugins/drafts/web/document/operations.ts';
import { text } from '#plugins/drafts/web/fields/values.ts';
import { listAt } from '#plugins/drafts/web/graph/read-graph.ts';
import { memberStep, renamed } from '#plugins/drafts/web/graph/uses.ts';

/** What variables belong to, as selectors name it. */
export type Owner = 'conversation' | 'env';

const keys = { conversation: 'conversation_variables', env: 'environment_variables' } as const;

const listTypes = ['array[string]', 'array[number]', 'array[boolean]', 'array[object]'];

/** Types that people choose among. */
export const typesOf: Readonly<Record<Owner, readonly string[]>> = {
  conversation: ['string', 'number', 'boolean', 'object', ...listTypes],
  env: ['string', 'number', 'secret', 'boolean', 'object', ...listTypes],
};

/** A variable of the app, as its document declares it. */
export interface Declared {
  readonly at: number;
  readonly entry: Mapping;
  readonly name: string;
  /** `string`, `array[object]`, `secret` … */
  readonly type: string;
  readonly description: string;
}

export function listPath(owner: Owner): Path {
  return ['workflow', keys[owner]];
}

/** The variables of the app; members of no known shape are left out. */
export function declaredOf(tree: Mapping, owner: Owner): readonly Declared[] {
  return listAt(tree, listPath(owner)).flatMap((entry, at) =>
    isMapping(entry)
      ? [
          {
            ...{ at, entry, name: text(entry.name) },
            ...{ type: text(entry.value_type).toLowerCase(), description: text(entry.description) },
          },
        ]
      : [],
  );
}

export function pathOf(tree: Mapping, owner: Owner, at: number): Path {
  const path = listPath(owner);
  return [...path, memberStep(listAt(tree, path), at)];
}

/** What a variable begins with. */
export function firstValue(type: string): unknown {
  if (type === 'number' || type === 'integer' || type === 'float') return 0;
  if (type === 'boolean') return false;
  if (type === 'object') return {};
  return type.startsWith('array') ? [] : '';
}

/** Whether a value may stand in a variable of a type. */
export function fitsType(type: string, value: unknown): boolean {
  const first = firstValue(type);
  if (Array.isArray(first)) return Array.isArray(value);
  return isMapping(first) ? isMapping(value) : typeof value === typeof first;
}

/** What a person has filled in. */
export interface Filled {
  readonly name: string;
  readonly type: string;
  readonly description: string;
  readonly value: unknown;
}

/** Keeps a variable, as one change; a new name is given to it at each place that names it. `before` null: it is new. */
export function savedVariable(
  tree: Mapping,
  owner: Owner,
  { before, filled, id }: { readonly before: Declared | null; readonly filled: Filled; readonly id: string },
): readonly DocumentOperation[] {
  const { name, type, description, value } = filled;
  if (before === null) {
    const entry = { id, name, description, value_type: type, value, selector: [owner, name] };
    return addTo(tree, listPath(owner), entry);
  }
  const path = pathOf(tree, owner, before.at);
  const isRenamed = before.name !== name;
  return [
    ...putAt(tree, [...path, 'name'], name),
    ...(isRenamed && 'selector' in before.entry ? putAt(tree, [...path, 'selector'], [owner, name]) : []),
    ...(before.type === type ? [] : putAt(tree, [...path, 'value_type'], type)),
    ...putAt(tree, [...path, 'value'], value),
    ...(before.description === description ? [] : putAt(tree, [...path, 'description'], description)),
    ...(isRenamed ? renamed(tree, [owner, before.name], name) : []),
  ];
}
