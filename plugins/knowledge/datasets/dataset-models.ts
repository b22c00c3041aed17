import type { Models } from '#plugins/models/contract.ts';
import type { Dataset, SummaryIndexSetting } from './contract.ts';
import { fittedTo, lexical, mergeRetrieval, startRetrieval } from './merge-retrieval.ts';
import type { RetrievalModel } from './retrieval-model.ts';

type Sent = Readonly<Record<string, unknown>> | null | undefined;

/** Models that bases name: each can be called when it is named. */
export class DatasetModels {
  readonly #models: Pick<Models, 'model' | 'defaults'>;

  constructor(models: Pick<Models, 'model' | 'defaults'>) {
    this.#models = models;
  }

  /** By the ids that are kept; what names none means the workspace's default model, or the built-in one. */
  async embedding(
    workspaceId: string,
    named: Dataset['embedding'] | undefined,
  ): Promise<Dataset['embedding'] & object> {
    const meant = named ?? (await this.#models.defaults(workspaceId)).get('embedding') ?? lexical;
    const { provider, description } = await this.#models.model(workspaceId, 'embedding', meant);
    return { provider, model: description.name };
  }

  async summary(workspaceId: string, setting: SummaryIndexSetting | null): Promise<SummaryIndexSetting | null> {
    if (setting?.enable === true) {
      const { model_provider_name: provider, model_name: model } = setting;
      await this.#models.model(workspaceId, 'llm', { provider, model });
    }
    return setting;
  }

  /** How a base is searched that is indexed like this, by what was there and what is sent. */
  async retrieval(
    {
      workspaceId,
      indexingTechnique,
      embedding,
      retrieval,
    }: Pick<Dataset, 'workspaceId' | 'indexingTechnique' | 'embedding'> & {
      readonly retrieval: RetrievalModel;
    },
    sent: Sent,
  ): Promise<RetrievalModel> {
    const merged = fittedTo(indexingTechnique, mergeRetrieval(startRetrieval(embedding, retrieval), sent));
    await this.#checkReranker(workspaceId, merged, sent);
    return merged;
  }

  async #checkReranker(workspaceId: string, retrieval: RetrievalModel, sent: Sent): Promise<void> {
    if (sent === undefined || sent === null || !retrieval.reranking_enable) return;
    if (retrieval.reranking_mode === 'weighted_score') return;
    const { reranking_provider_name: provider, reranking_model_name: model } = retrieval.reranking_model;
    if (provider !== '' && model !== '') await this.#models.model(workspaceId, 'rerank', { provider, model });
  }
}
