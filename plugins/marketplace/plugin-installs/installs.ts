import { LRUCache } from 'lru-cache';
import { timeOf } from '#kernel';
import { type Notifications, WorkspaceCache } from '#plugins/database/contract.ts';
import type { Secrets } from '#plugins/secrets/contract.ts';
import type { BlockList } from './block-list.ts';
import { INSTALLS_CHANNEL, type Installed, type ListeningInstall, type PluginInstalls } from './contract.ts';
import type { InstallationRow, InstallStore, VersionRow } from './install-store.ts';
import { isConfigured, partedSettings } from './settings.ts';

export interface InstallsParts {
  readonly store: InstallStore;
  readonly secrets: Secrets;
  readonly notifications: Notifications;
  readonly blocks: BlockList;
}

/** What secrets of settings are sealed for. */
export const SETTINGS_PURPOSE = 'plugin-settings';

/** Characters of code that are kept. */
const codeChars = 32 * 1024 * 1024;

/** An installation as it was read, and as it counts. */
export interface Shelf {
  readonly row: InstallationRow;
  /** The version that counts. */
  readonly latest: VersionRow;
  readonly current: Installed;
}

/** What is installed, as those see it who run it. */
export class Installs implements PluginInstalls {
  readonly #parts: InstallsParts;
  readonly #cache: WorkspaceCache<readonly Shelf[]>;
  readonly #code = new LRUCache<string, string>({ maxSize: codeChars, sizeCalculation: (code) => code.length + 1 });
  readonly #known = new Set<string>();
  /** Workspaces of endpoints: a key that is no longer one is found out below. */
  readonly #endpoints = new LRUCache<string, { readonly workspaceId: string; readonly id: string }>({ max: 1000 });

  constructor(parts: InstallsParts) {
    this.#parts = parts;
    this.#cache = new WorkspaceCache({
      channel: INSTALLS_CHANNEL,
      notifications: parts.notifications,
      read: (workspaceId) => this.#read(workspaceId),
    });
  }

  shelves(workspaceId: string): Promise<readonly Shelf[]> {
    return this.#cache.get(workspaceId);
  }

  /** What has changed counts here at once, and in other processes when they hear of it. */
  changed(workspaceId: string): Promise<void> {
    return this.#cache.changed(workspaceId);
  }

  close(): void {
    this.#cache.close();
  }

  async list(workspaceId: string): Promise<readonly Installed[]> {
    return (await this.#cache.get(workspaceId)).map(({ current }) => current);
  }

  async find(workspaceId: string, pluginId: string, runId?: string): Promise<Installed | null> {
    const wanted = pluginId.toLowerCase();
    const shelves = await this.#cache.get(workspaceId);
    const found =
      shelves.find(({ current }) => current.pluginId.toLowerCase() === wanted) ??
      shelves.find(({ current }) => current.manifest.aliases.some((alias) => alias.toLowerCase() === wanted));
    return inRun(found, runId);
  }

  async byId(workspaceId: string, id: string, runId?: string): Promise<Installed | null> {
    const shelves = await this.#cache.get(workspaceId);
    return inRun(
      shelves.find(({ current }) => current.id === id),
      runId,
    );
  }

  async byEndpointKey(key: string): Promise<Installed | null> {
    const known = this.#endpoints.get(key) ?? (await this.#parts.store.workspaceOf(key));
    if (known === null) return null;
    this.#endpoints.set(key, known);
    const found = await this.byId(known.workspaceId, known.id);
    if (found?.endpointKey === key) return found;
    this.#endpoints.delete(key);
    return null;
  }

  knownIds(): readonly string[] {
    return [...this.#known];
  }

  listening(): Promise<readonly ListeningInstall[]> {
    return this.#parts.store.listening();
  }

  async code(installed: Installed): Promise<string> {
    this.assertAllowed(installed);
    const kept = this.#code.get(installed.integrity);
    if (kept !== undefined) return kept;
    const code = await this.#parts.store.code(installed.integrity);
    if (code === null) throw new Error(`the code of ${installed.name} ${installed.version} is not kept`);
    this.#code.set(installed.integrity, code);
    return code;
  }

  async secrets({ workspaceId, id }: Installed): Promise<Readonly<Record<string, string>>> {
    const found = (await this.#cache.get(workspaceId)).find(({ current }) => current.id === id);
    return found === undefined ? {} : this.openSecrets(found.row);
  }

  openSecrets({
    workspaceId,
    secrets,
  }: Pick<InstallationRow, 'workspaceId' | 'secrets'>): Readonly<Record<string, string>> {
    return secrets === null ? {} : JSON.parse(this.#parts.secrets.open(workspaceId, SETTINGS_PURPOSE, secrets));
  }

  assertAllowed(installed: Pick<Installed, 'name' | 'version'>): void {
    this.#parts.blocks.assertAllowed(installed);
  }

  onBlocked(listener: () => void): () => void {
    return this.#parts.blocks.onChange(listener);
  }

  async #read(workspaceId: string): Promise<readonly Shelf[]> {
    const rows = await this.#parts.store.list(workspaceId);
    return rows.flatMap((row) => {
      const latest = row.versions.at(-1);
      if (latest === undefined) return [];
      for (const id of [row.pluginId, ...latest.manifest.aliases]) this.#known.add(id);
      return [{ row, latest, current: this.#installed(row, latest) }];
    });
  }

  #installed(row: InstallationRow, version: VersionRow): Installed {
    return installedOf(row, version, { ...row.settings, ...this.openSecrets(row) });
  }
}

/** An installation in one of its versions. `values`: all settings, secret ones too, of which none is kept here. */
function installedOf(row: InstallationRow, version: VersionRow, values: Readonly<Record<string, string>>): Installed {
  const { manifest } = version;
  return {
    id: row.id,
    workspaceId: row.workspaceId,
    name: row.name,
    pluginId: row.pluginId,
    version: version.version,
    integrity: version.integrity,
    manifest,
    granted: version.granted,
    trust: version.trust,
    settings: partedSettings(manifest, row.settings).plain,
    isConfigured: isConfigured(manifest, values),
    isEnabled: row.isEnabled,
    endpointKey: manifest.endpoint === undefined ? null : row.endpointKey,
    activatedAt: version.activatedAt,
  };
}

/** The version that counted when the run began; of an installation that is younger than the run, its first one. */
function inRun(shelf: Shelf | undefined, runId: string | undefined): Installed | null {
  if (shelf?.current.isEnabled !== true) return null;
  const { row, current } = shelf;
  if (runId === undefined) return current;
  const began = timeOf(runId);
  if (current.activatedAt <= began) return current;
  const version = row.versions.findLast(({ activatedAt }) => activatedAt <= began) ?? row.versions[0];
  if (version === undefined || version.activatedAt === current.activatedAt) return current;
  return { ...installedOf(row, version, row.settings), isConfigured: current.isConfigured };
}
