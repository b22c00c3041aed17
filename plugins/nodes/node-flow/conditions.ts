import {
  type FileValue,
  isFileValue,
  isMapping,
  type NodeContext,
  NodeError,
  parseTemplate,
  readSelector,
  type Selector,
  type Template,
} from '#engine';
import { namedAttribute, withDot } from './file-attribute.ts';
import { type Operator, operatorName, operatorOf } from './operators.ts';
import { readMappings, readText, type Settings } from './settings.ts';

/** Conditions joined by one logical operator, prepared: operators picked, templates parsed. */
export interface CompiledConditions {
  readonly isAnd: boolean;
  readonly conditions: readonly Condition[];
}

interface Condition {
  readonly selector: Selector | null;
  readonly operatorName: string;
  readonly operator: Operator;
  readonly expected: Expected;
  /** For arrays of files; null when the document has none. */
  readonly files: { readonly isAnd: boolean; readonly conditions: readonly FileCondition[] } | null;
}

interface FileCondition {
  readonly key: string;
  readonly operator: Operator;
  /** The operator's name has "not": every file must satisfy it, otherwise any. */
  readonly forAll: boolean;
  readonly expected: Expected;
}

/** The right side: a template when it is a text with placeholders, else the value itself. */
type Expected = { readonly template: Template } | { readonly value: unknown };

/** What conditions read; a node's context is one. */
export type ConditionContext = Pick<NodeContext, 'variables' | 'render'>;

export interface ConditionOutcome {
  /** One result per evaluated condition: evaluation stops when the outcome is certain. */
  readonly results: readonly boolean[];
  readonly holds: boolean;
  /** What was compared, for the run's record. */
  readonly compared: readonly Readonly<Record<string, unknown>>[];
}

/** Prepares the `conditions` and `logical_operator` of a document. Never throws: a bad operator fails when evaluated. */
export function compileConditions(conditions: unknown, logicalOperator: unknown): CompiledConditions {
  return {
    isAnd: logicalOperator !== 'or',
    conditions: readMappings(conditions).map((condition) => ({
      selector: readSelector(condition.variable_selector),
      operatorName: operatorName(condition.comparison_operator),
      operator: operatorOf(readText(condition.comparison_operator)),
      expected: compileExpected(condition.value),
      files: isMapping(condition.sub_variable_condition) ? compileFiles(condition.sub_variable_condition) : null,
    })),
  };
}

function compileFiles(group: Settings): NonNullable<Condition['files']> {
  return {
    isAnd: group.logical_operator !== 'or',
    conditions: readMappings(group.conditions).map((condition) => ({
      key: readText(condition.key),
      operator: operatorOf(readText(condition.comparison_operator)),
      forAll: readText(condition.comparison_operator).includes('not'),
      expected: compileExpected(condition.value),
    })),
  };
}

function compileExpected(value: unknown): Expected {
  if (typeof value !== 'string') return { value: value ?? null };
  const template = parseTemplate(value);
  return template.selectors.length > 0 ? { template } : { value };
}

/**
 * Evaluates left to right with short circuit. Throws NodeError for a missing variable or a wrong type. `isEarly`: a variable may
 * be without a value yet, and what asks for one does not hold.
 */
export function evaluateConditions(
  compiled: CompiledConditions,
  context: ConditionContext,
  { isEarly = false }: { readonly isEarly?: boolean } = {},
): ConditionOutcome {
  const results: boolean[] = [];
  const compared: Record<string, unknown>[] = [];
  for (const condition of compiled.conditions) {
    const result = !(isEarly && lacksValue(condition, context)) && evaluate(condition, context, compared);
    results.push(result);
    if (result !== compiled.isAnd) return { results, holds: result, compared };
  }
  return { results, holds: compiled.isAnd, compared };
}

function lacksValue({ selector, expected }: Condition, { variables }: ConditionContext): boolean {
  const named = 'template' in expected ? expected.template.selectors : [];
  return [...(selector === null ? [] : [selector]), ...named].some((each) => variables.get(each) === undefined);
}

function evaluate(condition: Condition, context: ConditionContext, compared: Record<string, unknown>[]): boolean {
  const left = condition.selector === null ? undefined : context.variables.get(condition.selector);
  if (left === undefined) {
    const name = condition.selector?.join('.') ?? '(none)';
    throw new NodeError('VariableNotFoundError', `Variable ${name} not found`);
  }
  if (takesFiles.has(condition.operatorName) && isFileArray(left, condition, context)) {
    if (condition.files === null) throw new NodeError('ValueError', 'Sub variable is required for a list of files');
    return evaluateFiles(left, condition.files, context);
  }
  let expected = resolve(condition.expected, context);
  if (isBooleanLeft(left) && expected !== null) expected = asBooleans(condition.operatorName, expected);
  compared.push({ actual_value: left, expected_value: expected, comparison_operator: condition.operatorName });
  return condition.operator(left, expected);
}

const takesFiles = new Set(['contains', 'not contains', 'all of']);

/** An empty list counts by its declared type, or by the document asking about files. */
function isFileArray(left: unknown, condition: Condition, { variables }: ConditionContext): left is FileValue[] {
  if (!Array.isArray(left)) return false;
  if (left.length > 0) return left.every(isFileValue);
  return condition.files !== null || variables.type(condition.selector ?? []) === 'array[file]';
}

function isBooleanLeft(left: unknown): boolean {
  if (typeof left === 'boolean') return true;
  return Array.isArray(left) && left.length > 0 && left.every((item) => typeof item === 'boolean');
}

const comparesOne = new Set(['is', 'is not', '=', '≠', '>', '<', '≥', '≤', 'contains', 'not contains']);
const comparesList = new Set(['in', 'not in', 'all of']);

/** Other operators look at the left side only: what editors leave on the right (`''`) must not fail the node. */
function asBooleans(operatorName: string, expected: unknown): unknown {
  if (comparesList.has(operatorName)) return Array.isArray(expected) ? expected.map(toBoolean) : toBoolean(expected);
  return comparesOne.has(operatorName) ? toBoolean(expected) : expected;
}

/** The text of a boolean's right side is JSON: `true`, `false`, 0, 1. */
function toBoolean(expected: unknown): boolean {
  let value = expected;
  if (typeof expected === 'string') {
    try {
      value = JSON.parse(expected.trim());
    } catch {
      value = undefined;
    }
  }
  if (typeof value === 'boolean') return value;
  if (typeof value === 'number' && Number.isInteger(value)) return value !== 0;
  throw new NodeError('ValueError', `A boolean is compared with true, false, 0 or 1, not with ${String(expected)}`);
}

function resolve(expected: Expected, context: ConditionContext): unknown {
  return 'template' in expected ? context.render(expected.template, 'text') : expected.value;
}

function evaluateFiles(
  files: readonly FileValue[],
  group: NonNullable<Condition['files']>,
  context: ConditionContext,
): boolean {
  const test = (condition: FileCondition): boolean => {
    const expected = resolve(condition.expected, context);
    const holds = (file: FileValue): boolean =>
      condition.key === 'extension'
        ? condition.operator(withDot(namedAttribute(file, 'extension')), withDot(expected))
        : condition.operator(namedAttribute(file, condition.key), expected);
    return condition.forAll ? files.every(holds) : files.some(holds);
  };
  return group.isAnd ? group.conditions.every(test) : group.conditions.some(test);
}
