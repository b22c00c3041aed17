import { isMapping } from '#engine';

/** The mappings of a list; anything else has none. */
export function mappings(value: unknown): readonly Readonly<Record<string, unknown>>[] {
  return Array.isArray(value) ? value.filter(isMapping) : [];
}
