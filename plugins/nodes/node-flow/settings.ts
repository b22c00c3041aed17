import { type GraphNode, isMapping } from '#engine';
import { PlatformError } from '#kernel';

/** Readers of node settings. Unknown keys are never looked at; what a schema let through may still be odd. */

export type Settings = Readonly<Record<string, unknown>>;

/** The mappings of a list setting; anything else in it is left out. */
export function readMappings(value: unknown): readonly Settings[] {
  return Array.isArray(value) ? value.filter((item) => isMapping(item)) : [];
}

/** A setting as text; `''` for what has none, such as a mapping with a key `toString`. */
export function readText(value: unknown): string {
  try {
    return String(value ?? '');
  } catch {
    return '';
  }
}

/** The error of a setting that can't be compiled. Names node and field. */
export function invalidSetting(node: GraphNode, field: string, problem: string): PlatformError {
  const name = node.title === '' ? node.id : `${node.title} (${node.id})`;
  return new PlatformError('invalid', 'node-flow.invalid_setting', `Node ${name}, ${field}: ${problem}`, { field });
}
