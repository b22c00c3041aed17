import { isPlatformError } from '#kernel';
import type { Dataset } from '#plugins/datasets/contract.ts';
import { invalidParameter } from '#plugins/knowledge-api/parts.ts';
import type { Models } from '#plugins/models/contract.ts';

/** How bodies name an embedding model. */
export interface NamedEmbedding {
  readonly embedding_model?: string | null;
  readonly embedding_model_provider?: string | null;
}

type Embedding = NonNullable<Dataset['embedding']>;

/** The embedding model that a body names, by the id of its provider; null: it names none. */
export async function namedEmbedding(
  models: Models,
  workspaceId: string,
  { embedding_model: model, embedding_model_provider: provider }: NamedEmbedding,
): Promise<Embedding | null> {
  if (!model && !provider) return null;
  if (!model) throw invalidParameter('embedding_model is required with embedding_model_provider', 'embedding_model');
  if (!provider) {
    throw invalidParameter('embedding_model_provider is required with embedding_model', 'embedding_model_provider');
  }
  const ready = await models.model(workspaceId, 'embedding', { provider, model });
  return { provider: ready.provider, model };
}

/** The same where a model that can't be called is a wrong parameter (runtime API, create a knowledge base). */
export async function settableEmbedding(models: Models, workspaceId: string, body: NamedEmbedding) {
  try {
    return await namedEmbedding(models, workspaceId, body);
  } catch (error) {
    if (!isPlatformError(error) || !error.code.startsWith('models.')) throw error;
    throw invalidParameter(error.message, 'embedding_model');
  }
}
