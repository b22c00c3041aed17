import type { Documents, ParsedApp } from '../../engine/contract.ts';
import { type Events, newId } from '../../kernel/index.ts';
import type { Secrets } from '../secrets/contract.ts';
import type { Workspaces } from '../workspaces/contract.ts';
import { AppChanged, type Apps, type ImportedApp, type PublishedVersion } from './contract.ts';
import { DatasetIds } from './dataset-ids.ts';
import { KeyCache } from './key-cache.ts';
import type { AppStore, StoredDocument, StoredVersion } from './store.ts';

/** Keys an app may have (runtime API, keys). */
const KEYS_PER_APP = 10;
/** Compiled versions kept in memory. */
const VERSIONS_KEPT = 500;
/** Purpose under which secret environment values are sealed. */
const PURPOSE = 'app-environment';

export interface AppsParts {
  readonly store: AppStore;
  readonly documents: Documents;
  readonly secrets: Secrets;
  readonly workspaces: Workspaces;
  readonly events: Events;
}

/** Apps, their published versions and keys. */
export class AppsService implements Apps {
  readonly #parts: AppsParts;
  readonly #versions = new Map<string, { version: PublishedVersion; owner: string }>();
  readonly #cache: KeyCache;

  constructor(parts: AppsParts) {
    this.#parts = parts;
    this.#cache = new KeyCache({
      lookup: (secret) => parts.store.lookup(parts.secrets.hash(secret)),
      version: ({ app, versionId }) =>
        versionId === null ? Promise.resolve(null) : this.version(app.workspaceId, app.id, versionId),
      now: () => performance.now(),
    });
  }

  list(workspaceId: string) {
    return this.#parts.store.list(workspaceId);
  }

  get(workspaceId: string, appId: string) {
    return this.#parts.store.get(workspaceId, appId);
  }

  async import(workspaceId: string, parsed: ParsedApp, options: { name?: string } = {}): Promise<ImportedApp> {
    const workspace = await this.#parts.workspaces.get(workspaceId);
    const app = {
      id: newId(),
      workspaceId,
      name: options.name ?? parsed.name,
      description: parsed.description,
      mode: parsed.mode,
      icon: parsed.icon,
      iconType: parsed.iconType,
      iconBackground: parsed.iconBackground,
      status: 'draft' as const,
      tags: [],
      authorName: workspace?.ownerName ?? '',
    };
    const datasets = new DatasetIds(this.#parts.secrets, workspaceId);
    const tree = this.#parts.documents.withDatasetIds(parsed.tree, (id) => datasets.open(id));
    const stored = await this.#parts.store.insert(app, this.#sealed(workspaceId, tree));
    return { ...stored, warnings: datasets.warnings };
  }

  async export(workspaceId: string, appId: string): Promise<string> {
    const { tree } = await this.#parts.store.draft(workspaceId, appId);
    const datasets = new DatasetIds(this.#parts.secrets, workspaceId);
    return this.#parts.documents.export(tree, { secrets: false, datasetIds: (id) => datasets.seal(id) });
  }

  async publish(workspaceId: string, appId: string) {
    const draft = await this.#parts.store.draft(workspaceId, appId);
    const { warnings } = this.#parts.documents.compile(draft.tree);
    const stored = await this.#parts.store.addVersion(workspaceId, appId, newId(), draft);
    this.#changed(workspaceId, appId);
    return { version: this.#opened(workspaceId, stored), warnings };
  }

  async delete(workspaceId: string, appId: string): Promise<void> {
    await this.#parts.store.delete(workspaceId, appId);
    this.#changed(workspaceId, appId);
  }

  async version(workspaceId: string, appId: string, versionId: string): Promise<PublishedVersion | null> {
    // A kept version is reached by its id alone, so its app is checked as the query would.
    const owner = `${workspaceId}/${appId}`;
    const kept = this.#versions.get(versionId);
    if (kept?.owner === owner) return kept.version;
    const stored = await this.#parts.store.version(workspaceId, appId, versionId);
    if (stored === null) return null;
    const version = this.#opened(workspaceId, stored);
    this.#keep(version, owner);
    return version;
  }

  async createKey(workspaceId: string, appId: string, name: string) {
    const secret = `app-${this.#parts.secrets.token(24)}`;
    const hash = this.#parts.secrets.hash(secret);
    const values = { workspaceId, appId, id: newId(), name, hash, lastFour: secret.slice(-4) };
    const key = await this.#parts.store.insertKey(values, KEYS_PER_APP);
    this.#cache.clear();
    return { key, secret };
  }

  async keys(workspaceId: string, appId: string) {
    await this.#parts.store.get(workspaceId, appId);
    return this.#parts.store.keys(workspaceId, appId);
  }

  async revokeKey(workspaceId: string, appId: string, keyId: string): Promise<void> {
    await this.#parts.store.revokeKey(workspaceId, appId, keyId);
    this.#cache.clear();
  }

  async published(workspaceId: string, appId: string) {
    const { app, versionId } = await this.#parts.store.current(workspaceId, appId);
    const version = versionId === null ? null : await this.version(workspaceId, appId, versionId);
    return { app, version, isDeleted: false };
  }

  byKey(secret: string) {
    return this.#cache.get(secret);
  }

  /** Writes when keys were last used; called from time to time. */
  async flushUses(): Promise<void> {
    const used = this.#cache.takeUsed();
    if (used.length > 0) await this.#parts.store.markUsed(used, new Date());
  }

  #keep(version: PublishedVersion, owner: string): void {
    if (this.#versions.size >= VERSIONS_KEPT) {
      const [oldest] = this.#versions.keys();
      if (oldest !== undefined) this.#versions.delete(oldest);
    }
    this.#versions.set(version.id, { version, owner });
  }

  #changed(workspaceId: string, appId: string): void {
    this.#cache.clear();
    this.#parts.events.emit(AppChanged, { workspaceId, appId });
  }

  /** Splits a tree into what may lie open and what is sealed. */
  #sealed(workspaceId: string, tree: string): StoredDocument {
    const { documents, secrets } = this.#parts;
    const values = documents.secrets(tree);
    const blank = Object.fromEntries(Object.keys(values).map((name) => [name, '']));
    return {
      tree: documents.withSecrets(tree, blank),
      secrets: secrets.seal(workspaceId, PURPOSE, JSON.stringify(values)),
    };
  }

  #opened(workspaceId: string, stored: StoredVersion): PublishedVersion {
    return {
      id: stored.id,
      number: stored.number,
      compiled: this.#parts.documents.compile(stored.tree),
      environment: this.#parts.secrets.open(workspaceId, PURPOSE, stored.secrets),
      publishedAt: stored.publishedAt,
    };
  }
}
