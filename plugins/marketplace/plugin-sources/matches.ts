import type { CatalogueQuery, PackageSummary } from './contract.ts';

/** Whether a package is among those that are asked for: each word of the text stands in its name, title or sentence. */
export function matches(
  summary: PackageSummary,
  { text = '', kind, category }: Omit<CatalogueQuery, 'page' | 'limit'>,
): boolean {
  if (kind !== undefined && summary.kind !== null && summary.kind !== kind) return false;
  if (category !== undefined && !summary.categories.includes(category)) return false;
  const said = `${summary.name} ${summary.title} ${summary.about}`.toLowerCase();
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => said.includes(word));
}
