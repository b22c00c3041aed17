/**
 * Where packages come from: registries of the npm protocol, folders, indexes. Nothing of a package runs while it is looked
 * at.
 */
import { token } from '#kernel';
import type {
  PackageKind,
  PackageManifest,
  PackageSignature,
  RegistrySignature,
} from '#plugins/plugin-packages/contract.ts';

/** The source of the plugins that come with the program; no other may be called so. */
export const OWN_SOURCE = 'weft';

/** A registry of the npm protocol, a folder of the server, or a signed index. */
export type SourceKind = 'registry' | 'folder' | 'index';

/** A package as a catalogue lists it. All of it was written by others. */
export interface PackageSummary {
  readonly name: string;
  readonly version: string;
  /** Null: the source does not tell before the package is looked at. */
  readonly kind: PackageKind | null;
  readonly title: string;
  readonly about: string;
  readonly icon: string | null;
  readonly categories: readonly string[];
  readonly publisher: string;
  readonly source: string;
}

/** What is looked for. */
export interface CatalogueQuery {
  readonly text?: string;
  readonly kind?: PackageKind;
  readonly category?: string;
  /** Name of a source; absent: all. */
  readonly source?: string;
  /** From 1. */
  readonly page: number;
  /** At most 100. */
  readonly limit: number;
}

/** A part of what was found. */
export interface CataloguePage {
  readonly items: readonly PackageSummary[];
  readonly hasMore: boolean;
  /** Sources that did not answer, with the reason. */
  readonly silent: readonly { readonly source: string; readonly reason: string }[];
}

/** A version that a source has. */
export interface PackageVersion {
  readonly version: string;
  readonly integrity: string | null;
  /** Milliseconds since the epoch; null: not told. */
  readonly publishedAt: number | null;
  /** Bytes, unpacked; null: not told. */
  readonly size: number | null;
}

/** What a source tells of a package, newest version first. */
export interface PackageDetails extends PackageSummary {
  readonly manifest: PackageManifest;
  readonly license: string;
  readonly readme: string;
  readonly versions: readonly PackageVersion[];
  readonly size: number | null;
}

/** A tarball, whose bytes have the integrity that the source told. */
export interface FetchedPackage {
  readonly bytes: Uint8Array;
  readonly source: string;
  readonly sourceKind: SourceKind;
  /** Milliseconds since the epoch; null: not told. */
  readonly publishedAt: number | null;
  readonly signature: PackageSignature | null;
  readonly registrySignatures: readonly RegistrySignature[];
}

/**
 * The sources of this server. Throws `plugin-sources.not_found` (not-found) for a package or version that none has,
 * `plugin-sources.unknown_source` (invalid), `plugin-sources.unavailable` (unavailable) where a source does not answer,
 * `plugin-sources.damaged` (invalid) where bytes are not those that it told.
 */
export interface PluginSources {
  readonly names: readonly { readonly name: string; readonly kind: SourceKind }[];
  search(query: CatalogueQuery): Promise<CataloguePage>;
  show(name: string, source?: string): Promise<PackageDetails>;
  /** The package that a plugin id of a document means; null: none that a source knows. Never throws. */
  named(pluginId: string): Promise<PackageSummary | null>;
  /**
   * The first source that has the name, in whatever version; null: none. `upTo`: only those that come before this one, and it.
   * `silent`: sources before the one that was found that did not answer, and might have it. Never throws.
   */
  servedBy(
    name: string,
    upTo?: string,
  ): Promise<{ readonly source: string | null; readonly silent: readonly string[] }>;
  /** `version`: one, or a range; absent: the newest that is no pre-release. */
  fetch(wanted: {
    readonly name: string;
    readonly version?: string;
    readonly source?: string;
  }): Promise<FetchedPackage>;
}

export const PluginSources = token<PluginSources>('plugin-sources.sources');

/** Whether a version is older than another. */
export { isOlder } from './versions.ts';
