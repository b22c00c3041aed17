/**
 * Knowledge bases: what they are called, who may see them, how they are indexed and searched. Their documents are kept
 * by `dataset-documents`, their index is built by `dataset-indexing` and asked by `dataset-retrieval`.
 *
 * Glossary
 * - dataset: a knowledge base, as the runtime API calls it.
 * - generation: one index of a base, by one embedding model; its id is the `indexId` of `knowledge-index`. One is active;
 *   one may be building beside it.
 */
import { type Contribution, extensionPoint, token } from '#kernel';
import type { OpenTransaction } from '#plugins/database/contract.ts';
import type { RetrievalModel } from './retrieval-model.ts';

/** Settings that somebody sends for one search, in the place of those of a base. Throws `datasets.invalid_param`. */
export { mergeRetrieval } from './merge-retrieval.ts';
export {
  closedRetrievalSchema,
  defaultRetrieval,
  type RetrievalModel,
  retrievalModelSchema,
} from './retrieval-model.ts';

/** Who may see a base: its creator, all who manage knowledge bases, or chosen ones of them; and always the owner of the workspace. */
export type DatasetPermission = 'only_me' | 'all_team_members' | 'partial_members';
/** With vectors, or with keywords alone. */
export type IndexingTechnique = 'high_quality' | 'economy';
/** What segments are: pieces of text, parents of child chunks that are found, or questions with answers. */
export type DocForm = 'text_model' | 'hierarchical_model' | 'qa_model';

/** Who looks. Keys of knowledge bases and the management token see all of a workspace's. */
export interface DatasetViewer {
  /** null: a key, or the management token. */
  readonly accountId: string | null;
  /** Shown as the author of what they make; "" for keys. */
  readonly name: string;
  /** The owner of the workspace, keys and the management token: whatever the permission of a base says. */
  readonly seesAll: boolean;
}

/** `keyViewer`: keys of knowledge bases. `viewerOf`: somebody at the console. */
export { keyViewer, viewerOf } from './viewer.ts';

