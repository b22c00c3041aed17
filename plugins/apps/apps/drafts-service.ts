import { type DocumentOperation, type Documents, fromJson, type JsonText, mappingOf, type ParsedApp } from '#engine';
import { type Events, PlatformError, Slices } from '#kernel';
import type { Secrets } from '#plugins/secrets/contract.ts';
import { authorsOf } from './change-authors.ts';
import type { ChangeStore } from './change-store.ts';
import { AppChanged, type AppDrafts, type AppState, DraftChanged } from './contract.ts';
import { DatasetIds } from './dataset-ids.ts';
import { areInOnePlace, changedMeanwhile, hiddenTexts, toldOperations, withHidden } from './draft-changes.ts';
import type { DraftStore, StoredDraft } from './draft-store.ts';
import type { StoredDocument } from './row-store.ts';
import type { SealedDocuments } from './sealed-documents.ts';
import type { AppStore } from './store.ts';

export interface DraftsParts {
  readonly drafts: DraftStore;
  readonly changes: ChangeStore;
  readonly store: AppStore;
  readonly documents: Documents;
  readonly sealed: SealedDocuments;
  readonly secrets: Secrets;
  readonly events: Events;
}

/** Drafts of apps, and how they and versions differ. */
export class DraftsService implements AppDrafts {
  readonly #parts: DraftsParts;

  constructor(parts: DraftsParts) {
    this.#parts = parts;
  }

  async get(workspaceId: string, appId: string) {
    const draft = await this.#parts.drafts.get(workspaceId, appId);
    const slices = new Slices();
    const yaml = this.#exported(workspaceId, this.#parts.sealed.hidden(workspaceId, draft.tree), false);
    await slices.next();
    return { yaml, hash: draft.hash, updatedAt: draft.updatedAt };
  }

