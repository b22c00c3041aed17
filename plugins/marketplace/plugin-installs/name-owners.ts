import { type PluginPackage, scopeOf } from '#plugins/plugin-packages/contract.ts';
import { OWN_SOURCE } from '#plugins/plugin-sources/contract.ts';
import type { Trust } from './contract.ts';
import type { Provenance } from './policy.ts';
import type { KeyRow } from './trust-store.ts';

/** The scope of the plugins that come with the server: nobody else can have it. */
export const OWN_SCOPE = '@weft';

/** Who stands for a package: an update has the same ones, unless an owner of the workspace consents to others. */
export interface Identity {
  readonly trust: Trust;
  /** Id of the key that vouches for it; null: the source does, or nobody. */
  readonly signer: string | null;
  /** Name of the source; `upload`: somebody sent its file. */
  readonly source: string;
}

/** What of who stands for a package becomes another; null: it stays. */
export interface IdentityChanges {
  readonly signer: { readonly before: string | null; readonly after: string | null } | null;
  readonly source: { readonly before: string; readonly after: string } | null;
  readonly trust: { readonly before: Trust; readonly after: Trust } | null;
}

/** Whose a package is: of the key that signed it, else of the source that serves it, else of the workspace that it was sent to. */
export function ownerOf({ trust, signer, source }: Identity): string {
  if (trust === 'trusted' && signer !== null) return `key:${signer}`;
  return source === 'upload' ? 'upload' : `source:${source}`;
}

export function identityChanges(before: Identity | null, after: Identity): IdentityChanges {
  const change = <T>(one: T, other: T) => (one === other ? null : { before: one, after: other });
  if (before === null) return { signer: null, source: null, trust: null };
  return {
    signer: change(before.signer, after.signer),
    source: change(before.source, after.source),
    trust: change(before.trust, after.trust),
  };
}

/** Ids that documents may name it by: its own, and those it says it answers to. */
export function claimedIds({ id, manifest }: Pick<PluginPackage, 'id' | 'manifest'>): readonly string[] {
  const providers = manifest.providers.flatMap(({ aliases = [] }) => aliases.filter((alias) => alias.includes('/')));
  return [...new Set([id, ...manifest.aliases, ...providers].map((each) => each.toLowerCase()))];
}

/**
 * Why names that it takes are not its own: those of the server's own plugins, and of scopes that the operator trusts a key for. What
 * lies in a folder of the server, or in an index, the operator put there.
 */
export function foreignNames(
  read: Pick<PluginPackage, 'id' | 'manifest'>,
  { source, sourceKind }: Pick<Provenance, 'source' | 'sourceKind'>,
  signer: string | null,
  keys: readonly KeyRow[],
): readonly string[] {
  if (source === OWN_SOURCE) return [];
  const isOfOperator = sourceKind === 'folder' || sourceKind === 'index';
  return claimedIds(read).flatMap((id) => {
    const scope = scopeOf(id);
    if (scope === OWN_SCOPE) {
      return `The name ${id} is in the scope ${OWN_SCOPE}, which belongs to the plugins that come with this server: install those from the source ${OWN_SOURCE}.`;
    }
    const owners = keys.filter(({ kind, scopes }) => kind === 'publisher' && scopes.includes(scope));
    if (isOfOperator || owners.length === 0 || owners.some((key) => key.id === signer)) return [];
    const named = owners.map(nameOfKey).join(', ');
    return `The name ${id} is in the scope ${scope}, which belongs to who has the key ${named}, and that key has not signed it.`;
  });
}

export function nameOfKey({ id, label }: Pick<KeyRow, 'id' | 'label'>): string {
  return label === '' ? id : `${id} (${label})`;
}
