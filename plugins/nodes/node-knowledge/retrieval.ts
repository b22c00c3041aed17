import {
  type FileValue,
  isFileValue,
  mappingOf,
  type NodeContext,
  NodeError,
  type NodeImplementation,
  type NodeResult,
  readSelector,
  type Selector,
} from '#engine';
import { isPlatformError } from '#kernel';
import { KnowledgeRetrieve, type Reranking, type Retrieval, type RetrievalRequest } from './contract.ts';
import { type CompiledFilter, compileFilter, renderFilter } from './metadata-filter.ts';
import { readModel, readNumber, readText, readTexts, type Settings } from './settings.ts';

interface CompiledRetrieval {
  readonly query: Selector | null;
  readonly files: Selector | null;
  readonly filter: CompiledFilter | null;
  readonly fixed: Pick<RetrievalRequest, 'datasetIds' | 'topK' | 'scoreThreshold' | 'reranking' | 'router'>;
}

const defaultTopK = 4;
const largestTopK = 200;

/** Asks knowledge bases (app DSL, knowledge-retrieval). */
export const node: NodeImplementation<CompiledRetrieval> = {
  compile: (data) => ({
    query: readSelector(data.query_variable_selector),
    files: readSelector(data.query_attachment_selector),
    filter: compileFilter(data),
    fixed: Array.isArray(data.control_space_ids) ? readSpaces(data) : readDatasets(data),
  }),

  async run(compiled, context) {
    const { id, title } = context.node;
    const query = compiled.query === null ? '' : readQuery(compiled.query, context);
    const files = compiled.files === null ? [] : readFiles(compiled.files, context);
    const inputs = {
      ...(compiled.query === null ? {} : { query }),
      ...(compiled.files === null ? {} : { attachments: files }),
    };
    if (query.trim() === '' && files.length === 0) return { outputs: { result: [] }, inputs };
    const filter = renderFilter(compiled.filter, context);
    const request: RetrievalRequest = { node: { id, title }, query, files, filter, ...compiled.fixed };
    return ask(request, context, inputs);
  },
};

async function ask(
  request: RetrievalRequest,
  context: NodeContext,
  inputs: Record<string, unknown>,
): Promise<NodeResult> {
  try {
    const { items, unknown, trace } = await context.call<Retrieval>(KnowledgeRetrieve, request);
    const outputs = { result: items };
    const processData = told(trace, unknown);
    return Object.keys(processData).length === 0 ? { outputs, inputs } : { outputs, inputs, processData };
  } catch (error) {
    if (!isPlatformError(error)) throw error;
    throw new NodeError('KnowledgeRetrievalNodeError', error.message, {
      code: error.code,
      details: { inputs },
      cause: error,
    });
  }
}

/** What the record of the run says of how it was found. */
function told(trace: Readonly<Record<string, unknown>>, unknown: readonly string[]): Record<string, unknown> {
  if (unknown.length === 0) return trace;
  const skips = skipped(unknown);
  const warnings = [trace.warning, skips.warning].filter((warning) => typeof warning === 'string');
  return { ...trace, ...skips, warning: warnings.join(' ') };
}

/** Of knowledge bases that were not asked. */
function skipped(ids: readonly string[]) {
  const shown = ids.slice(0, 5).map((id) => id.slice(0, 100));
  const more = ids.length > shown.length ? ` and ${ids.length - shown.length} more` : '';
  const warning = `Skipped knowledge bases that this workspace does not have: ${shown.join(', ')}${more}. Choose others in the node.`;
  return { warning, skipped_dataset_ids: ids };
}

function readQuery(selector: Selector, context: NodeContext): string {
  const value = context.variables.get(selector);
  if (typeof value === 'string') return value;
  const problem = value === undefined || value === null ? 'has no value' : 'is no string';
  throw new NodeError(
    'KnowledgeRetrievalNodeError',
    `The query variable ${selector.join('.')} ${problem}: choose one with a text.`,
  );
}

function readFiles(selector: Selector, context: NodeContext): readonly FileValue[] {
  const value = context.variables.get(selector);
  const files = Array.isArray(value) ? value : value === undefined || value === null ? [] : [value];
  if (files.every(isFileValue)) return files;
  throw new NodeError(
    'KnowledgeRetrievalNodeError',
    `The query variable ${selector.join('.')} is no file: choose one with files.`,
  );
}

function readDatasets(data: Settings): CompiledRetrieval['fixed'] {
  const config = mappingOf(data.multiple_retrieval_config);
  const isSingle = data.retrieval_mode === 'single';
  // Older documents switch the threshold off beside its value.
  const threshold = config.score_threshold_enabled === false ? null : readNumber(config.score_threshold);
  return {
    datasetIds: readTexts(data.dataset_ids),
    // The one base that is picked has settings of its own.
    topK: isSingle ? largestTopK : topKOf(config.top_k),
    scoreThreshold: isSingle ? null : threshold,
    reranking:
      isSingle || (config.reranking_enable === false && config.reranking_mode !== 'weighted_score')
        ? null
        : readReranking(config),
    router: isSingle ? readModel(mappingOf(data.single_retrieval_config).model) : null,
  };
}

function readSpaces(data: Settings): CompiledRetrieval['fixed'] {
  return {
    datasetIds: readTexts(data.control_space_ids),
    topK: topKOf(data.top_n),
    scoreThreshold: null,
    reranking: null,
    router: null,
  };
}

function topKOf(value: unknown): number {
  return Math.min(Math.max(Math.floor(readNumber(value) ?? defaultTopK), 1), largestTopK);
}

function readReranking(config: Settings): Reranking | null {
  if (config.reranking_mode === 'weighted_score') {
    const weights = mappingOf(config.weights);
    const vector = mappingOf(weights.vector_setting);
    return {
      mode: 'weighted_score',
      vectorWeight: readNumber(vector.vector_weight) ?? 0.7,
      keywordWeight: readNumber(mappingOf(weights.keyword_setting).keyword_weight) ?? 0.3,
      embeddingProvider: readText(vector.embedding_provider_name),
      embeddingModel: readText(vector.embedding_model_name),
    };
  }
  const model = mappingOf(config.reranking_model);
  const [provider, name] = [readText(model.provider), readText(model.model)];
  return provider === '' || name === '' ? null : { mode: 'reranking_model', provider, model: name };
}
