import { parse } from 'node:querystring';
import type { JsonSchema } from '#kernel';

export type QueryValues = Record<string, string | string[]>;

/** What a query schema says about how its parameters are written. */
export interface QueryRules {
  /** Wanted as arrays: they alone keep more than one value. */
  readonly arrays: ReadonlySet<string>;
  readonly numbers: ReadonlySet<string>;
  readonly booleans: ReadonlySet<string>;
  /** One of some texts, none of which is empty. */
  readonly choices: ReadonlySet<string>;
}

const NO_RULES: QueryRules = { arrays: new Set(), numbers: new Set(), booleans: new Set(), choices: new Set() };

export function queryRulesOf(schema: JsonSchema | undefined): QueryRules {
  const properties = schema?.properties;
  if (typeof properties !== 'object' || properties === null) return NO_RULES;
  const typeOf = (property: unknown) =>
    typeof property === 'object' && property !== null && 'type' in property ? property.type : undefined;
  const keysOf = (...types: readonly unknown[]) =>
    new Set(
      Object.entries(properties)
        .filter(([, property]) => types.includes(typeOf(property)))
        .map(([key]) => key),
    );
  const choices = Object.entries(properties).filter(([, property]) => {
    const texts: unknown =
      typeof property === 'object' && property !== null ? Reflect.get(property, 'enum') : undefined;
    return Array.isArray(texts) && !texts.includes('');
  });
  return {
    arrays: keysOf('array'),
    numbers: keysOf('integer', 'number'),
    booleans: keysOf('boolean'),
    choices: new Set(choices.map(([key]) => key)),
  };
}

/** How languages and forms write yes and no, in lower case. */
const booleans: ReadonlyMap<string, string> = new Map([
  ...['1', 'yes', 'on'].map((yes) => [yes, 'true'] as const),
  ...['0', 'no', 'off'].map((no) => [no, 'false'] as const),
]);

/**
 * Parses a query text into an object without prototype. Of a repeated key the last value counts. Clients write what they
 * have not as nothing, and `True` for true: a number, a boolean or a choice that is empty is absent.
 */
export function parseQuery(search: string, rules: QueryRules = NO_RULES): QueryValues {
  const values: QueryValues = Object.create(null);
  if (search === '') return values;
  for (const [key, value] of Object.entries(parse(search))) {
    if (value === undefined) continue;
    if (rules.arrays.has(key)) {
      values[key] = Array.isArray(value) ? value : [value];
      continue;
    }
    const last = Array.isArray(value) ? (value.at(-1) ?? '') : value;
    if (rules.booleans.has(key)) values[key] = booleans.get(last.toLowerCase()) ?? last.toLowerCase();
    else values[key] = last;
    if (last === '' && isAbsent(rules, key)) delete values[key];
  }
  return values;
}

/** Whether an empty text says nothing there. */
function isAbsent({ numbers, booleans, choices }: QueryRules, key: string): boolean {
  return numbers.has(key) || booleans.has(key) || choices.has(key);
}
