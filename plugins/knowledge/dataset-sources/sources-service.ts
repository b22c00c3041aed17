import { currentTime } from '#kernel';
import { type DocForm, readProcessRule } from '#plugins/chunking/contract.ts';
import type { Dataset, Datasets, DatasetViewer } from '#plugins/datasets/contract.ts';
import type { Secrets } from '#plugins/secrets/contract.ts';
import type { DatasetSource, DatasetSources, NewSource, SourceChange, SourceIndexing } from './contract.ts';
import { keyOf } from './document-writer.ts';
import type { PageStore } from './page-store.ts';
import type { ReaderList } from './reader-list.ts';
import { nextRefresh } from './refresh-interval.ts';
import type { Refresher } from './refresher.ts';
import type { StoredSource } from './row-store.ts';
import type { RunQueue } from './run-queue.ts';
import { hasDocuments, invalidSource, noSource, refreshRunning, tokenNeeded, tooManySources } from './source-errors.ts';
import type { PlaceAsk, SourcePlace, SourceReader } from './source-reader.ts';
import { changedSettings, isSameHost, newSettings } from './source-settings.ts';
import type { Place, SourceStore, SourceValues } from './source-store.ts';

/** What tokens of repositories are sealed for. */
export const TOKEN_PURPOSE = 'dataset-sources.token';
const MAX_SOURCES = 50;

export interface SourcesParts {
  readonly store: SourceStore;
  readonly pages: PageStore;
  readonly queue: RunQueue;
  readonly refresher: Refresher;
  readonly datasets: Datasets;
  readonly readers: ReaderList;
  readonly secrets: Secrets;
}

/** Sources of bases, as people see and change them. */
export class SourcesService implements DatasetSources {
  readonly #parts: SourcesParts;

  constructor(parts: SourcesParts) {
    this.#parts = parts;
  }

  list(dataset: Dataset): Promise<readonly DatasetSource[]> {
    return this.#parts.store.list(placeOf(dataset));
  }

  get(dataset: Dataset, id: string): Promise<DatasetSource> {
    return this.#stored(dataset, id);
  }

  async add(given: Dataset, source: NewSource, viewer: DatasetViewer): Promise<DatasetSource> {
    const { store, datasets, refresher, readers } = this.#parts;
    const reader = readers.get(source.kind);
    const { workspaceId } = given;
    const token = source.token ?? null;
    const accountId = checkedAccount(reader, source.accountId ?? null);
    const wanted = { workspaceId, settings: newSettings(reader, source), before: null, accountId };
    const settings = await reader.settle({ ...wanted, token, hasToken: token !== null, viewer });
    const docForm = source.docForm ?? given.docForm ?? 'text_model';
    const indexing = indexingOf(source, docForm);
    const dataset = await datasets.settle(given, {
      docForm,
      ...(source.indexingTechnique !== undefined && { indexingTechnique: source.indexingTechnique }),
      dataSourceType: reader.documentsAs,
    });
    const refresh = source.refresh ?? 'never';
    const values = {
      kind: source.kind,
      name: source.name?.trim() || reader.nameOf(settings),
      settings,
      indexing,
      ...this.#sealed(dataset.workspaceId, token),
      account_id: accountId,
      held: false,
      refresh,
      on_vanished: source.onVanished ?? 'disable',
      paused: false,
      status: 'waiting',
      error: null,
      incomplete: false,
      run: 0,
      step: 0,
      started_at: null,
      finished_at: null,
      next_refresh_at: null,
      created_by: viewer.accountId,
      author_name: viewer.name,
    };
    const added = await store.add(placeOf(dataset), values, MAX_SOURCES);
    if (added === null) throw tooManySources(MAX_SOURCES);
    await reader.attach?.(added, viewer);
    return (await refresher.begin(added, { isDue: false })) ?? added;
  }

