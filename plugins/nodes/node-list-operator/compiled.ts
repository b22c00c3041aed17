import { mappingOf, parseTemplate, type Selector, type Template } from '#engine';
import { operatorName } from '#plugins/node-flow/contract.ts';

export interface CompiledList {
  readonly selector: Selector | null;
  /** Null: not enabled. */
  readonly filter: readonly Condition[] | null;
  readonly serial: Template | null;
  readonly order: { readonly key: string; readonly isDescending: boolean } | null;
  readonly limit: unknown;
}

export interface Condition {
  readonly key: string;
  readonly operator: string;
  readonly expected: Expected;
}

/** The right side: texts are templates, also inside a list. */
export type Expected = Template | { readonly list: readonly Expected[] } | { readonly value: unknown };

/** Slice end of a limit that is enabled without a size. */
const defaultSize = -1;

/** Reads the node's settings once per graph (app DSL, document-extractor and list-operator). */
export function compileList(data: Readonly<Record<string, unknown>>): CompiledList {
  const filter = enabled(data.filter_by);
  const extract = enabled(data.extract_by);
  const order = enabled(data.order_by);
  const limit = enabled(data.limit);
  const variable = data.variable;
  return {
    selector: Array.isArray(variable) && variable.length > 1 ? variable.map(String) : null,
    filter: filter === null ? null : (Array.isArray(filter.conditions) ? filter.conditions : []).map(compileCondition),
    serial: extract === null ? null : parseTemplate(textOf(extract.serial ?? '1')),
    order: order === null ? null : { key: textOf(order.key), isDescending: order.value === 'desc' },
    limit: limit === null ? null : (limit.size ?? defaultSize),
  };
}

function enabled(value: unknown): Readonly<Record<string, unknown>> | null {
  const part = mappingOf(value);
  return part.enabled === true ? part : null;
}

function compileCondition(entry: unknown): Condition {
  const condition = mappingOf(entry);
  return {
    key: textOf(condition.key),
    operator: operatorName(condition.comparison_operator),
    expected: compileExpected(condition.value),
  };
}

function compileExpected(value: unknown): Expected {
  if (typeof value === 'string') return parseTemplate(value);
  return Array.isArray(value) ? { list: value.map(compileExpected) } : { value: value ?? null };
}

function textOf(value: unknown): string {
  return value === null || value === undefined ? '' : String(value);
}
