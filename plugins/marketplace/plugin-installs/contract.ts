/**
 * Packages that workspaces have installed.
 *
 * Glossary
 * - installed: a package in a workspace, in the version that counts there now. Versions that counted before are kept, and
 *   runs that began with one keep it.
 * - granted: what was shown and consented to; never more than the manifest asks for.
 * - trust: who vouches for a package.
 * - owner: whose a name is in a workspace: of the key that signed it, the source that serves it, or the workspace itself.
 * - scope: `@acme` of `@acme/weather`; a key is trusted for some.
 */
import { type Contribution, extensionPoint, token } from '#kernel';
import type { PackageManifest, PackagePermissions } from '#plugins/plugin-packages/contract.ts';
import type { InstallChanges } from './install-changes.ts';
import type { TrustService } from './trust-service.ts';

/**
 * `trusted`: signed by a key that the operator trusts for its scope, or from a source of the server's own. `registry`: signed by a
 * registry whose keys are known. `unsigned`: nobody.
 */
export type Trust = 'trusted' | 'registry' | 'unsigned';

/** A package in a workspace. Plain data, without secrets; kept in memory and shared: never changed. */
export interface Installed {
  /** Of the installation: a UUID. */
  readonly id: string;
  readonly workspaceId: string;
  /** `@acme/weather` */
  readonly name: string;
  /** `acme/weather`, as documents name it. */
  readonly pluginId: string;
  readonly version: string;
  /** `sha512-…` of its tarball. */
  readonly integrity: string;
  readonly manifest: PackageManifest;
  readonly granted: PackagePermissions;
  readonly trust: Trust;
  /** Values of its settings that are no secrets. */
  readonly settings: Readonly<Record<string, string>>;
  /** Whether all settings that its manifest requires are set. */
  readonly isConfigured: boolean;
  /** False: switched off in this workspace. */
  readonly isEnabled: boolean;
  /** Part of the address of its endpoint; null: it has none. */
  readonly endpointKey: string | null;
  /** When this version began to count, in milliseconds since the epoch. */
  readonly activatedAt: number;
}

/** An installation that hears of events of runs. */
export interface ListeningInstall {
  readonly workspaceId: string;
  readonly id: string;
  readonly events: readonly string[];
}

/** The channel on which processes tell each other, by the id of the workspace, what has changed (`Notifications`). */
export const INSTALLS_CHANNEL = 'plugin_installs';

/** What is installed, for those who run it. What changes counts in all processes within a second. */
export interface PluginInstalls {
  /** All of a workspace, also what is switched off; in the order of names. */
  list(workspaceId: string): Promise<readonly Installed[]>;
  /**
   * The package that a plugin id or one of its aliases means, in the version that counted when a run began (ids of runs
   * hold their time), else now. Null: none is installed, or it is switched off.
   */
  find(workspaceId: string, pluginId: string, runId?: string): Promise<Installed | null>;
  /** The same by the id of the installation. */
  byId(workspaceId: string, id: string, runId?: string): Promise<Installed | null>;
  /** The package whose endpoint has this key; null: none, or it is switched off. */
  byEndpointKey(key: string): Promise<Installed | null>;
  /** Plugin ids and aliases of what this server has, in whatever workspace: what documents may know by name. */
  knownIds(): readonly string[];
  /** What hears of events of runs, in all workspaces; from the database. */
  listening(): Promise<readonly ListeningInstall[]>;
  /** Its code; read once, then kept for a while. Throws `plugin-installs.blocked`. */
  code(installed: Installed): Promise<string>;
  /** Secrets of its settings: for requests that the server sends, never for the code. */
  secrets(installed: Installed): Promise<Readonly<Record<string, string>>>;
  /** Throws `plugin-installs.blocked` (forbidden) for a version on the block list. */
  assertAllowed(installed: Pick<Installed, 'name' | 'version'>): void;
  /** Hears when the block list has changed, in this process. The result ends it. */
  onBlocked(listener: () => void): () => void;
}

export const PluginInstalls = token<PluginInstalls>('plugin-installs.installs');

/** Removes what belongs to an installation that is removed. Called before its row goes; again after a failure. */
export interface InstallEnding extends Contribution {
  removing(installed: Installed): Promise<void>;
}

/** Where plugins that keep something for installations contribute themselves. */
export const InstallEndings = extensionPoint<InstallEnding>('plugin-installs.endings');

/** Who installs, updates and removes, for the routes of it. */
export const InstallChanging = token<InstallChanges>('plugin-installs.changes');

/** Keys that are trusted, and versions that may not run: the operator's, for the routes of it. */
export type PluginTrust = TrustService;
export const PluginTrust = token<TrustService>('plugin-installs.trust');

export type { Consent, InstallChanges } from './install-changes.ts';
export type { InstallPlan, Wanted } from './install-plans.ts';
export type { Shelf } from './installs.ts';
export { checkSettings, partedSettings, requiredOf } from './settings.ts';
export type { ListedBlock } from './trust-service.ts';
export type { KeyRow as TrustedKeyRow } from './trust-store.ts';
