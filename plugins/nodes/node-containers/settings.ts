import { type GraphNode, isNumeric, numberOf, type Selector } from '#engine';
import { PlatformError } from '#kernel';

/** Readers of container settings; what a schema let through may still be odd. */

export type Settings = Readonly<Record<string, unknown>>;

/** A selector a container can't do without. */
export function requiredSelector(node: GraphNode, field: string, remedy: string): Selector {
  const value = node.data[field];
  if (!Array.isArray(value) || value.length < 2) throw invalidSetting(node, field, remedy);
  return value.map(String);
}

/** A whole number, which older documents also write as text; undefined for anything else. */
export function wholeNumber(value: unknown): number | undefined {
  const number = isNumeric(value) ? numberOf(value) : typeof value === 'string' && value.trim() ? Number(value) : NaN;
  return Number.isInteger(number) ? number : undefined;
}

/** The error of a setting that can't be compiled. Names node and field. */
export function invalidSetting(node: GraphNode, field: string, problem: string): PlatformError {
  const name = node.title === '' ? node.id : `${node.title} (${node.id})`;
  return new PlatformError('invalid', 'node-containers.invalid_setting', `Node ${name}, ${field}: ${problem}`, {
    field,
  });
}
