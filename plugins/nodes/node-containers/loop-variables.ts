import {
  checkSize,
  fromJson,
  type GraphNode,
  isMapping,
  isNumeric,
  NodeError,
  type Rounds,
  type Selector,
  toText,
  typeOf,
  type Variables,
  zeroOf,
} from '#engine';
import { invalidSetting, type Settings } from './settings.ts';

/** A variable of a loop (app DSL, loop): lives at `[loop id, label]`, assigned inside, put out at the end. */
export interface LoopVariable {
  readonly label: string;
  readonly type: string;
  readonly source: { readonly selector: Selector } | { readonly value: unknown };
}

export function compileLoopVariables(node: GraphNode): readonly LoopVariable[] {
  const { loop_variables: list } = node.data;
  if (!Array.isArray(list)) return [];
  return list.filter(isMapping).map((settings, index) => compile(settings, node, `loop_variables[${index}]`));
}

function compile(settings: Settings, node: GraphNode, field: string): LoopVariable {
  const label = typeof settings.label === 'string' ? settings.label : '';
  if (label === '') throw invalidSetting(node, `${field}.label`, 'give the loop variable a name');
  const type = typeof settings.var_type === 'string' ? settings.var_type.toLowerCase() : 'string';
  const { value } = settings;
  if (settings.value_type === 'variable') {
    if (!Array.isArray(value) || value.length < 2) {
      throw invalidSetting(node, `${field}.value`, `choose the variable that ${label} begins with`);
    }
    return { label, type, source: { selector: value.map(String) } };
  }
  const constant = constantOf(value, type);
  if (constant === undefined) throw invalidSetting(node, `${field}.value`, `the value of ${label} is no ${type}`);
  return { label, type, source: { value: constant } };
}

/** A constant of the declared type, which may be written as JSON text; undefined when it is none. */
function constantOf(value: unknown, type: string): unknown {
  if (value === null || value === undefined) return zeroOf(type);
  if (type === 'string' || type === 'secret') return typeof value === 'string' ? value : toText(value);
  if (typeof value !== 'string') return isOfType(value, type) ? value : undefined;
  if (value.trim() === '') return zeroOf(type);
  try {
    const parsed = fromJson(type === 'boolean' ? value.toLowerCase() : value);
    return isOfType(parsed, type) ? parsed : undefined;
  } catch {
    return undefined;
  }
}

function isOfType(value: unknown, type: string): boolean {
  if (type.startsWith('array')) return Array.isArray(value);
  if (type === 'object') return isMapping(value) && !isNumeric(value);
  if (type === 'boolean') return typeof value === 'boolean';
  return type === 'number' || type === 'integer' || type === 'float' ? isNumeric(value) : true;
}

/** Gives every variable its first value. Throws NodeError when a source does not exist. */
export function declareLoopVariables(list: readonly LoopVariable[], variables: Variables, rounds: Rounds): void {
  // All are read first: a loop may begin with the variables of an earlier loop of the same name.
  const first = list.map(({ label, source }) => {
    const value = 'selector' in source ? variables.get(source.selector) : source.value;
    if (value !== undefined) return value;
    const name = 'selector' in source ? source.selector.join('.') : label;
    throw new NodeError('VariableNotFoundError', `Variable ${name} not found, with which ${label} begins`);
  });
  for (const [index, { label, type }] of list.entries()) {
    const value = first[index];
    rounds.declare(label, value === null || isOfType(value, type) ? type : typeOf(value), value);
  }
}

/** The values of the moment, by label. */
export function readLoopVariables(
  list: readonly LoopVariable[],
  variables: Variables,
  loopId: string,
): Readonly<Record<string, unknown>> {
  const values = Object.fromEntries(list.map(({ label }) => [label, variables.get([loopId, label]) ?? null]));
  checkSize(values, 'The output of the loop');
  return values;
}
