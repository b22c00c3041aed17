import type { PackageFacts } from '#plugins/plugin-packages/contract.ts';
import type { PackageSummary } from './contract.ts';

/** A package as a catalogue lists it, of what its package.json says. */
export function summaryOf({ name, version, author, manifest }: PackageFacts, source: string): PackageSummary {
  const { kind, title, about, icon = null, categories } = manifest;
  return { name, version, kind, title, about, icon, categories, publisher: author, source };
}
