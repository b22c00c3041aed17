/**
 * Older spellings of node settings, read as today's (app DSL, import). Works on the graph that is compiled; the
 * stored document stays as it was imported.
 */
import { isMapping } from '../run/value.ts';
import { integerAt, listAt, type Mapping, mappingAt, textAt, valueAt, without } from './tree.ts';

type Rule = (data: Mapping) => Mapping;

const rules: ReadonlyMap<string, Rule> = new Map([
  ['if-else', withCases],
  ['http-request', modernRequest],
  ['tool', typedToolInputs],
  ['llm', (data) => flatContext(structuredOutput(data))],
  ['start', inputTypes],
]);

/** Settings of a node as nodes expect them. */
export function modernSettings(type: string, data: Mapping): Mapping {
  const rule = rules.get(type);
  const modern = withRetryNumbers(withoutEmptyStrategy(lowerCaseTypes(data) as Mapping));
  return rule ? rule(modern) : modern;
}

/**
 * Digits of `data.version`. An assigner without version is one of the second layout where it has items, unless these are
 * an empty list left over beside the settings of the first.
 */
export function nodeVersion(type: string, data: Mapping): string {
  const digits = /\d+/.exec(textAt(data, 'version'))?.[0];
  if (digits !== undefined) return String(Number(digits));
  if (type !== 'assigner' || !Array.isArray(valueAt(data, 'items'))) return '1';
  return listAt(data, 'items').length > 0 || listAt(data, 'assigned_variable_selector').length === 0 ? '2' : '1';
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
  if (Array.isArray(value)) return value.map((item) => lowerCaseTypes(item));
  if (!isMapping(value)) return value;
  const entries = Object.entries(value).map(([key, item]): [string, unknown] => {
    if (areNames) return [key, lowerCaseTypes(item)];
    if (freeKeys.has(key)) return [key, item];
    if (typeof item === 'string') return [key, typeKeys.has(key) && typeNames.test(item) ? item.toLowerCase() : item];
    return [key, lowerCaseTypes(item, namingKeys.has(key))];
  });
  return Object.fromEntries(entries);
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

/** One condition list without cases is the case `true`; a case is named by `case_id`, or by its `id`. */
function withCases(data: Mapping): Mapping {
  if (Array.isArray(valueAt(data, 'cases'))) {
    const cases = listAt(data, 'cases').map((item) =>
      isMapping(item) && textAt(item, 'case_id') === '' ? { ...item, case_id: textAt(item, 'id') } : item,
    );
    return { ...data, cases };
  }
  if (!Array.isArray(valueAt(data, 'conditions'))) return data;
  const only = {
    case_id: 'true',
    logical_operator: textAt(data, 'logical_operator', 'and'),
    conditions: listAt(data, 'conditions'),
  };
  return { ...without(data, 'conditions', 'logical_operator'), cases: [only] };
}

function modernRequest(data: Mapping): Mapping {
  const missing = ['timeout', 'authorization', 'headers', 'params', 'retry_config'].filter(
    (key) => valueAt(data, key) === null,
  );
  const modern = without(data, ...missing);
  const body = valueAt(modern, 'body');
  if (body === null) return { ...modern, body: { type: 'none', data: [] } };
  const content = valueAt(body, 'data');
  if (typeof content !== 'string' && content !== null) return modern;
  return { ...modern, body: { ...mappingAt(modern, 'body'), data: bodyItems(textAt(body, 'type'), content ?? '') } };
}

/** Text of older bodies: pairs were written one `key:value` per line, everything else is one item. */
function bodyItems(type: string, content: string): Mapping[] {
  if (content.trim() === '') return [];
  if (type !== 'form-data' && type !== 'x-www-form-urlencoded') return [{ key: '', type: 'text', value: content }];
  const lines = content.split('\n').filter((line) => line.trim() !== '');
  return lines.map((line) => {
    const colon = line.indexOf(':');
    const [key, value] = colon === -1 ? [line, ''] : [line.slice(0, colon), line.slice(colon + 1)];
    return { key: key.trim(), type: 'text', value: value.trim() };
  });
}

/** Every input of a tool as `{type, value}`; null means the tool decides. */
function typedToolInputs(data: Mapping): Mapping {
  const maps = ['tool_parameters', 'tool_configurations'].flatMap((key): [string, Mapping][] => {
    const stored = valueAt(data, key);
    return stored === undefined ? [] : [[key, typedInputs(stored)]];
  });
  return { ...data, ...Object.fromEntries(maps) };
}

function typedInputs(stored: unknown): Mapping {
  if (!isMapping(stored)) return {};
  const entries = Object.entries(stored).flatMap(([name, value]): [string, unknown][] => {
    if (value === null) return [];
    if (!isTypedInput(value)) return [[name, { type: 'constant', value }]];
    return value.value === null || value.value === undefined ? [] : [[name, value]];
  });
  return Object.fromEntries(entries);
}

function isTypedInput(value: unknown): value is Mapping {
  return isMapping(value) && ['mixed', 'variable', 'constant'].includes(textAt(value, 'type'));
}

function structuredOutput(data: Mapping): Mapping {
  const legacy = valueAt(data, 'structured_output_enabled');
  if (legacy === undefined || valueAt(data, 'structured_output_switch_on') !== undefined) return data;
  return { ...without(data, 'structured_output_enabled'), structured_output_switch_on: legacy };
}

/** Generated documents write the selector of the context as a list of selectors. */
function flatContext(data: Mapping): Mapping {
  const context = mappingAt(data, 'context');
  const [first] = listAt(context, 'variable_selector');
  return Array.isArray(first) ? { ...data, context: { ...context, variable_selector: first } } : data;
}

const inputTypeNames: ReadonlyMap<string, string> = new Map([
  ['string', 'text-input'],
  ['url', 'text-input'],
  ['json', 'json_object'],
  ['files', 'file-list'],
]);

/** Today's name of a start variable's type (app DSL, start). */
export function inputTypeName(type: string): string {
  return inputTypeNames.get(type) ?? (type === '' ? 'text-input' : type);
}

function inputTypes(data: Mapping): Mapping {
  const variables = listAt(data, 'variables').map((item) =>
    isMapping(item) ? { ...item, type: inputTypeName(textAt(item, 'type')) } : item,
  );
  return { ...data, variables };
}
