import {
  isTruthy,
  type NodeContext,
  NodeError,
  type NodeImplementation,
  type NodeResult,
  parseInteger,
  typeOf,
} from '#engine';
import { type CompiledList, compileList } from './compiled.ts';
import { type ItemKind, testOf } from './filter.ts';
import { orderItems } from './order.ts';

const kinds: ReadonlyMap<string, ItemKind> = new Map<string, ItemKind>([
  ['array[string]', 'string'],
  ['array[number]', 'number'],
  ['array[boolean]', 'boolean'],
  ['array[file]', 'file'],
]);

/** Filter, extract, order, limit, in this order (app DSL, document-extractor and list-operator). */
export const node: NodeImplementation<CompiledList> = { compile: compileList, run: runList };

function runList(compiled: CompiledList, context: NodeContext): NodeResult {
  const value = compiled.selector === null ? undefined : context.variables.get(compiled.selector);
  if (value === undefined) {
    const name = compiled.selector?.join('.') ?? '(none)';
    throw new NodeError('VariableNotFoundError', `Variable not found for selector: ${name}`);
  }
  if (!isTruthy(value)) return result([], []);
  const items = Array.isArray(value) ? value : [];
  const kind = kinds.get(typeOf(value));
  const inputs = { variable: value };
  if (kind === undefined) {
    throw new NodeError(
      'ListOperatorError',
      `Variable ${compiled.selector?.join('.')} must be a list of strings, numbers, booleans or files; it is ${typeOf(value)}.`,
      { details: { inputs } },
    );
  }
  try {
    return result(operate(compiled, { items, kind }, context), value);
  } catch (error) {
    throw error instanceof NodeError ? new NodeError(error.type, error.message, { details: { inputs } }) : error;
  }
}

interface List {
  readonly items: readonly unknown[];
  readonly kind: ItemKind;
}

function operate(compiled: CompiledList, { items, kind }: List, context: NodeContext): readonly unknown[] {
  let left = items;
  if (compiled.filter !== null) {
    const tests = compiled.filter.map((condition) => testOf(condition, kind, context));
    left = left.filter((item) => tests.every((test) => test(item)));
  }
  if (compiled.serial !== null) left = [itemAt(left, context.render(compiled.serial, 'text'))];
  if (compiled.order !== null) left = orderItems(left, kind, compiled.order);
  return compiled.limit === null ? left : left.slice(0, sizeOf(compiled.limit));
}

/** One item by its number, counted from 1. */
function itemAt(items: readonly unknown[], text: string): unknown {
  const serial = Number(parseInteger(text) ?? Number.NaN);
  if (Number.isNaN(serial)) {
    throw new NodeError('InvalidKeyError', `The serial number must be a whole number, got "${text.slice(0, 50)}".`);
  }
  if (serial < 1 || serial > items.length) {
    throw new NodeError('InvalidKeyError', `There is no item ${serial}: the list has ${items.length} at this point.`);
  }
  return items[serial - 1];
}

/** The end of a slice: negative sizes count from the end. */
function sizeOf(limit: unknown): number {
  const size = typeof limit === 'string' ? Number(parseInteger(limit) ?? Number.NaN) : Number(limit);
  if (Number.isFinite(size)) return Math.trunc(size);
  throw new NodeError('InvalidKeyError', 'The size of the limit must be a whole number.');
}

function result(items: readonly unknown[], variable: unknown): NodeResult {
  return {
    outputs: { result: items, first_record: items[0] ?? null, last_record: items.at(-1) ?? null },
    inputs: { variable },
  };
}
