import { isMapping } from '#engine';
import type { EmbeddingModel } from '#plugins/models/contract.ts';
import {
  type Caller,
  checkVectors,
  type EmbeddedBatch,
  embedInBatches,
  estimatedTokens,
  isCount,
  vectorOf,
} from '#plugins/provider-http/contract.ts';
import type { OpenAiEndpoint, VectorRules } from './endpoint.ts';

type Request = Parameters<EmbeddingModel['embed']>[0];

/** `/embeddings`, in batches of the size the server takes. */
export function createEmbedding(caller: Caller<OpenAiEndpoint>): EmbeddingModel {
  const { batchOf, vectors } = caller.endpoint;
  return {
    embed(request) {
      const size = batchOf?.(request.model) ?? vectors.batch;
      const options = { size, concurrency: vectors.concurrency, signal: request.signal };
      return embedInBatches(request.texts, options, (texts, signal) =>
        embedBatch(caller, { ...request, texts, signal }),
      );
    },
  };
}

async function embedBatch(caller: Caller<OpenAiEndpoint>, request: Request): Promise<EmbeddedBatch> {
  const { endpoint } = caller;
  const { model, texts, signal } = request;
  const answer = await caller.json({
    path: endpoint.route?.('/embeddings', model) ?? '/embeddings',
    body: JSON.stringify(bodyOf(endpoint, request)),
    model,
    signal,
  });
  const found = new Array<Float32Array | null | undefined>(texts.length).fill(undefined);
  const items = isMapping(answer) && Array.isArray(answer.data) ? answer.data : [];
  for (const [place, item] of items.entries()) {
    const index = isMapping(item) && isCount(item.index) ? item.index : place;
    // What is beyond the texts counts as one too many.
    if (index <= texts.length) found[index] = isMapping(item) ? vectorOf(item.embedding) : null;
  }
  const dimensions = endpoint.vectors.dimensions === null ? undefined : request.dimensions;
  const vectors = checkVectors(found, { count: texts.length, dimensions }, endpoint, model);
  return { vectors, promptTokens: tokensOf(answer) ?? estimatedTokens(texts.join('').length) };
}

function bodyOf({ vectors, sentModel }: OpenAiEndpoint, request: Request): Readonly<Record<string, unknown>> {
  const { dimensions, kind } = request;
  return {
    model: sentModel ?? request.model,
    input: prefixed(vectors, request),
    ...(vectors.encoding === 'plain' ? {} : { encoding_format: vectors.encoding }),
    ...(dimensions === undefined || vectors.dimensions === null ? {} : { [vectors.dimensions]: dimensions }),
    ...(kind === undefined || vectors.kind === undefined || vectors.kind.models?.test(request.model) === false
      ? {}
      : { [vectors.kind.field]: vectors.kind[kind] }),
  };
}

function prefixed({ prefixes }: VectorRules, { kind, texts }: Request): readonly string[] {
  const prefix = kind === undefined ? '' : (prefixes?.[kind] ?? '');
  return prefix === '' ? texts : texts.map((text) => `${prefix}${text}`);
}

/** Jina and Voyage tell only a total. */
function tokensOf(answer: unknown): number | null {
  const usage = isMapping(answer) ? answer.usage : undefined;
  if (!isMapping(usage)) return null;
  const tokens = usage.prompt_tokens ?? usage.total_tokens;
  return isCount(tokens) ? tokens : null;
}
