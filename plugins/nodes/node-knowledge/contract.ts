/**
 * Knowledge, as nodes ask for it. Nodes call the host calls below; what answers them are the knowledge sources that
 * plugins contribute. Knowledge bases nobody keeps are skipped when they are asked, and the run says so; none can be
 * filled (`node-knowledge.dataset_not_found`).
 */
import type { FileValue, HostCaller } from '#engine';
import { type Contribution, extensionPoint } from '#kernel';
import type { NamedDataset } from './known-datasets.ts';

/** Host call id: takes a RetrievalRequest, answers with a Retrieval. Called by retrieval nodes. */
export const KnowledgeRetrieve = 'knowledge.retrieve';

/** Host call id: takes an IndexRequest, answers with what the node puts out. Called by knowledge-index nodes. */
export const KnowledgeIndex = 'knowledge.index';

/** The node that asks, for messages. */
export interface AskingNode {
  readonly id: string;
  readonly title: string;
}

/** A model as a document names it. */
export interface KnowledgeModel {
  readonly provider: string;
  readonly name: string;
  readonly parameters: Readonly<Record<string, unknown>>;
}

/** How hits of several knowledge bases are put in one order (app DSL, knowledge-retrieval). */
export type Reranking =
  | { readonly mode: 'reranking_model'; readonly provider: string; readonly model: string }
  | {
      readonly mode: 'weighted_score';
      readonly vectorWeight: number;
      readonly keywordWeight: number;
      readonly embeddingProvider: string;
      readonly embeddingModel: string;
    };

/** What a document's metadata is compared by. */
export const filterOperators = [
  'contains',
  'not contains',
  'start with',
  'end with',
  'is',
  'is not',
  'empty',
  'not empty',
  'in',
  'not in',
  '=',
  '≠',
  '>',
  '<',
  '≥',
  '≤',
  'before',
  'after',
] as const;

/** One of `filterOperators`. */
export type FilterOperator = (typeof filterOperators)[number];

/** A condition on a document's metadata; templates in the value are already rendered. */
export interface FilterCondition {
  readonly name: string;
  readonly operator: FilterOperator;
  /** A string, a number, or a list of these; null for `empty` and `not empty`. Times are seconds since the epoch. */
  readonly value: unknown;
}

/** Which documents count; `automatic`: the model derives the conditions from the query. */
export type MetadataFilter =
  | { readonly mode: 'automatic'; readonly model: KnowledgeModel }
  | { readonly mode: 'manual'; readonly operator: 'and' | 'or'; readonly conditions: readonly FilterCondition[] };

/** One question to knowledge bases (app DSL, knowledge-retrieval). Text, files, or both are asked for. */
export interface RetrievalRequest {
  readonly node: AskingNode;
  readonly datasetIds: readonly string[];
  /** "" when only files are asked for. */
  readonly query: string;
  readonly files: readonly FileValue[];
  /** The most items to answer with, from 1. */
  readonly topK: number;
  /** Hits below do not count; null: all do. */
  readonly scoreThreshold: number | null;
  readonly reranking: Reranking | null;
  /** Set: this model picks the one knowledge base to ask. */
  readonly router: KnowledgeModel | null;
  readonly filter: MetadataFilter | null;
}

/** A hit. The host call adds `_source`, `position` and `retriever_from` to the metadata. */
export interface RetrievedItem {
  readonly content: string;
  readonly title: string;
  readonly url?: string;
  readonly icon?: string;
  readonly files?: readonly unknown[];
  readonly summary?: string;
  readonly metadata: {
    readonly dataset_id: string;
    readonly dataset_name: string;
    readonly document_id: string;
    readonly document_name: string;
    readonly data_source_type: string;
    readonly segment_id: string;
    /** Higher is better. */
    readonly score: number;
    readonly child_chunks?: readonly unknown[];
    readonly segment_hit_count?: number;
    readonly segment_word_count?: number;
    readonly segment_position?: number;
    readonly segment_index_node_hash?: string;
    /** Page or slide on which it begins, from 1. */
    readonly page?: number | null;
    readonly doc_metadata?: Readonly<Record<string, unknown>>;
  };
}

/** What a source found. */
export interface Retrieved {
  /** Best score first. */
  readonly items: readonly RetrievedItem[];
  /** How it was found, for the record of the node; `warning` is for people. Absent: there is nothing to tell. */
  readonly trace?: Readonly<Record<string, unknown>>;
}

/** What nodes put out, best score first, and the ids that were skipped: the workspace has no such knowledge bases. */
export interface Retrieval {
  readonly items: readonly unknown[];
  readonly unknown: readonly string[];
  /** What the sources tell of how it was found, in one. */
  readonly trace: Readonly<Record<string, unknown>>;
}

/** Chunks to be stored as a document of a knowledge base (app DSL, triggers, datasource, knowledge-index). */
export interface IndexRequest {
  readonly node: AskingNode;
  readonly datasetId: string;
  /** "" for a new document. */
  readonly documentId: string;
  readonly batch: string;
  /** `text_model`, `hierarchical_model` or `qa_model`: the shape of `chunks`. */
  readonly chunkStructure: string;
  readonly chunks: unknown;
  /** The node's settings: indexing_technique, embedding_model, retrieval_model … */
  readonly settings: Readonly<Record<string, unknown>>;
}

/** Those of the ids that are knowledge bases of the workspace; what is no id is none. Bases by their names. */
export {
  type KnownDatasets,
  type KnownDatasetsParts,
  knownDatasets,
  type NamedDataset,
  namedDatasets,
} from './known-datasets.ts';

/** Contributed by plugins that keep knowledge bases. Everything is asked in the name of the run's workspace. */
export interface KnowledgeSource extends Contribution {
  /** Those of the ids that are knowledge bases of the caller's workspace, and kept here. */
  known(datasetIds: readonly string[], caller: HostCaller): Promise<readonly string[]>;
  /** Bases of the caller's workspace with one of these names, in any case. Absent: its bases have no names. */
  named?(names: readonly string[], caller: HostCaller): Promise<readonly NamedDataset[]>;
  /** Asks knowledge bases, all of them `known`. Failures become the node's. */
  retrieve(request: RetrievalRequest, caller: HostCaller): Promise<Retrieved>;
  /**
   * Stores chunks in a knowledge base that is `known`; what it returns is the node's outputs: dataset, document, batch.
   */
  index(request: IndexRequest, caller: HostCaller): Promise<Readonly<Record<string, unknown>>>;
}

/** Where plugins contribute knowledge sources. */
export const KnowledgeSources = extensionPoint<KnowledgeSource>('node-knowledge.sources');

/**
 * Asked once for each question that a node asks of knowledge bases, however many bases it goes to, before it goes to any. What it
 * throws becomes the node's failure.
 */
export interface KnowledgeGate extends Contribution {
  admit(caller: HostCaller): Promise<void>;
}

/** Contribute here what may refuse questions to knowledge bases: limits. */
export const KnowledgeGates = extensionPoint<KnowledgeGate>('node-knowledge.gates');
