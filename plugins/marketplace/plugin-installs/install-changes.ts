import { createHash } from 'node:crypto';
import { type Contributions, newId, PlatformError } from '#kernel';
import {
  type PackageSignature,
  type Permission,
  type PluginPackage,
  permissionChanges,
  permissionsOf,
  readPackage,
  settingNamed,
  settingsIn,
} from '#plugins/plugin-packages/contract.ts';
import { isOlder, type PluginSources } from '#plugins/plugin-sources/contract.ts';
import type { Secrets } from '#plugins/secrets/contract.ts';
import type { BlockList } from './block-list.ts';
import type { InstallEnding, Installed, Trust } from './contract.ts';
import type { InstallStore, VersionRow } from './install-store.ts';
import { type Installs, SETTINGS_PURPOSE, type Shelf } from './installs.ts';
import { type Policy, type Provenance, refusalsOf, trustOf } from './policy.ts';
import { checkSettings, partedSettings } from './settings.ts';
import type { TrustStore } from './trust-store.ts';

export interface ChangesParts {
  readonly installs: Installs;
  readonly store: InstallStore;
  readonly trust: TrustStore;
  readonly blocks: BlockList;
  readonly sources: PluginSources;
  readonly secrets: Secrets;
  readonly endings: Contributions<InstallEnding>;
  readonly policy: Policy;
}

/** What is wanted: by name from a source, or the bytes of an upload. */
export type Wanted =
  | {
      readonly name: string;
      readonly version?: string;
      readonly source?: string;
      /** A bundle without its members: whoever asks names those that are wanted. */
      readonly isAlone?: boolean;
    }
  | { readonly bytes: Uint8Array; readonly signature: PackageSignature | null };

/** What an installation would be, shown before anybody consents. Nothing of the package has run. */
export interface InstallPlan {
  readonly package: PluginPackage;
  readonly source: string;
  readonly trust: Trust;
  readonly signer: string | null;
  readonly permissions: readonly Permission[];
  /** What is installed now; null: nothing. */
  readonly current: Installed | null;
  /** Against what is installed. */
  readonly changes: { readonly added: readonly Permission[]; readonly removed: readonly Permission[] };
  /** Why it can't be installed; none: it can. */
  readonly refusals: readonly string[];
  /** Of a bundle: its members, each as it would be installed. */
  readonly members: readonly InstallPlan[];
  /** What is consented to: another package, or other permissions, have another one. */
  readonly consent: string;
}

/** Installs, updates and removes. */
export class InstallChanges {
  readonly #parts: ChangesParts;

  constructor(parts: ChangesParts) {
    this.#parts = parts;
  }

