import { LRUCache } from 'lru-cache';
import { type Documents, fromJson, type JsonText, mappingOf, type ParsedApp, withPins } from '#engine';
import { currentTime, type Events, newId, PlatformError, Slices } from '#kernel';
import type { AppChecks } from '#plugins/app-checks/contract.ts';
import { BatchedLookup } from '#plugins/database/contract.ts';
import type { Secrets } from '#plugins/secrets/contract.ts';
import { roomOf, type Workspaces } from '#plugins/workspaces/contract.ts';
import type { ChangeStore } from './change-store.ts';
import {
  type App,
  AppChanged,
  type AppChanges,
  type AppModelUse,
  type AppPins,
  type AppQuery,
  type Apps,
  type AppToolUse,
  DraftChanged,
  type ImportedApp,
  type PublishedVersion,
  type PublishOptions,
} from './contract.ts';
import { DatasetIds } from './dataset-ids.ts';
import { changedMeanwhile } from './draft-changes.ts';
import type { DraftStore } from './draft-store.ts';
import { KeyCache } from './key-cache.ts';
import { KeyEndings } from './key-endings.ts';
import type { AppLifecycleStore } from './lifecycle-store.ts';
import type { StoredVersion } from './row-store.ts';
import type { SealedDocuments } from './sealed-documents.ts';
import type { AppStore } from './store.ts';

/** Keys an app may have (runtime API, keys). */
const KEYS_PER_APP = 10;
/** Compiled versions kept in memory. */
const VERSIONS_KEPT = 500;

export interface AppsParts {
  readonly store: AppStore;
  readonly checks: AppChecks;
  readonly lifecycle: AppLifecycleStore;
  readonly drafts: DraftStore;
  readonly changes: ChangeStore;
  readonly pins: AppPins;
  readonly documents: Documents;
  readonly sealed: SealedDocuments;
  readonly secrets: Secrets;
  readonly workspaces: Workspaces;
  readonly events: Events;
}

/** Apps, their published versions and keys. */
export class AppsService implements Apps {
  readonly #parts: AppsParts;
  readonly #versions = new LRUCache<string, { version: PublishedVersion; owner: string }>({ max: VERSIONS_KEPT });
  readonly #cache: KeyCache;
  readonly #endings = new KeyEndings({ look: (secret) => this.#cache.peek(secret) });