/** A knowledge base. Times are milliseconds since the epoch. */
export interface Dataset {
  readonly id: string;
  readonly workspaceId: string;
  readonly name: string;
  readonly description: string;
  readonly provider: 'vendor' | 'external';
  readonly permission: DatasetPermission;
  /** null until the first document says it; then it stays, but `economy` may become `high_quality`. */
  readonly indexingTechnique: IndexingTechnique | null;
  /** null until the first document says it; then it stays. */
  readonly docForm: DocForm | null;
  readonly dataSourceType: string | null;
  readonly retrieval: RetrievalModel;
  /** Provider id and model name; null: economy, or not said yet. */
  readonly embedding: { readonly provider: string; readonly model: string } | null;
  /** The active generation; null: nothing was indexed yet. */
  readonly indexId: string | null;
  /** As on the wire. */
  readonly summaryIndex: SummaryIndexSetting | null;
  readonly builtInFields: boolean;
  readonly apiEnabled: boolean;
  readonly icon: Readonly<Record<string, unknown>> | null;
  readonly external: ExternalSettings | null;
  readonly createdBy: string | null;
  readonly authorName: string;
  readonly updatedBy: string | null;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** A summary of each segment, written by a model and found like the segment itself. */
export interface SummaryIndexSetting {
  readonly enable: boolean;
  readonly model_name: string;
  readonly model_provider_name: string;
  readonly summary_prompt: string;
}

/** What an external base asks, and how (runtime API, Dataset). */
export interface ExternalSettings {
  readonly apiId: string;
  readonly knowledgeId: string;
  readonly topK: number;
  readonly scoreThreshold: number | null;
}

/** A new base. What is left out has the default of the runtime API. */
export interface NewDataset {
  readonly name: string;
  readonly description?: string;
  readonly permission?: DatasetPermission;
  readonly indexingTechnique?: IndexingTechnique | null;
  readonly docForm?: DocForm | null;
  readonly embedding?: { readonly provider: string; readonly model: string } | null;
  /** As sent; merged into the default. */
  readonly retrieval?: Readonly<Record<string, unknown>> | null;
  readonly summaryIndex?: SummaryIndexSetting | null;
  readonly external?: ExternalSettings | null;
  readonly icon?: Readonly<Record<string, unknown>> | null;
}

/** What changes of a base; what is absent stays. Changing the embedding model is `DatasetIndexing.rebuild`'s. */
export interface DatasetChange extends Partial<Omit<NewDataset, 'external' | 'embedding'>> {
  readonly apiEnabled?: boolean;
  readonly external?: Partial<ExternalSettings>;
  /** Account ids; for `partial_members`. */
  readonly members?: readonly string[];
}

/** A page of bases, newest first. */
export interface DatasetQuery {
  readonly page: number;
  /** At most 100. */
  readonly limit: number;
  /** Part of the name. */
  readonly keyword?: string;
  readonly tagIds?: readonly string[];
  readonly ids?: readonly string[];
}

/** What documents of a base are told apart by, besides what every document has. */
export interface MetadataField {
  readonly id: string;
  readonly name: string;
  readonly type: 'string' | 'number' | 'time';
}

/** What bases of a workspace are told apart by. */
export interface DatasetTag {
  readonly id: string;
  readonly name: string;
  /** How many bases have it. */
  readonly bindings: number;
}

/** What uses a base: apps, which are told of before it is deleted. */
export interface DatasetUse {
  readonly datasetId: string;
  readonly appId: string;
  readonly appName: string;
}

/** Contributed by who knows what uses bases. */
export interface DatasetUsers extends Contribution {
  usesOf(workspaceId: string, datasetIds: readonly string[]): Promise<readonly DatasetUse[]>;
}

/** Contribute here what uses bases. */
export const DatasetUsers = extensionPoint<DatasetUsers>('datasets.users');

/**
 * What belongs to a base and ends with it. The base's own rows, generations among them, go after everything here has removed
 * its part.
 */
export interface DatasetEnding extends Contribution {
  /** In the transaction that marks it deleted; from then on nobody sees it. */
  deleting?(dataset: Dataset, within: OpenTransaction): Promise<void>;
  /** Removes the rest in a job, in batches. Called again, from its beginning, after it failed or its process ended. */
  remove?(dataset: Dataset, generations: readonly Generation[], signal: AbortSignal): Promise<void>;
}

/** Contribute here what ends with a base. */
export const DatasetEndings = extensionPoint<DatasetEnding>('datasets.endings');

/** What bases hold, for lists of them. Contributed by who keeps it. */
export interface DatasetCounts extends Contribution {
  /** By base; `available`: documents that may be found. */
  counts(
    workspaceId: string,
    datasetIds: readonly string[],
  ): Promise<ReadonlyMap<string, { readonly documents: number; readonly available: number; readonly words: number }>>;
}

/** Contribute here what bases hold. */
export const DatasetCounts = extensionPoint<DatasetCounts>('datasets.counts');

/** A generation of a base's index. */
export interface Generation {
  readonly id: string;
  readonly workspaceId: string;
  readonly datasetId: string;
  readonly embedding: { readonly provider: string; readonly model: string } | null;
  readonly state: 'building' | 'active';
  readonly error: string | null;
  readonly createdAt: number;
}

/**
 * Knowledge bases of a workspace. `datasets.not_found` (not-found) for unknown ids, deleted ones, those of other
 * workspaces and, with a viewer, those the viewer may not see.
 */
export interface Datasets {
  /**
   * Throws `datasets.dataset_name_duplicate` (conflict), `datasets.invalid_param` (invalid, with its field), what
   * `Models.model` throws for an embedding or reranking model that can't be called. A base of high quality that names no
   * model gets the workspace's default one, or the built-in one where there is none. An external base names one of the
   * workspace's external knowledge APIs (`external-knowledge.not_found`).
   */
  create(workspaceId: string, dataset: NewDataset, viewer: DatasetViewer): Promise<Dataset>;
  list(
    workspaceId: string,
    query: DatasetQuery,
    viewer: DatasetViewer,
  ): Promise<{ readonly datasets: readonly Dataset[]; readonly total: number }>;
  get(workspaceId: string, id: string, viewer: DatasetViewer): Promise<Dataset>;
  /** Without a viewer: for runs and jobs. null: there is none. */
  find(workspaceId: string, id: string): Promise<Dataset | null>;
  /** Those there are, and that the viewer may see where one is named, in one query. */
  findMany(workspaceId: string, ids: readonly string[], viewer?: DatasetViewer): Promise<readonly Dataset[]>;
  /** Of an exact name, whatever its case; for imports. */
  byName(workspaceId: string, names: readonly string[]): Promise<readonly Dataset[]>;
  /**
   * Throws as `create`, and `datasets.forbidden` where somebody changes permission or members of a base that others made:
   * that is for its creator and for who sees all.
   */
  change(workspaceId: string, id: string, change: DatasetChange, viewer: DatasetViewer): Promise<Dataset>;
  /**
   * What the first document of a base says; what it leaves out has a default: high quality, `text_model`. A base that has said
   * it already refuses another (`datasets.invalid_param`). Throws what `Models.model` throws. Asks models, so it is not for
   * transactions that are open.
   */
  settle(
    dataset: Dataset,
    said: Pick<NewDataset, 'indexingTechnique' | 'docForm' | 'embedding' | 'retrieval'> & {
      readonly dataSourceType?: string;
    },
  ): Promise<Dataset>;
  /** `isConfirmed` false: throws `datasets.dataset_in_use` (conflict) naming the apps, when any use it. */
  delete(workspaceId: string, id: string, viewer: DatasetViewer, isConfirmed: boolean): Promise<void>;
  uses(workspaceId: string, ids: readonly string[]): Promise<readonly DatasetUse[]>;
  membersOf(workspaceId: string, id: string): Promise<readonly string[]>;
  /** Positions for new documents: the first of `count` that follow each other. */
  takePositions(dataset: Dataset, count: number, within?: OpenTransaction): Promise<number>;

