import { isDeepStrictEqual } from 'node:util';
import { isPlatformError, PlatformError } from '#kernel';
import type { InstallChanges, Installed } from '#plugins/plugin-installs/contract.ts';
import type { PackagePermissions } from '#plugins/plugin-packages/contract.ts';

/** A package of a lock: exactly these bytes, of exactly this owner. */
export interface LockedPackage {
  readonly name: string;
  readonly version: string;
  readonly integrity: string;
  /** Where it came from, and comes from again; empty: wherever it is. */
  readonly source: string;
  /** Id of the key that vouches for it; null: none. */
  readonly signer: string | null;
  /** What it may do, as people read it before they consent: a lock that says another thing than the package is refused. */
  readonly granted: PackagePermissions;
}

export interface PluginLock {
  readonly lock_version: 1;
  readonly packages: readonly LockedPackage[];
}

/** What applying a lock did. */
export interface AppliedLock {
  readonly installed: readonly Installed[];
  /** Installed exactly so before. */
  readonly unchanged: readonly string[];
  readonly failed: readonly {
    readonly name: string;
    readonly version: string;
    readonly code: string;
    readonly message: string;
  }[];
}

/** What a workspace has installed, as it can be installed elsewhere: no settings, which each workspace has of its own. */
export async function lockOf(changes: InstallChanges, workspaceId: string): Promise<PluginLock> {
  const shelves = await changes.shelves(workspaceId);
  const packages = shelves.map(({ latest: { source, signer }, current: { name, version, integrity, granted } }) => ({
    ...{ name, version, integrity, source, signer, granted },
  }));
  return { lock_version: 1, packages };
}

/**
 * Installs what a lock names, each for itself: one that can't be had does not keep the others away. What is installed
 * besides stays. Bytes, signer and source count, not names: what is not there as the lock has it fails.
 */
export async function applyLock(
  changes: InstallChanges,
  lock: PluginLock,
  to: { readonly workspaceId: string; readonly accountId: string | null },
): Promise<AppliedLock> {
  const installed: Installed[] = [];
  const unchanged: string[] = [];
  const failed: AppliedLock['failed'][number][] = [];
  for (const locked of lock.packages) {
    const { name, version } = locked;
    try {
      const shelf = (await changes.shelves(to.workspaceId)).find(({ current }) => current.name === name);
      if (shelf?.current.integrity === locked.integrity && shelf.current.version === version) {
        refuseOthers(locked, shelf.latest);
        unchanged.push(name);
        continue;
      }
      // Members of a bundle are installed as the lock names them: others would do what nobody has read.
      const isFrom = locked.source !== '' && locked.source !== 'upload';
      const wanted = { name, version, isAlone: true, ...(isFrom && { source: locked.source }) };
      const plan = await changes.plan(to.workspaceId, wanted);
      if (plan.package.integrity !== locked.integrity) throw otherBytes(locked, plan.source);
      if (!isDeepStrictEqual(locked.granted, plan.package.manifest.permissions)) throw otherPermissions(locked);
      refuseOthers(locked, plan);
      installed.push(await changes.install(to.workspaceId, wanted, { consent: plan.consent, accountId: to.accountId }));
    } catch (error) {
      if (!isPlatformError(error)) throw error;
      const isUpload = locked.source === 'upload' && error.code === 'plugin-sources.not_found';
      const uploaded = `${name} ${version} was uploaded where the lock was made: upload it here too.`;
      failed.push({ name, version, code: error.code, message: isUpload ? uploaded : error.message });
    }
  }
  return { installed, unchanged, failed };
}

/** The same bytes of others are another plugin: its next version comes from them. */
function refuseOthers(
  { name, version, signer, source }: LockedPackage,
  found: { readonly signer: string | null; readonly source: string },
): void {
  if (signer !== found.signer) {
    const message = `The lock names ${signer ?? 'nobody'} as signer of ${name} ${version}, and here it is ${found.signer ?? 'nobody'}. It was not installed: install it by name, where its signer is shown.`;
    throw new PlatformError('conflict', 'plugin-management.other_signer', message);
  }
  if (source !== '' && source !== found.source) {
    const message = `The lock names ${source} as source of ${name} ${version}, and here it is ${found.source}. It was not installed: install it by name, where its source is shown, or write that source into the lock.`;
    throw new PlatformError('conflict', 'plugin-management.other_source', message);
  }
}

function otherBytes({ name, version }: LockedPackage, source: string): PlatformError {
  const message = `The source ${source} has another package as ${name} ${version} than the lock: their SHA-512 differ. It was not installed.`;
  return new PlatformError('conflict', 'plugin-management.other_bytes', message);
}

function otherPermissions({ name, version }: LockedPackage): PlatformError {
  const message = `The lock does not say what ${name} ${version} may do, or says it wrongly. It was not installed: install it by name, where its permissions are shown.`;
  return new PlatformError('conflict', 'plugin-management.other_permissions', message);
}
