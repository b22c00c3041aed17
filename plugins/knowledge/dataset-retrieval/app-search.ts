import type { HostCaller } from '#engine';
import type { Dataset, Datasets } from '#plugins/datasets/contract.ts';
import type { RetrievalRequest, Retrieved } from '#plugins/node-knowledge/contract.ts';
import { type AutomaticFilter, automaticFilter } from './automatic-filter.ts';
import { chooseBase } from './base-choice.ts';
import type { AnyHit } from './found-hit.ts';
import type { ModelCaller, ModelCalls } from './model-calls.ts';
import type { QueryLog } from './query-log.ts';
import { questionText } from './query-text.ts';
import { retrievedItems } from './retrieved-items.ts';
import type { DocumentFilter, SeveralBases } from './several-bases.ts';
import { Stopwatch } from './stopwatch.ts';

interface AppSearchParts {
  readonly bases: SeveralBases;
  readonly calls: ModelCalls;
  readonly datasets: Datasets;
  readonly log: QueryLog;
}

/** What an app asks: the run's workspace is the only one that is looked at. */
type AppQuestion = Omit<RetrievalRequest, 'node' | 'files'>;

/** Searches for apps: the nodes of their graphs, and their agents. */
export class AppSearch {
  readonly #parts: AppSearchParts;

  constructor(parts: AppSearchParts) {
    this.#parts = parts;
  }

  async retrieve(request: AppQuestion, run: Omit<HostCaller, 'signal'> & { signal: AbortSignal }): Promise<Retrieved> {
    const query = questionText(request.query);
    if (query === '')
      return { items: [], trace: { warning: 'Knowledge bases are searched by text, and none was asked.' } };
    const clock = new Stopwatch();
    const { workspaceId, appId, keyId = null, runId, signal } = run;
    const caller: ModelCaller = {
      workspaceId,
      app: appId === '' ? null : { workspaceId, appId, keyId },
      signal,
    };
    const { datasets: store, bases, calls, log } = this.#parts;
    const known = await store.findMany(workspaceId, request.datasetIds);
    const inOrder = request.datasetIds.flatMap((id) => known.find((dataset) => dataset.id === id) ?? []);
    const all = [...new Set(inOrder)];
    const { router } = request;
    const chosen =
      router === null
        ? null
        : await clock.measure('choice', () => chooseBase(calls, { query, datasets: all, model: router }, caller));
    const asked = chosen === null ? all : chosen.dataset === null ? [] : [chosen.dataset];
    const { filter, warning } = await this.#filter(request, asked, { query, caller, clock });
    const hits = await bases.merged(asked, { query, filter, caller, clock }, merging(request));
    log.add(asked, request.query, { hits, asking: { source: 'app', appId, runId } });
    const warnings = [chosen?.warning, warning].filter((text) => typeof text === 'string');
    return {
      items: await retrievedItems(store, hits),
      trace: {
        knowledge_bases: asked.map((dataset) => told(dataset, hits)),
        ...(filter !== null && { metadata_filter: filter }),
        milliseconds: clock.milliseconds,
        ...(warnings.length > 0 && { warning: warnings.join(' ') }),
      },
    };
  }

  async #filter(
    { filter }: AppQuestion,
    datasets: readonly Dataset[],
    { query, caller, clock }: { readonly query: string; readonly caller: ModelCaller; readonly clock: Stopwatch },
  ): Promise<AutomaticFilter & { readonly filter: DocumentFilter | null }> {
    if (filter === null || datasets.length === 0) return { filter: null, warning: null };
    if (filter.mode === 'manual') {
      return { filter: { operator: filter.operator, conditions: filter.conditions }, warning: null };
    }
    const { calls, datasets: store } = this.#parts;
    const asked = { query, datasets, model: filter.model };
    return clock.measure('filter', () => automaticFilter({ calls, datasets: store }, asked, caller));
  }
}

function merging({ topK, scoreThreshold, reranking }: AppQuestion) {
  return { topK, threshold: scoreThreshold, reranking };
}

function told({ id, name }: Dataset, hits: readonly AnyHit[]) {
  return { id, name, hits: hits.filter(({ dataset }) => dataset.id === id).length };
}