  constructor(parts: AppsParts) {
    this.#parts = parts;
    const keys = new BatchedLookup((hashes) => parts.store.lookup(hashes));
    this.#cache = new KeyCache({
      lookup: (secret) => keys.get(parts.secrets.hash(secret)),
      version: ({ app, versionId }) =>
        versionId === null ? Promise.resolve(null) : this.version(app.workspaceId, app.id, versionId),
      now: () => performance.now(),
    });
  }

  list(workspaceId: string) {
    return this.#parts.store.list(workspaceId);
  }

  workspaceOf(appId: string) {
    return this.#parts.store.workspaceOf(appId);
  }

  page(workspaceId: string, query: AppQuery) {
    return this.#parts.store.page(workspaceId, query);
  }

  get(workspaceId: string, appId: string) {
    return this.#parts.store.get(workspaceId, appId);
  }

  async import(
    workspaceId: string,
    parsed: ParsedApp,
    options: { readonly name?: string; readonly authorName?: string } = {},
  ): Promise<ImportedApp> {
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
      authorName: options.authorName ?? workspace?.ownerName ?? '',
    };
    const datasets = new DatasetIds(this.#parts.secrets, workspaceId);
    const opened = this.#parts.documents.withDatasetIds(parsed.tree, (id) => datasets.open(id));
    // The draft tells of its app too: saved as it is, it would rename it.
    const tree = options.name === undefined ? opened : this.#parts.documents.withApp(opened, { name: options.name });
    const draft = this.#parts.sealed.seal(workspaceId, tree);
    const stored = await this.#parts.store.insert(app, draft, await this.#room(workspaceId));
    const told = [...parsed.warnings, ...datasets.warnings];
    const missing = await this.#parts.documents.missing(tree, { workspaceId, told });
    return { ...stored, warnings: [...datasets.warnings, ...missing] };
  }

  async export(workspaceId: string, appId: string): Promise<string> {
    const { tree } = await this.#parts.store.draft(workspaceId, appId);
    return this.#exported(workspaceId, tree);
  }

  async publish(workspaceId: string, appId: string, options: PublishOptions = {}) {
    const draft = await this.#parts.drafts.get(workspaceId, appId);
    // What is read here is what is published, whoever saves meanwhile.
    if (options.hash !== undefined && options.hash !== draft.hash) throw changedMeanwhile();
    const { documents } = this.#parts;
    const document = this.#parts.sealed.published(workspaceId, draft);
    if (options.allowErrors === false) await this.#refuseErrors(workspaceId, document.tree);
    const { warnings: told } = await documents.build(document.tree);
    const warnings = [...told, ...(await documents.missing(document.tree, { workspaceId, told }))];
    const { name = '', note = '', publishedBy = '', accountId = null } = options;
    const version = { id: newId(), document, name, note, publishedBy, accountId };
    const stored = await this.#parts.store.addVersion(workspaceId, appId, version);
    this.changed(workspaceId, appId);
    return { version: this.#parts.sealed.compile(workspaceId, stored), warnings };
  }

  async #refuseErrors(workspaceId: string, tree: JsonText): Promise<void> {
    const problems = await this.#parts.checks.check(tree, { workspaceId });
    const errors = problems.filter(({ severity }) => severity === 'error');
    const [first] = errors;
    if (first === undefined) return;
    const message = `The draft has ${errors.length === 1 ? 'an error' : `${errors.length} errors`}, the first: ${first.message} Fix them, or publish with allow_errors.`;
    throw new PlatformError('invalid', 'apps.draft_has_errors', message, { field: first.field });
  }

  async delete(workspaceId: string, appId: string): Promise<void> {
    await this.#parts.lifecycle.delete(workspaceId, appId);
    this.changed(workspaceId, appId);
  }

  async update(workspaceId: string, appId: string, changes: AppChanges): Promise<App> {
    const { drafts, lifecycle, documents, sealed } = this.#parts;
    const app = await lifecycle.update(workspaceId, appId, changes);
    const told = appSection(changes);
    if (Object.keys(told).length > 0) {
      // The draft tells of its app too: what is exported is called what the app is called.
      for (let isSaved = false; !isSaved; ) {
        const draft = await drafts.get(workspaceId, appId);
        const document = sealed.seal(workspaceId, documents.withApp(draft.tree, told), draft);
        // Somebody may have saved it in between: then it is told anew.
        isSaved = (await drafts.save(workspaceId, appId, { document, look: null, base: draft.hash })) !== null;
      }
    }
    this.changed(workspaceId, appId);
    return app;
  }

  async duplicate(
    workspaceId: string,
    appId: string,
    { name, authorName }: { readonly name?: string; readonly authorName?: string } = {},
  ): Promise<App> {
    const { store } = this.#parts;
    const { createdAt: _created, updatedAt: _updated, ...app } = await store.get(workspaceId, appId);
    const original = await store.draft(workspaceId, appId);
    const called = { name: name ?? `${app.name} (copy)`.slice(-255), authorName: authorName ?? app.authorName };
    const copy = { ...app, ...called, id: newId(), status: 'draft' as const };
    const tree = this.#parts.documents.withApp(original.tree, { name: copy.name });
    const draft = this.#parts.sealed.seal(workspaceId, tree, original);
    return store.insert(copy, draft, await this.#room(workspaceId));
  }

  modelUse(workspaceId: string): Promise<readonly AppModelUse[]> {
    return this.#parts.lifecycle.modelUse(workspaceId);
  }

  toolUse(workspaceId: string, kind: string, provider: string): Promise<readonly AppToolUse[]> {
    return this.#parts.lifecycle.toolUse(workspaceId, kind, provider);
  }

  names(workspaceId: string, appIds: readonly string[]) {
    return this.#parts.lifecycle.names(workspaceId, appIds);
  }

  deleted(workspaceId: string) {
    return this.#parts.lifecycle.deleted(workspaceId);
  }

  async restore(workspaceId: string, appId: string): Promise<App> {
    const app = await this.#parts.lifecycle.restore(workspaceId, appId, await this.#room(workspaceId));
    this.changed(workspaceId, appId);
    return app;
  }

  async versions(workspaceId: string, appId: string, page: { limit: number; before?: number }) {
    await this.get(workspaceId, appId);
    return this.#parts.lifecycle.versions(workspaceId, appId, page);
  }

  async exportVersion(workspaceId: string, appId: string, versionId: string): Promise<string> {
    await this.get(workspaceId, appId);
    return this.#exported(workspaceId, (await this.#stored(workspaceId, appId, versionId)).tree);
  }

  async restoreVersion(workspaceId: string, appId: string, versionId: string, authorName: string): Promise<void> {
    const { drafts, changes, events, sealed } = this.#parts;
    const app = await this.get(workspaceId, appId);
    const version = await this.#stored(workspaceId, appId, versionId);
    // What the app was called and looked like in those days is not brought back.
    const tree = this.#parts.documents.withApp(version.tree, changedSection(version.tree, app));
    for (let hash: string | null = null; hash === null; ) {
      const draft = await drafts.get(workspaceId, appId);
      const { hash: base } = draft;
      const document = sealed.restored(workspaceId, tree, { version, draft });
      // Null when somebody saved in between: then it takes the place of what they saved.
      hash = await drafts.save(workspaceId, appId, { document, look: null, base }, (db, state) =>
        changes.addWhole(db, { workspaceId, appId }, { base, hash: state, authorName }),
      );
      if (hash !== null) events.emit(DraftChanged, { workspaceId, appId, hash, clientId: '' });
    }
  }

  async version(workspaceId: string, appId: string, versionId: string): Promise<PublishedVersion | null> {
    // A kept version is reached by its id alone, so its app is checked as the query would.
    const owner = `${workspaceId}/${appId}`;
    const kept = this.#versions.get(versionId);
    if (kept?.owner === owner) return kept.version;
    const stored = await this.#parts.store.version(workspaceId, appId, versionId);
    if (stored === null) return null;
    const version = this.#parts.sealed.compile(workspaceId, stored);
    this.#versions.set(version.id, { version, owner });
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
    await this.#endings.review();
  }

  keyNames(workspaceId: string, keyIds: readonly string[]) {
    return this.#parts.lifecycle.keyNames(workspaceId, keyIds);
  }

  async ofKey(workspaceId: string, keyId: string) {
    const { store } = this.#parts;
    return store.get(workspaceId, await store.appOfKey(workspaceId, keyId));
  }

  async draft(workspaceId: string, appId: string) {
    const { store, drafts, sealed, pins } = this.#parts;
    const [app, draft, pinned] = await Promise.all([
      store.get(workspaceId, appId),
      drafts.get(workspaceId, appId),
      pins.list(workspaceId, appId),
    ]);
    const state = { ...draft, id: appId, number: 0, publishedAt: draft.updatedAt };
    const version = sealed.compile(workspaceId, state);
    const graph = withPins(version.compiled.graph, new Map(pinned.map((pin) => [pin.nodeId, pin])));
    return { app, keyId: null, version: { ...version, compiled: { ...version.compiled, graph } }, isDeleted: false };
  }

  async published(workspaceId: string, appId: string) {
    const { app, versionId } = await this.#parts.store.current(workspaceId, appId);
    const version = versionId === null ? null : await this.version(workspaceId, appId, versionId);
    return { app, keyId: null, version, isDeleted: false };
  }

  byKey(secret: string) {
    return this.#cache.get(secret);
  }

  knowsKey(secret: string) {
    return this.#cache.knows(secret);
  }

  keyEnded(secret: string) {
    return this.#endings.of(secret);
  }

  close(): void {
    this.#endings.close();
  }

  /** Writes when keys were last used; called from time to time. */
  async flushUses(): Promise<void> {
    const used = this.#cache.takeUsed();
    if (used.length > 0) await this.#parts.store.markUsed(used, new Date(currentTime()));
  }

  /** What the plan leaves for apps. */
  async #room(workspaceId: string) {
    return roomOf(await this.#parts.workspaces.planOf(workspaceId), 'apps');
  }

  async #stored(workspaceId: string, appId: string, versionId: string): Promise<StoredVersion> {
    const stored = await this.#parts.store.version(workspaceId, appId, versionId);
    if (stored !== null) return stored;
    throw new PlatformError('not-found', 'apps.not_found', `The app has no version ${versionId}.`);
  }

  async #exported(workspaceId: string, tree: string): Promise<string> {
    const slices = new Slices();
    const datasets = new DatasetIds(this.#parts.secrets, workspaceId);
    const { documents, sealed } = this.#parts;
    // What was typed into nodes is a secret variable in what others get: asked for at import, as all of them.
    const { parsed } = documents.withCredentialsMoved({ tree: sealed.hidden(workspaceId, tree), warnings: [] });
    await slices.next();
    return documents.export(parsed.tree, { secrets: false, datasetIds: (id) => datasets.seal(id) });
  }

  /** Callers get what is new with their next request. */
  changed(workspaceId: string, appId: string): void {
    this.#cache.clear();
    this.#parts.events.emit(AppChanged, { workspaceId, appId });
  }
}

/** What a document says otherwise of its app than the app is by now. */
function changedSection(tree: JsonText, app: App): Record<string, string> {
  const said = mappingOf(mappingOf(fromJson(tree)).app);
  const unsaid: Readonly<Record<string, string>> = { icon_type: 'emoji', icon_background: '#FFFFFF' };
  const { name, description, icon, iconType, iconBackground } = app;
  const section = appSection({ name, description, icon, iconType, iconBackground });
  return Object.fromEntries(
    Object.entries(section).filter(([key, value]) => value !== (said[key] ?? unsaid[key] ?? '')),
  );
}

/** Changes of an app as its document writes them. */
function appSection({ name, description, icon, iconType, iconBackground }: AppChanges): Record<string, string> {
  return {
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description }),
    ...(icon !== undefined && { icon }),
    ...(iconType !== undefined && { icon_type: iconType }),
    ...(iconBackground !== undefined && { icon_background: iconBackground }),
  };
}
