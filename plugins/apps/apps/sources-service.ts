import type { Documents } from '#engine';
import { newId } from '#kernel';
import { roomOf, type Workspaces } from '#plugins/workspaces/contract.ts';
import type { AppSource, AppSources, SourceChange } from './contract.ts';
import type { NewVersion, StoredDocument } from './row-store.ts';
import type { SealedDocuments } from './sealed-documents.ts';
import type { SourceStore } from './source-store.ts';
import type { AppStore } from './store.ts';

export interface SourcesParts {
  readonly documents: Documents;
  readonly sources: SourceStore;
  readonly store: AppStore;
  readonly sealed: SealedDocuments;
  readonly workspaces: Workspaces;
  /** Told of what callers get from now on. */
  readonly changed: (workspaceId: string, appId: string) => void;
}

/** Apps that are kept in files elsewhere. */
export class SourcesService implements AppSources {
  readonly #parts: SourcesParts;

  constructor(parts: SourcesParts) {
    this.#parts = parts;
  }

  list(workspaceId: string) {
    return this.#parts.sources.list(workspaceId);
  }

  async get(workspaceId: string, appId: string): Promise<AppSource> {
    const { sources, store, sealed } = this.#parts;
    const [app, { key, draft, published, state }] = await Promise.all([
      store.get(workspaceId, appId),
      sources.get(workspaceId, appId),
    ]);
    const open = (stored: StoredDocument) => sealed.open(workspaceId, stored);
    return { app, key, draft: open(draft), published: published === null ? null : open(published), state };
  }

  name(workspaceId: string, appId: string, key: string) {
    return this.#parts.sources.name(workspaceId, appId, key);
  }

  async put(workspaceId: string, change: SourceChange) {
    const { sources, sealed, workspaces, changed } = this.#parts;
    const { key, appId, state, parsed } = change;
    const earlier = appId === null ? undefined : (await sources.get(workspaceId, appId)).draft;
    const draft = sealed.seal(workspaceId, parsed.tree, earlier);
    const { publish } = change;
    const called = publish?.parsed === undefined ? draft : sealed.seal(workspaceId, publish.parsed.tree, earlier);
    const version = publish === null ? null : await this.#version(sealed.published(workspaceId, called), publish);
    if (appId === null) {
      const app = await this.#newApp(workspaceId, parsed);
      const room = roomOf(await workspaces.planOf(workspaceId), 'apps');
      const number = await sources.create(app, { key, draft, version, room });
      changed(workspaceId, app.id);
      return { appId: app.id, number };
    }
    const number = await sources.replace(workspaceId, appId, { key, base: state ?? '', draft, look: parsed, version });
    changed(workspaceId, appId);
    return { appId, number };
  }

  /** Throws for what can't be called, before anything is written. */
  async #version(
    document: StoredDocument,
    { note, publishedBy, accountId = null }: NonNullable<SourceChange['publish']>,
  ): Promise<NewVersion> {
    const id = newId();
    await this.#parts.documents.build(document.tree);
    return { id, document, name: '', note, publishedBy, accountId };
  }

  async #newApp(workspaceId: string, parsed: SourceChange['parsed']) {
    const { name, description, mode, icon, iconType, iconBackground } = parsed;
    const authorName = (await this.#parts.workspaces.get(workspaceId))?.ownerName ?? '';
    const look = { name, description, mode, icon, iconType, iconBackground };
    return { ...look, id: newId(), workspaceId, status: 'draft' as const, tags: [], authorName };
  }
}
