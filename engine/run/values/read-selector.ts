import type { Selector } from '#engine';

/** A selector as settings hold it; ids written as YAML numbers become text. Fewer than two parts address nothing: null. */
export function readSelector(value: unknown): Selector | null {
  return Array.isArray(value) && value.length >= 2 ? value.map(String) : null;
}
