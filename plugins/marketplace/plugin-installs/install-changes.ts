import { isDeepStrictEqual } from 'node:util';
import { type Contributions, newId, PlatformError } from '#kernel';
import { settingNamed, settingsIn } from '#plugins/plugin-packages/contract.ts';
import { isOlder } from '#plugins/plugin-sources/contract.ts';
import type { Secrets } from '#plugins/secrets/contract.ts';
import type { InstallEnding, Installed } from './contract.ts';
import { type InstallPlan, InstallPlans, type PlansParts, type Wanted } from './install-plans.ts';
import type { InstallStore, VersionRow } from './install-store.ts';
import { type Installs, SETTINGS_PURPOSE, type Shelf } from './installs.ts';
import { type Identity, ownerOf } from './name-owners.ts';
import { checkSettings, partedSettings } from './settings.ts';

export interface ChangesParts extends PlansParts {
  readonly installs: Installs;
  readonly store: InstallStore;
  readonly secrets: Secrets;
  readonly endings: Contributions<InstallEnding>;
}

/** Installs, updates and removes. */
export class InstallChanges {
  readonly #parts: ChangesParts;
  readonly #plans: InstallPlans;

  constructor(parts: ChangesParts) {
    this.#parts = parts;
    this.#plans = new InstallPlans(parts);
  }

  /** Of a bundle with its members, which one consent is given to. */
  plan(workspaceId: string, wanted: Wanted): Promise<InstallPlan> {
    return this.#plans.plan(workspaceId, wanted);
  }

  /**
   * Installs, or updates what is installed. `consent` is that of the plan, `changeConsent` that to a change of who stands for it,
   * which only an owner of the workspace may give (`isOwner`). Throws `plugin-installs.refused`, `plugin-installs.owner_needed`
   * (forbidden), `plugin-installs.consent_changed` (conflict).
   */
  async install(workspaceId: string, wanted: Wanted, given: Consent): Promise<Installed> {
    const plan = await this.plan(workspaceId, wanted);
    refuseUnlessConsented(plan, given);
    // The bundle last: where a member fails it is not installed, and may be installed again.
    for (const member of plan.members) await this.#activate(workspaceId, member, given.accountId);
    return this.#activate(workspaceId, plan, given.accountId);
  }

  /** The version that counted before the one that does, of the same signer and source. Throws `plugin-installs.no_earlier_version` (conflict). */
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
    const isKept = await store.activate(workspaceId, {
      ...{ id, endpointKey: row.endpointKey, installedBy: accountId, granted, trust, signer, source },
      package: { name: row.name, id: row.pluginId, version: earlier.version, integrity, manifest },
      ...{ before: identityOf(shelf.latest), replaces: null },
    });
    if (!isKept) throw consentChanged(row.name);
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

  /** The version that a roll-back goes to: the newest older one that may run, of the same signer and source; undefined: there is none. */
  earlier({ row, latest, current }: Shelf): VersionRow | undefined {
    const identity = identityOf(latest);
    return row.versions.findLast(
      ({ integrity, version, ...of }) =>
        integrity !== current.integrity &&
        isDeepStrictEqual(identityOf(of), identity) &&
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

  /** What another one stood for ends with all it was given: whose it is now gets no setting, secret, data or address of it. */
  async #activate(workspaceId: string, plan: InstallPlan, accountId: string | null): Promise<Installed> {
    const { store, secrets, endings } = this.#parts;
    const { package: read, trust, signer, source, before, current } = plan;
    const isOthers = current !== null && before !== null && ownerOf(before) !== ownerOf(plan);
    await store.keep(read);
    // Before the other's counts: it must not find what was given to this one, should the rest fail.
    if (isOthers) for (const ending of endings.all()) await ending.removing(current);
    const isKept = await store.activate(workspaceId, {
      ...{ package: read, trust, signer, source, granted: read.manifest.permissions, installedBy: accountId },
      ...{ id: current === null || isOthers ? newId() : current.id, replaces: isOthers ? current.id : null, before },
      endpointKey: read.manifest.endpoint === undefined ? null : secrets.token(32),
    });
    if (!isKept) throw consentChanged(read.name);
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

/** What somebody who looked at a plan consents to. */
export interface Consent {
  readonly consent: string;
  readonly changeConsent?: string | null;
  readonly isOwner?: boolean;
  readonly accountId: string | null;
}

function refuseUnlessConsented(plan: InstallPlan, given: Consent): void {
  const { name } = plan.package;
  const { changeConsent = null, isOwner = false } = given;
  const isChange = plan.changeConsent !== null && changeConsent !== null;
  if (plan.refusals.length > 0 && !isChange) {
    const message = `${name} can't be installed. ${plan.refusals.join(' ')}`;
    throw new PlatformError('forbidden', 'plugin-installs.refused', message);
  }
  if (isChange && !isOwner) {
    const message = `Only an owner of the workspace can consent to who stands for ${name} becoming another. ${plan.refusals.join(' ')}`;
    throw new PlatformError('forbidden', 'plugin-installs.owner_needed', message);
  }
  if (plan.consent !== given.consent || plan.changeConsent !== changeConsent) throw consentChanged(name);
}

function identityOf({ trust, signer, source }: Identity): Identity {
  return { trust, signer, source };
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
