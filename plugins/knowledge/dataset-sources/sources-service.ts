import { currentTime, isPlatformError } from '#kernel';
import { type DocForm, readProcessRule } from '#plugins/chunking/contract.ts';
import type { Dataset, Datasets, DatasetViewer } from '#plugins/datasets/contract.ts';
import type { Egress } from '#plugins/egress/contract.ts';
import type { Secrets } from '#plugins/secrets/contract.ts';
import { archiveAddress } from './archive-address.ts';
import type {
  DatasetSource,
  DatasetSources,
  NewSource,
  SourceChange,
  SourceIndexing,
  SourceSettings,
} from './contract.ts';
import { keyOf } from './document-writer.ts';
import type { PageStore } from './page-store.ts';
import { nextRefresh } from './refresh-interval.ts';
import type { Refresher } from './refresher.ts';
import type { StoredSource } from './row-store.ts';
import type { RunQueue } from './run-queue.ts';
import { hasDocuments, invalidSource, noSource, refreshRunning, tokenNeeded, tooManySources } from './source-errors.ts';
import { changedSettings, isSameHost, newSettings } from './source-settings.ts';
import type { SourceStore, SourceValues } from './source-store.ts';

/** What tokens of repositories are sealed for. */
export const TOKEN_PURPOSE = 'dataset-sources.token';
const MAX_SOURCES = 50;

export interface SourcesParts {
  readonly store: SourceStore;
  readonly pages: PageStore;
  readonly queue: RunQueue;
  readonly refresher: Refresher;
  readonly datasets: Datasets;
  readonly egress: Egress;
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
    const { store, datasets, refresher } = this.#parts;
    const settings = newSettings(source);
    const token = source.token ?? null;
    checkToken(source.kind, settings, token);
    await this.#checkAddress(settings, token);
    const docForm = source.docForm ?? given.docForm ?? 'text_model';
    const indexing = indexingOf(source, docForm);
    const dataset = await datasets.settle(given, {
      docForm,
      ...(source.indexingTechnique !== undefined && { indexingTechnique: source.indexingTechnique }),
      dataSourceType: source.kind === 'git' ? 'upload_file' : 'website_crawl',
    });
    const refresh = source.refresh ?? 'never';
    const values = {
      kind: source.kind,
      name: source.name?.trim() || nameOf(settings),
      settings,
      indexing,
      ...this.#sealed(dataset.workspaceId, token),
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
    return (await refresher.begin(added, { isDue: false })) ?? added;
  }

  async change(dataset: Dataset, id: string, change: SourceChange): Promise<DatasetSource> {
    const { store, queue } = this.#parts;
    const before = await this.#stored(dataset, id);
    const settings = changedSettings(before.kind, before.settings, change);
    const hasToken = before.sealedToken !== null;
    if (hasToken && change.token === undefined && !isSameHost(settings, before.settings)) throw tokenNeeded();
    const token = change.token === undefined ? undefined : (change.token ?? null);
    checkToken(before.kind, settings, token ?? (hasToken && token === undefined ? 'kept' : null));
    await this.#checkAddress(settings, token ?? null);
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
      ...(isOtherTime && { next_refresh_at: next }),
    };
    await queue.prepare();
    const job = { workspaceId: before.workspaceId, sourceId: before.id };
    const isThere = await store.change(before, values, async (within) => {
      if (isOtherTime && next !== null) await queue.start(job, next, within);
    });
    if (!isThere) throw noSource();
    return this.get(dataset, id);
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
    await refresher.removeDocuments(dataset, source, keys);
  }

  async pages(dataset: Dataset, id: string, query: Parameters<DatasetSources['pages']>[2]) {
    return this.#parts.pages.list(await this.#stored(dataset, id), query);
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

  /** Said at once, not when the first run fails; a name that can't be looked up now may be there later. */
  async #checkAddress(settings: SourceSettings, token: string | null): Promise<void> {
    const address = settings.host === null ? settings.url : archiveAddress(settings, token).url;
    try {
      await this.#parts.egress.check(address);
    } catch (error) {
      if (isPlatformError(error) && error.code === 'egress.invalid_request') throw invalidSource('url', error.message);
      throw error;
    }
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

function checkToken(kind: NewSource['kind'], { url }: SourceSettings, token: string | null): void {
  if (token === null) return;
  if (kind !== 'git') throw invalidSource('token', 'A token is for a repository (kind git).');
  if (!url.startsWith('https:')) throw invalidSource('url', 'A token is sent over https alone: give an https address.');
}

/** What a list shows where nobody said a name. */
function nameOf({ url, folder }: SourceSettings): string {
  const { host, pathname } = new URL(url);
  const path = `${pathname.replace(/\/$/, '')}${folder === '' ? '' : `/${folder}`}`;
  return `${host}${path}`.slice(0, 100);
}