  fields(workspaceId: string, datasetId: string): Promise<readonly MetadataField[]>;
  /** Throws `datasets.invalid_param` for names that are taken, built in, or too long, and beyond 100 fields. */
  addField(workspaceId: string, datasetId: string, field: Omit<MetadataField, 'id'>): Promise<MetadataField>;
  renameField(workspaceId: string, datasetId: string, fieldId: string, name: string): Promise<MetadataField>;
  removeField(workspaceId: string, datasetId: string, fieldId: string): Promise<void>;
  setBuiltInFields(workspaceId: string, datasetId: string, isOn: boolean): Promise<void>;

  /** By name. */
  tags(workspaceId: string): Promise<readonly DatasetTag[]>;
  createTag(workspaceId: string, name: string): Promise<DatasetTag>;
  renameTag(workspaceId: string, tagId: string, name: string): Promise<DatasetTag>;
  deleteTag(workspaceId: string, tagId: string): Promise<void>;
  /** Unknown tags are ignored. */
  bindTags(workspaceId: string, datasetId: string, tagIds: readonly string[]): Promise<void>;
  unbindTags(workspaceId: string, datasetId: string, tagIds: readonly string[]): Promise<void>;
  /** By base. */
  tagsOf(
    workspaceId: string,
    datasetIds: readonly string[],
  ): Promise<ReadonlyMap<string, readonly Pick<DatasetTag, 'id' | 'name'>[]>>;

  /** Active and building ones; of a deleted base too. */
  generations(workspaceId: string, datasetId: string, within?: OpenTransaction): Promise<readonly Generation[]>;
  /** The active one, made when there is none. */
  activeGeneration(dataset: Dataset, within?: OpenTransaction): Promise<Generation>;
  /** Begins one beside the active; one that was building is replaced, and given back so that its index can be dropped. */
  beginGeneration(
    dataset: Dataset,
    embedding: Generation['embedding'],
    within?: OpenTransaction,
  ): Promise<{ readonly begun: Generation; readonly replaced: Generation | null }>;
  /**
   * In one transaction: it becomes active, the base's embedding model its own; the one before is given back and gone. Throws
   * `datasets.not_found` where it is not the one that is being built any more.
   */
  switchGeneration(generation: Generation, within?: OpenTransaction): Promise<Generation | null>;
  /** What keeps a building generation from getting on; null: nothing any more. */
  markGeneration(generation: Generation, error: string | null): Promise<void>;
  abandonGeneration(generation: Generation, within?: OpenTransaction): Promise<void>;
}

/** The service of knowledge bases. */
export const Datasets = token<Datasets>('datasets.datasets');
