import { currentTime } from '#kernel';
import type { PackageSignature, PluginPackage, RegistrySignature } from '#plugins/plugin-packages/contract.ts';
import { registrySignerOf, scopeOf, signerOf } from '#plugins/plugin-packages/contract.ts';
import type { SourceKind } from '#plugins/plugin-sources/contract.ts';
import type { Trust } from './contract.ts';
import { nameOfKey } from './name-owners.ts';
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
  { id, name, version, integrity }: PluginPackage,
  { sourceKind, signature, registrySignatures }: Provenance,
  keys: readonly KeyRow[],
): {
  readonly trust: Trust;
  readonly signer: string | null;
  /** A key that signed it and is trusted, but not for this name. */
  readonly strange: KeyRow | null;
} {
  const facts = { name, version, integrity };
  const publishers = keys.filter(({ kind }) => kind === 'publisher');
  const found = signerOf(facts, signature, publishers);
  const publisher = publishers.find(({ id: key }) => key === found?.id) ?? null;
  if (publisher?.scopes.includes(scopeOf(id)) === true) {
    return { trust: 'trusted', signer: publisher.id, strange: null };
  }
  const strange = publisher;
  if (sourceKind === 'folder' || sourceKind === 'index') return { trust: 'trusted', signer: null, strange };
  const registry = registrySignerOf(
    facts,
    registrySignatures,
    keys.filter(({ kind }) => kind === 'registry'),
  );
  return registry === null
    ? { trust: 'unsigned', signer: null, strange }
    : { trust: 'registry', signer: registry.id, strange };
}

const dayMs = 86_400_000;

/** Why the operator does not allow it, each with the remedy; none: it may be installed. */
export function refusalsOf(
  { name, manifest }: PluginPackage,
  { sourceKind, publishedAt }: Provenance,
  { trust, strange }: Pick<ReturnType<typeof trustOf>, 'trust' | 'strange'>,
  policy: Policy,
  now: number = currentTime(),
): readonly string[] {
  const refusals: string[] = [];
  if (policy.allow.length > 0 && !policy.allow.includes(name)) {
    refusals.push(`${name} is not among the plugins that the operator of this server allows (plugin-installs.allow).`);
  }
  if (trust === 'unsigned' && !policy.allowUnsigned && manifest.kind !== 'bundle') {
    refusals.push(
      strange === null
        ? 'Nobody who is trusted here has signed it. The operator of this server can trust the key of its publisher (weft plugins trust), or allow what is unsigned (plugin-installs.allowUnsigned).'
        : `Nobody who is trusted here for this name has signed it: the key ${nameOfKey(strange)} is trusted for ${strange.scopes.length === 0 ? 'no scope' : `${strange.scopes.join(', ')} only`}. The operator of this server can trust it for more (weft plugins trust --scope).`,
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