  /** Of a bundle with its members, which one consent is given to. */
  async plan(workspaceId: string, wanted: Wanted): Promise<InstallPlan> {
    const plan = await this.#planOne(workspaceId, wanted);
    const packages = Object.entries(plan.package.manifest.packages);
    if (packages.length === 0 || ('name' in wanted && wanted.isAlone === true)) return plan;
    const members = await Promise.all(packages.map(([name, version]) => this.#planOne(workspaceId, { name, version })));
    const nested = members.filter((member) => member.package.manifest.kind === 'bundle');
    return {
      ...plan,
      members,
      permissions: [],
      refusals: [
        ...plan.refusals,
        ...members.flatMap(({ package: { name }, refusals }) => refusals.map((refusal) => `${name}: ${refusal}`)),
        ...nested.map(({ package: { name } }) => `${name}: a bundle holds no other bundle.`),
      ],
      consent: hashOf([plan.consent, ...members.map(({ consent }) => consent)]),
    };
  }

  async #planOne(workspaceId: string, wanted: Wanted): Promise<InstallPlan> {
    const { bytes, ...provenance } = await this.#fetched(wanted);
    const read = readPackage(bytes);
    const { trust: keys, installs, policy, blocks, store } = this.#parts;
    const { trust, signer } = trustOf(read, provenance, await keys.keys());
    const current = (await installs.list(workspaceId)).find(({ name }) => name === read.name) ?? null;
    const refusals = [...refusalsOf(read, provenance, trust, policy)];
    const block = blocks.find(read);
    if (block !== null) refusals.push(`The operator of this server has blocked it: ${block.reason}`);
    const known = await store.knownIntegrity(read.name, read.version);
    if (known !== null && known !== read.integrity) {
      refusals.push(
        `Another package of the same name and version is known here, with other contents. Its publisher must give a new version to what has changed.`,
      );
    }
    if (current !== null && isOlder(read.version, current.version)) {
      refusals.push(`The newer version ${current.version} is installed. Go back with a roll-back, or remove it first.`);
    }
    return {
      package: read,
      source: provenance.source,
      trust,
      signer,
      permissions: permissionsOf(read.manifest),
      current,
      changes:
        current === null
          ? { added: permissionsOf(read.manifest), removed: [] }
          : permissionChanges(current.manifest, read.manifest),
      refusals,
      members: [],
      consent: consentOf(read),
    };
  }

  /** Installs, or updates what is installed. `consent` is that of the plan. */
  async install(
    workspaceId: string,
    wanted: Wanted,
    given: { readonly consent: string; readonly accountId: string | null },
  ): Promise<Installed> {
    const plan = await this.plan(workspaceId, wanted);
    if (plan.refusals.length > 0) {
      throw new PlatformError(
        'forbidden',
        'plugin-installs.refused',
        `${plan.package.name} can't be installed. ${plan.refusals.join(' ')}`,
      );
    }
    if (plan.consent !== given.consent) throw consentChanged(plan.package.name);
    // The bundle last: where a member fails it is not installed, and may be installed again.
    for (const member of plan.members) await this.#activate(workspaceId, member, given.accountId);
    return this.#activate(workspaceId, plan, given.accountId);
  }

  /** The version that counted before the one that does. Throws `plugin-installs.no_earlier_version` (conflict). */
  async rollBack(workspaceId: string, id: string, accountId: string | null): Promise<Installed> {
    const shelf = await this.shelf(workspaceId, id);
    const { row } = shelf;
    const { store } = this.#parts;
    const earlier = this.earlier(shelf);
    if (earlier === undefined) {
      const message = `${row.name} has no earlier version here to go back to.`;
      throw new PlatformError('conflict', 'plugin-installs.no_earlier_version', message);
    }
    const { integrity, manifest, granted, trust, signer, source } = earlier;
    await store.activate(workspaceId, {
      ...{ id, endpointKey: row.endpointKey, installedBy: accountId, granted, trust, signer, source },
      package: { name: row.name, id: row.pluginId, integrity, manifest },
    });
    return this.#changed(workspaceId, row.name);
  }

  /** Settings that are not named stay; an empty text unsets one. */
  async configure(
    workspaceId: string,
    id: string,
    change: {
      readonly settings?: Readonly<Record<string, unknown>>;
      readonly isEnabled?: boolean;
      readonly newEndpointKey?: boolean;
    },
  ): Promise<Installed> {
    const { row, current } = await this.shelf(workspaceId, id);
    const { store, secrets, installs } = this.#parts;
    const given = change.settings === undefined ? undefined : checkSettings(current.manifest, change.settings);
    const all =
      given === undefined
        ? undefined
        : partedSettings(current.manifest, { ...row.settings, ...installs.openSecrets(row), ...given });
    if (all !== undefined && given !== undefined) {
      this.#refuseMovedSecrets(current, installs.openSecrets(row), row.settings, all.plain, given);
    }
    const hasSecrets = all !== undefined && Object.keys(all.secret).length > 0;
    await store.change(workspaceId, id, {
      ...(all !== undefined && {
        settings: all.plain,
        secrets: hasSecrets ? secrets.seal(workspaceId, SETTINGS_PURPOSE, JSON.stringify(all.secret)) : null,
      }),
      ...(change.isEnabled !== undefined && { isEnabled: change.isEnabled }),
      ...(change.newEndpointKey === true &&
        current.manifest.endpoint !== undefined && { endpointKey: secrets.token(32) }),
    });
    return this.#changed(workspaceId, row.name);
  }

  async remove(workspaceId: string, id: string): Promise<void> {
    const { current } = await this.shelf(workspaceId, id);
    for (const ending of this.#parts.endings.all()) await ending.removing(current);
    await this.#parts.store.remove(workspaceId, id);
    await this.#parts.installs.changed(workspaceId);
  }

  /** The version that a roll-back goes to: the newest older one that may run; undefined: there is none. */
  earlier({ row, current }: Shelf): VersionRow | undefined {
    return row.versions.findLast(
      ({ integrity, version }) =>
        integrity !== current.integrity &&
        isOlder(version, current.version) &&
        this.#parts.blocks.find({ name: row.name, version }) === null,
    );
  }

  /** All of a workspace, in the order of names. */
  shelves(workspaceId: string): Promise<readonly Shelf[]> {
    return this.#parts.installs.shelves(workspaceId);
  }

  /** All settings of an installation, secrets too: to be masked. */
  settingsOf({ row }: Shelf): Readonly<Record<string, string>> {
    return { ...row.settings, ...this.#parts.installs.openSecrets(row) };
  }

  async #activate(workspaceId: string, plan: InstallPlan, accountId: string | null): Promise<Installed> {
    const { store, secrets } = this.#parts;
    const { package: read, trust, signer, source } = plan;
    if (!(await store.keep(read))) throw consentChanged(read.name);
    await store.activate(workspaceId, {
      ...{ package: read, trust, signer, source, granted: read.manifest.permissions, installedBy: accountId },
      id: plan.current?.id ?? newId(),
      endpointKey: read.manifest.endpoint === undefined ? null : secrets.token(32),
    });
    return this.#changed(workspaceId, read.name);
  }

  async #changed(workspaceId: string, name: string): Promise<Installed> {
    await this.#parts.installs.changed(workspaceId);
    const found = (await this.#parts.installs.list(workspaceId)).find((installed) => installed.name === name);
    if (found === undefined) throw notInstalled();
    return found;
  }

  /** Throws `plugin-installs.not_found`. */
  async shelf(workspaceId: string, id: string): Promise<Shelf> {
    const found = (await this.shelves(workspaceId)).find(({ current }) => current.id === id);
    if (found === undefined) throw notInstalled();
    return found;
  }

  async #fetched(wanted: Wanted): Promise<Provenance & { readonly bytes: Uint8Array }> {
    if ('bytes' in wanted) {
      const { bytes, signature } = wanted;
      return { bytes, signature, source: 'upload', sourceKind: 'upload', publishedAt: null, registrySignatures: [] };
    }
    return this.#parts.sources.fetch(wanted);
  }

  /** A secret goes where it was meant to go: with another address it must be typed again. */
  #refuseMovedSecrets(
    { manifest }: Installed,
    sealed: Readonly<Record<string, string>>,
    before: Readonly<Record<string, string>>,
    after: Readonly<Record<string, string>>,
    given: Readonly<Record<string, string>>,
  ): void {
    // What was not set before may go nowhere new either: the same secret can be in use at another address.
    const moved = manifest.inject.filter(({ origin }) => {
      const name = settingNamed(origin);
      return name !== undefined && (after[name] ?? '') !== '' && before[name] !== after[name];
    });
    const unseen = moved
      .flatMap(({ value }) => settingsIn(value))
      .find((name) => Object.hasOwn(sealed, name) && !Object.hasOwn(given, name));
    if (unseen === undefined) return;
    throw new PlatformError(
      'invalid',
      'plugin-installs.secret_needed',
      `The address changes: give ${unseen} anew, so that it is not sent to another server unseen.`,
      { field: unseen },
    );
  }
}

function consentOf({ name, version, integrity, manifest }: PluginPackage): string {
  return hashOf([name, version, integrity, permissionsOf(manifest)]);
}

function hashOf(facts: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(facts)).digest('base64url');
}

function consentChanged(name: string): PlatformError {
  return new PlatformError(
    'conflict',
    'plugin-installs.consent_changed',
    `What ${name} is has changed since it was shown: look at it again, and consent to what it is now.`,
  );
}

function notInstalled(): PlatformError {
  return new PlatformError('not-found', 'plugin-installs.not_found', 'This plugin is not installed in this workspace.');
}