  async save(
    workspaceId: string,
    appId: string,
    { parsed, base, authorName }: { parsed: ParsedApp; base: string | null; authorName: string },
  ) {
    const { drafts, changes, documents, sealed, events } = this.#parts;
    const datasets = new DatasetIds(this.#parts.secrets, workspaceId);
    const tree = documents.withDatasetIds(parsed.tree, (id) => datasets.open(id));
    let hash: string | null = null;
    while (hash === null) {
      const earlier = await drafts.get(workspaceId, appId);
      if (base !== null && base !== earlier.hash) throw changedMeanwhile();
      if (earlier.mode !== parsed.mode) throw otherMode(earlier, parsed);
      const document = sealed.seal(workspaceId, tree, earlier);
      // Null when somebody saved in between: what they kept of secrets is read anew, or they were first.
      const saved = { document, look: parsed, base: earlier.hash };
      hash = await drafts.save(workspaceId, appId, saved, (db, state) =>
        changes.addWhole(db, { workspaceId, appId }, { base: earlier.hash, hash: state, authorName }),
      );
    }
    events.emit(AppChanged, { workspaceId, appId });
    // Of no page: all that follow read the draft anew.
    events.emit(DraftChanged, { workspaceId, appId, hash, clientId: '' });
    return { hash, warnings: [...parsed.warnings, ...datasets.warnings] };
  }

  async tree(workspaceId: string, appId: string) {
    const { drafts, documents, sealed } = this.#parts;
    const { tree, hash, updatedAt } = await drafts.get(workspaceId, appId);
    return { tree: documents.shown(sealed.hidden(workspaceId, tree)), hash, updatedAt };
  }

  async change(
    workspaceId: string,
    appId: string,
    {
      base,
      operations,
      clientId,
      authorName,
    }: {
      readonly base: string;
      readonly operations: readonly DocumentOperation[];
      readonly clientId: string;
      readonly authorName: string;
    },
  ) {
    const { drafts, changes, documents, sealed, secrets, events } = this.#parts;
    for (;;) {
      const earlier = await drafts.get(workspaceId, appId);
      const others = await changes.between(workspaceId, appId, base, earlier.hash);
      if (others === null || areInOnePlace(operations, others)) throw changedMeanwhile();
      const slices = new Slices();
      const parsed = documents.applied(earlier.tree, operations);
      await slices.next();
      const datasets = new DatasetIds(secrets, workspaceId);
      const tree = documents.withDatasetIds(parsed.tree, (id) => datasets.open(id));
      const document = sealed.seal(workspaceId, tree, earlier);
      const draft = document.isMarked ? mappingOf(fromJson(document.tree)) : null;
      const told = draft === null ? operations : withHidden(operations, draft);
      const change = { base: earlier.hash, operations: told && toldOperations(told), clientId, authorName };
      const saved = { document, look: parsed, base: earlier.hash };
      const hash = await drafts.save(workspaceId, appId, saved, (db, state) =>
        changes.add(db, { workspaceId, appId }, { ...change, hash: state }),
      );
      // Null when somebody saved in between: what they did is among the others then.
      if (hash === null) continue;
      events.emit(AppChanged, { workspaceId, appId });
      events.emit(DraftChanged, { workspaceId, appId, hash, clientId });
      const hidden = draft === null ? [] : hiddenTexts(mappingOf(fromJson(tree)), draft);
      return { tree: documents.shown(document.tree), hash, others, hidden };
    }
  }

  async changesSince(workspaceId: string, appId: string, base: string) {
    const { hash } = await this.#parts.drafts.get(workspaceId, appId);
    return { hash, changes: await this.#parts.changes.between(workspaceId, appId, base, hash) };
  }

  async compare(workspaceId: string, appId: string, from: AppState, to: AppState) {
    const { changes, documents, sealed } = this.#parts;
    const [before, after] = await Promise.all([
      this.#state(workspaceId, appId, from),
      this.#state(workspaceId, appId, to),
    ]);
    const slices = new Slices();
    const old = sealed.open(workspaceId, before.document);
    await slices.next();
    const young = sealed.open(workspaceId, after.document);
    await slices.next();
    const differences = documents.compare(old, young);
    await slices.next();
    const made = differences.length === 0 ? [] : await changes.during(workspaceId, appId, [before.at, after.at]);
    const trees = made.length === 0 ? [] : [old, young].map((tree) => mappingOf(fromJson(tree)));
    await slices.next();
    return {
      hash: after.hash ?? before.hash,
      changes: differences.map((change) => ({ ...change, authors: authorsOf(change, made, trees) })),
    };
  }

  async treeOf(workspaceId: string, appId: string, state: AppState) {
    const { document } = await this.#state(workspaceId, appId, state);
    return this.#parts.documents.shown(this.#parts.sealed.hidden(workspaceId, document.tree));
  }

  async node(workspaceId: string, appId: string, nodeId: string) {
    const { store, drafts, documents, sealed } = this.#parts;
    const [app, draft] = await Promise.all([store.get(workspaceId, appId), drafts.get(workspaceId, appId)]);
    const tree = documents.excerpt(draft.tree, nodeId);
    if (tree === null) throw noNode(nodeId);
    const state = { ...draft, tree, id: appId, number: 0, publishedAt: draft.updatedAt };
    return { app, version: sealed.compile(workspaceId, state) };
  }

  async describeVersion(
    workspaceId: string,
    appId: string,
    versionId: string,
    changes: { readonly name?: string; readonly note?: string },
  ): Promise<void> {
    const { store, drafts } = this.#parts;
    await store.get(workspaceId, appId);
    if (!(await drafts.describe(workspaceId, appId, versionId, changes))) throw noVersion(versionId);
  }

  hidden(workspaceId: string, tree: JsonText, earlier?: JsonText) {
    return this.#parts.sealed.hidden(workspaceId, tree, (name) => earlier === undefined || earlier.includes(name));
  }

  async exportWithSecrets(workspaceId: string, appId: string): Promise<string> {
    const draft = await this.#parts.drafts.get(workspaceId, appId);
    return this.#exported(workspaceId, this.#parts.sealed.shown(workspaceId, draft), true);
  }

  /** `at`: until when its draft was changed; null: it may still be. */
  async #state(
    workspaceId: string,
    appId: string,
    state: AppState,
  ): Promise<{ readonly document: StoredDocument; readonly hash: string | null; readonly at: number | null }> {
    const { store, drafts } = this.#parts;
    if (state === 'draft') {
      const draft = await drafts.get(workspaceId, appId);
      return { document: draft, hash: draft.hash, at: null };
    }
    const { versionId } = await store.current(workspaceId, appId);
    const id = state === 'published' ? versionId : state;
    if (id === null) throw new PlatformError('conflict', 'apps.not_published', 'The app was never published.');
    const version = await store.version(workspaceId, appId, id);
    if (version === null) throw noVersion(id);
    return { document: version, hash: null, at: version.publishedAt };
  }

  #exported(workspaceId: string, tree: string, secrets: boolean): string {
    const datasets = new DatasetIds(this.#parts.secrets, workspaceId);
    return this.#parts.documents.export(tree, { secrets, datasetIds: (id) => datasets.seal(id) });
  }
}

function noVersion(id: string): PlatformError {
  return new PlatformError('not-found', 'apps.not_found', `The app has no version ${id}.`);
}

function otherMode({ mode }: StoredDraft, parsed: ParsedApp): PlatformError {
  const message = `The app has the mode ${mode} and the document ${parsed.mode}: import it as an app of its own.`;
  return new PlatformError('invalid', 'apps.mode_differs', message, { field: 'app.mode' });
}

function noNode(id: string): PlatformError {
  const message = `The graph of the draft has no node '${id.slice(0, 200)}': name one of its ids.`;
  return new PlatformError('not-found', 'apps.no_node', message);
}