  async change(dataset: Dataset, id: string, change: SourceChange, viewer: DatasetViewer): Promise<DatasetSource> {
    const { store, queue } = this.#parts;
    const before = await this.#stored(dataset, id);
    const token = change.token === undefined ? undefined : (change.token ?? null);
    const settings = await this.#settled(before, change, viewer);
    const isOtherAccount = change.accountId !== undefined && change.accountId !== before.accountId;
    const { name, refresh = before.refresh, onVanished = before.onVanished, isPaused = before.isPaused } = change;
    const isOtherTime = refresh !== before.refresh || isPaused !== before.isPaused;
    // A run that goes on says itself when the next one is.
    const next = before.status === 'running' ? null : nextRefresh(refresh, isPaused, currentTime());
    const values: SourceValues = {
      settings,
      ...(name !== undefined && { name: name.trim() }),
      ...(token !== undefined && this.#sealed(dataset.workspaceId, token)),
      refresh,
      on_vanished: onVanished,
      paused: isPaused,
      ...(isOtherAccount && { account_id: change.accountId, held: false }),
      ...(isOtherTime && { next_refresh_at: next }),
    };
    await queue.prepare();
    const job = { workspaceId: before.workspaceId, sourceId: before.id };
    const isThere = await store.change(before, values, async (within) => {
      if (isOtherTime && next !== null) await queue.start(job, next, within);
    });
    if (!isThere) throw noSource();
    const after = await this.get(dataset, id);
    if (isOtherAccount) {
      const reader = this.#parts.readers.get(before.kind);
      await reader.detach?.(before);
      await reader.attach?.(after, viewer);
    }
    return after;
  }

  async refresh(dataset: Dataset, id: string): Promise<DatasetSource> {
    const source = await this.#stored(dataset, id);
    const begun = await this.#parts.refresher.begin(source, { isDue: false });
    if (begun === null) throw refreshRunning(source);
    return begun;
  }

  async cancel(dataset: Dataset, id: string): Promise<DatasetSource> {
    const { store, queue } = this.#parts;
    const source = await this.#stored(dataset, id);
    if (source.status !== 'running') return source;
    const { workspaceId, run } = source;
    const next = nextRefresh(source.refresh, source.isPaused, currentTime());
    await queue.prepare();
    await store.cancel({ workspaceId, sourceId: id, run }, next, async (within) => {
      if (next !== null) await queue.start({ workspaceId, sourceId: id }, next, within);
    });
    return this.get(dataset, id);
  }

  async delete(
    dataset: Dataset,
    id: string,
    { keepDocuments, isConfirmed }: { readonly keepDocuments: boolean; readonly isConfirmed: boolean },
  ): Promise<void> {
    const { store, pages, refresher } = this.#parts;
    const source = await this.#stored(dataset, id);
    if (!keepDocuments && !isConfirmed) {
      const count = await pages.documentCount(source);
      if (count > 0) throw hasDocuments(source, count);
    }
    // Nothing begins to add documents any more when they are removed; what was about to be added is found at the second time.
    await this.cancel(dataset, id);
    const keys = keepDocuments ? [] : (await pages.addresses(source)).map((address) => keyOf(source, address));
    await refresher.removeDocuments(dataset, source, keys);
    if (!(await store.remove(source))) throw noSource();
    await this.#parts.readers.find(source.kind)?.detach?.(source);
    await refresher.removeDocuments(dataset, source, keys);
  }

  async pages(dataset: Dataset, id: string, query: Parameters<DatasetSources['pages']>[2]) {
    return this.#parts.pages.list(await this.#stored(dataset, id), query);
  }

  async places(kind: string, ask: PlaceAsk): Promise<readonly SourcePlace[]> {
    const reader = this.#parts.readers.get(kind);
    if (reader.places === undefined) throw invalidSource('kind', `Sources of kind ${kind} are named by their address.`);
    checkedAccount(reader, ask.accountId);
    return reader.places(ask);
  }

  /** All of a base that is deleted. */
  async removeAll(place: Place): Promise<void> {
    const { store, readers } = this.#parts;
    const all = await store.list(place);
    await store.removeAll(place);
    for (const source of all) await readers.find(source.kind)?.detach?.(source);
  }

  /** An account works again, or does not any more: what is read with it says so itself, in its next run. */
  async accountChanged(workspaceId: string, accountId: string, isReady: boolean): Promise<void> {
    for (const source of await this.#parts.store.ofAccount(workspaceId, accountId)) {
      if (source.isHeld === isReady && !source.isPaused) await this.#parts.refresher.begin(source, { isDue: false });
    }
  }

  /** Opened for the one call that needs it. */
  tokenOf({ workspaceId, sealedToken }: StoredSource): string | null {
    return sealedToken === null ? null : this.#parts.secrets.open(workspaceId, TOKEN_PURPOSE, sealedToken);
  }

  async #stored(dataset: Dataset, id: string): Promise<StoredSource> {
    const source = await this.#parts.store.find(dataset.workspaceId, id, dataset.id);
    if (source === null) throw noSource();
    return source;
  }

  async #settled(before: StoredSource, change: SourceChange, viewer: DatasetViewer) {
    const { workspaceId, kind } = before;
    const reader = this.#parts.readers.get(kind);
    const wanted = changedSettings(reader, before.settings, change);
    const isKept = before.sealedToken !== null && change.token === undefined;
    const token = change.token ?? null;
    const hasToken = isKept || token !== null;
    const accountId = checkedAccount(reader, change.accountId ?? before.accountId);
    const asked = { workspaceId, settings: wanted, before, accountId, token, hasToken, viewer };
    const settings = await reader.settle(asked);
    if (isKept && !isSameHost(settings, before.settings)) throw tokenNeeded();
    return settings;
  }

  #sealed(workspaceId: string, token: string | null): { sealed_token: string | null; token_hint: string } {
    if (token === null) return { sealed_token: null, token_hint: '' };
    const hint = token.length >= 12 ? token.slice(-4) : '';
    return { sealed_token: this.#parts.secrets.seal(workspaceId, TOKEN_PURPOSE, token), token_hint: hint };
  }
}

function placeOf({ workspaceId, id: datasetId }: Dataset) {
  return { workspaceId, datasetId };
}

function indexingOf({ processRule, docLanguage = 'English' }: NewSource, docForm: DocForm): SourceIndexing {
  return { rule: readProcessRule(processRule ?? null, docForm), docForm, docLanguage };
}

function checkedAccount({ id, hasAccount = false }: SourceReader, accountId: string | null): string | null {
  if (hasAccount === true && accountId === null) {
    throw invalidSource(
      'account_id',
      `A source of kind ${id} is read with a connected account: name one, or connect it under Integrations.`,
    );
  }
  if (hasAccount === false && accountId !== null) {
    throw invalidSource('account_id', `account_id means nothing for a source of kind ${id}: leave it out.`);
  }
  return accountId;
}
