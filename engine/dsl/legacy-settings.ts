/**
 * Older spellings of node settings, read as today's (app DSL, import). Works on the graph that is compiled; the
 * stored document stays as it was imported.
 */
import { isMapping } from '#engine/run/values/value.ts';
import { integerAt, type Mapping, textAt, valueAt, withEach, without } from './tree.ts';

/** Settings of any node as nodes expect them; what only one type has is its own business (`NodeDocument.upgrade`). */
export function modernSettings(data: Mapping): Mapping {
  return withRetryNumbers(withoutEmptyStrategy(lowerCaseTypes(data) as Mapping));
}

/** Digits of `data.version`; undefined when there are none. */
export function writtenVersion(data: Mapping): string | undefined {
  const digits = /\d+/.exec(textAt(data, 'version'))?.[0];
  return digits === undefined ? undefined : String(Number(digits));
}

const typeKeys: ReadonlySet<string> = new Set([
  'type',
  'value_type',
  'var_type',
  'varType',
  'output_type',
  'item_var_type',
]);
const typeNames = /^(?:array\[\w+\]|string|number|integer|float|object|boolean|file)$/i;

/** Free maps that models, tools and users fill: a `type` in there is theirs. */
const freeKeys: ReadonlySet<string> = new Set([
  'completion_params',
  'paramSchemas',
  'structured_output',
  'tool_parameters',
  'tool_configurations',
  'value',
  'default',
]);
/** Maps whose keys are names a user chose: an output may be named `value`. */
const namingKeys: ReadonlySet<string> = new Set(['outputs', 'children']);

/** Type names in another case (`Array[String]`). */
function lowerCaseTypes(value: unknown, areNames = false): unknown {
  if (Array.isArray(value)) return withEach(value, (item) => lowerCaseTypes(item));
  if (!isMapping(value)) return value;
  return withEach(value, (item, key) => {
    if (areNames) return lowerCaseTypes(item);
    if (freeKeys.has(key)) return item;
    if (typeof item === 'string') return typeKeys.has(key) && typeNames.test(item) ? item.toLowerCase() : item;
    return lowerCaseTypes(item, namingKeys.has(key));
  });
}

function withoutEmptyStrategy(data: Mapping): Mapping {
  const strategy = valueAt(data, 'error_strategy');
  return strategy === null || strategy === '' || strategy === 'none' ? without(data, 'error_strategy') : data;
}

/** Numbers of the retry settings may be text. */
function withRetryNumbers(data: Mapping): Mapping {
  const retry = valueAt(data, 'retry_config');
  if (retry === null) return without(data, 'retry_config');
  if (!isMapping(retry)) return data;
  const numbers = ['max_retries', 'retry_interval'].flatMap((key): [string, number][] => {
    const number = integerAt(retry, key);
    return number === undefined ? [] : [[key, number]];
  });
  return { ...data, retry_config: { ...retry, ...Object.fromEntries(numbers) } };
}
