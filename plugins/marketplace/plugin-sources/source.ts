import { PlatformError } from '#kernel';
import type { CatalogueQuery, FetchedPackage, PackageDetails, PackageSummary, SourceKind } from './contract.ts';

/** One place that packages come from. Null where it does not have what is wanted. */
export interface Source {
  readonly name: string;
  readonly kind: SourceKind;
  /** The first `limit` packages that match, from `offset` on. */
  search(
    query: Omit<CatalogueQuery, 'page' | 'source'> & { readonly offset: number },
  ): Promise<readonly PackageSummary[]>;
  show(name: string): Promise<PackageDetails | null>;
  /** The package of this plugin id, or that answers for it; absent: by its name only. */
  named?(pluginId: string): Promise<PackageSummary | null>;
  fetch(name: string, version?: string): Promise<FetchedPackage | null>;
}

export function damaged(name: string, source: string): PlatformError {
  return new PlatformError(
    'invalid',
    'plugin-sources.damaged',
    `What the source ${source} sent for ${name} is not what it said it would be: its SHA-512 is another one. Don't install it; tell whoever runs the source.`,
  );
}

export function unavailable(source: string, reason: string, cause?: unknown): PlatformError {
  return new PlatformError(
    'unavailable',
    'plugin-sources.unavailable',
    `The source ${source} does not answer: ${reason}`,
    {
      cause,
    },
  );
}
