import {
  type NodeContext,
  NodeError,
  type NodeImplementation,
  type ResponsePart,
  readSelector,
  type Selector,
} from '#engine';
import { isPlatformError } from '#kernel';
import { type IndexRequest, KnowledgeIndex } from './contract.ts';
import { plain, readText, type Settings } from './settings.ts';

interface CompiledIndexing {
  readonly chunks: Selector | null;
  readonly chunkStructure: string;
  readonly settings: Settings;
}

const settingNames = [
  'indexing_technique',
  'embedding_model',
  'embedding_model_provider',
  'keyword_number',
  'retrieval_model',
  'summary_index_setting',
];

/**
 * Stores chunks in the knowledge base of the run, the response of a pipeline (app DSL, triggers, datasource,
 * knowledge-index).
 */
export const node: NodeImplementation<CompiledIndexing> = {
  compile: (data) => ({
    chunks: readSelector(data.index_chunk_variable_selector),
    chunkStructure: readText(data.chunk_structure) || 'text_model',
    settings: Object.fromEntries(
      settingNames.filter((name) => data[name] !== undefined).map((name) => [name, plain(data[name])]),
    ),
  }),

  async run({ chunks: selector, chunkStructure, settings }, context) {
    const datasetId = systemText(context, 'dataset_id');
    if (datasetId === '') {
      throw failure('The run names no knowledge base (sys.dataset_id): this node runs in pipelines of one only.');
    }
    const chunks = selector === null ? undefined : context.variables.get(selector);
    if (isEmpty(chunks))
      throw failure(`There are no chunks at ${selector?.join('.') ?? 'the unset selector'}: nothing is stored.`);
    const { id, title } = context.node;
    const documentId = systemText(context, 'document_id');
    const batch = systemText(context, 'batch');
    const request: IndexRequest = {
      node: { id, title },
      datasetId,
      documentId,
      batch,
      chunkStructure,
      chunks: plain(chunks),
      settings,
    };
    try {
      const outputs = await context.call<Readonly<Record<string, unknown>>>(KnowledgeIndex, request);
      return { outputs, inputs: { chunks } };
    } catch (error) {
      if (!isPlatformError(error)) throw error;
      throw new NodeError('KnowledgeIndexNodeError', error.message, { code: error.code, cause: error });
    }
  },

  responseParts: (): readonly ResponsePart[] => [],
};

function isEmpty(chunks: unknown): boolean {
  if (chunks === undefined || chunks === null || chunks === '') return true;
  if (Array.isArray(chunks)) return chunks.length === 0;
  return typeof chunks === 'object' && Object.keys(chunks).length === 0;
}

function systemText(context: NodeContext, name: string): string {
  return readText(context.variables.get(['sys', name]));
}

function failure(message: string): NodeError {
  return new NodeError('KnowledgeIndexNodeError', message);
}
