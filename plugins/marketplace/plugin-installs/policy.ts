import type { PackageSignature, PluginPackage, RegistrySignature } from '#plugins/plugin-packages/contract.ts';
import { registrySignerOf, signerOf } from '#plugins/plugin-packages/contract.ts';
import type { SourceKind } from '#plugins/plugin-sources/contract.ts';
import type { Trust } from './contract.ts';
import type { KeyRow } from './trust-store.ts';

/** What the operator allows. */
export interface Policy {
  readonly allowUnsigned: boolean;
  /** Names that may be installed; empty: all. */
  readonly allow: readonly string[];
  /** Days a version of a registry must be out, unless a trusted key has signed it. */
  readonly minimumAgeDays: number;
  /** Whether what runs as a process of Node may be installed. */
  readonly allowNode: boolean;
}

/** Where a package came from, and what came with it. */
export interface Provenance {
  readonly source: string;
  readonly sourceKind: SourceKind | 'upload';
  readonly publishedAt: number | null;
  readonly signature: PackageSignature | null;
  readonly registrySignatures: readonly RegistrySignature[];
}

/** Who vouches for a package: its operator put what lies in a folder of the server there, and named the keys of an index. */
export function trustOf(
  { name, version, integrity }: PluginPackage,
  { sourceKind, signature, registrySignatures }: Provenance,
  keys: readonly KeyRow[],
): { readonly trust: Trust; readonly signer: string | null } {
  const facts = { name, version, integrity };
  const publisher = signerOf(
    facts,
    signature,
    keys.filter(({ kind }) => kind === 'publisher'),
  );
  if (publisher !== null) return { trust: 'trusted', signer: publisher.id };
  if (sourceKind === 'folder' || sourceKind === 'index') return { trust: 'trusted', signer: null };
  const registry = registrySignerOf(
    facts,
    registrySignatures,
    keys.filter(({ kind }) => kind === 'registry'),
  );
  return registry === null ? { trust: 'unsigned', signer: null } : { trust: 'registry', signer: registry.id };
}

const dayMs = 86_400_000;

/** Why the operator does not allow it, each with the remedy; none: it may be installed. */
export function refusalsOf(
  { name, manifest }: PluginPackage,
  { sourceKind, publishedAt }: Provenance,
  trust: Trust,
  policy: Policy,
  now: number = Date.now(),
): readonly string[] {
  const refusals: string[] = [];
  if (policy.allow.length > 0 && !policy.allow.includes(name)) {
    refusals.push(`${name} is not among the plugins that the operator of this server allows (plugin-installs.allow).`);
  }
  if (trust === 'unsigned' && !policy.allowUnsigned && manifest.kind !== 'bundle') {
    refusals.push(
      'Nobody who is trusted here has signed it. The operator of this server can trust the key of its publisher (weft plugins trust), or allow what is unsigned (plugin-installs.allowUnsigned).',
    );
  }
  if (manifest.runtime === 'node' && !policy.allowNode) {
    refusals.push(
      'It runs as a process of Node, which the operator of this server has not allowed (plugin-installs.allowNode).',
    );
  }
  const isYoung = publishedAt === null || now - publishedAt < policy.minimumAgeDays * dayMs;
  if (sourceKind === 'registry' && trust !== 'trusted' && isYoung && policy.minimumAgeDays > 0) {
    refusals.push(
      `This version is younger than ${policy.minimumAgeDays} days: bad versions are mostly found out in that time. Wait, or choose an older one.`,
    );
  }
  return refusals;
}
