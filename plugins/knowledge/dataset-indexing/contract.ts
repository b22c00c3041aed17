/** Work on documents: read, cut, embed, index, in durable jobs; and on whole bases, when their model changes. */
import { token } from '#kernel';
import type { Chunk, ProcessRule } from '#plugins/chunking/contract.ts';
import type { ChildChunk, DatasetDocument, Segment } from '#plugins/dataset-documents/contract.ts';
import type { Dataset, DatasetViewer, DocForm } from '#plugins/datasets/contract.ts';
import type { NamedContent } from '#plugins/text-extraction/contract.ts';

/** What indexing costs, before it is done. */
export interface IndexingEstimate {
  readonly segments: number;
  readonly tokens: number;
  /** A decimal number; null: the model has no price, or none is used. */
  readonly price: string | null;
  readonly currency: string | null;
}

/** How far a base is with a new model. */
export interface RebuildState {
  readonly embedding: Dataset['embedding'];
  readonly segments: number;
  readonly done: number;
  readonly error: string | null;
}

/** A segment by hand: as the runtime API takes it. */
export interface SegmentText {
  readonly content: string;
  /** Needed for `qa_model`. */
  readonly answer?: string | null;
  readonly keywords?: readonly string[] | null;
  readonly enabled?: boolean;
  readonly summary?: string | null;
  readonly regenerateChildChunks?: boolean;
}

/** Work on documents and whole bases; and segments by hand, which are found when they are answered for. */
export interface DatasetIndexing {
  /**
   * What content would be cut into: at most 20 chunks, of each at most 20,000 characters and 100 children, and how many there are. Throws as `TextExtraction.extractContent`. */
  preview(
    workspaceId: string,
    content: NamedContent,
    settings: {
      readonly rule: ProcessRule;
      readonly docForm: DocForm;
      readonly docLanguage: string;
      readonly embedding?: Dataset['embedding'];
    },
    signal: AbortSignal,
  ): Promise<{ readonly chunks: readonly Chunk[]; readonly estimate: IndexingEstimate }>;
  /** Seconds until all of these are done, by the pace of the last minutes; null: not known. */
  secondsLeft(dataset: Dataset, documents: readonly DatasetDocument[]): Promise<number | null>;
  /** What a new embedding model (null: economy) would cost. */
  estimateRebuild(dataset: Dataset, embedding: Dataset['embedding']): Promise<IndexingEstimate>;
  /**
   * Builds a new generation in jobs, beside the one that answers, and switches when it is complete. Started again with the same model
   * it goes on, with another it begins anew. Throws what `Models.model` throws, `dataset-indexing.invalid_action` for external bases.
   */
  rebuild(dataset: Dataset, embedding: NonNullable<Dataset['embedding']>): Promise<RebuildState>;
  /** null: nothing is being built. */
  rebuilding(dataset: Dataset): Promise<RebuildState | null>;
  cancelRebuild(dataset: Dataset): Promise<void>;
  /**
   * Segments by hand, embedded before this resolves. Throws `dataset-indexing.invalid_param` (invalid, with its field),
   * `dataset-indexing.not_found` where the document is not completed or is disabled,
   * `dataset-indexing.archived_document_immutable` (forbidden), and what models throw.
   */
  addSegments(
    dataset: Dataset,
    documentId: string,
    segments: readonly SegmentText[],
    viewer: DatasetViewer,
  ): Promise<readonly Segment[]>;
  /** The same; `dataset-indexing.document_indexing` (invalid) while the document is worked on. */
  changeSegment(
    dataset: Dataset,
    documentId: string,
    segmentId: string,
    text: SegmentText,
    viewer: DatasetViewer,
  ): Promise<Segment>;
  /** Throws as well `dataset-indexing.invalid_action` (invalid) for a document that is not `hierarchical_model`. */
  addChildChunk(dataset: Dataset, documentId: string, segmentId: string, content: string): Promise<ChildChunk>;
  changeChildChunk(
    dataset: Dataset,
    documentId: string,
    segmentId: string,
    chunkId: string,
    content: string,
  ): Promise<ChildChunk>;
  /**
   * Chunks made by a workflow (app DSL, knowledge-index): a document whose segments are these, a new one, or one whose content
   * they replace. It waits then, and is worked on like others.
   */
  indexChunks(
    dataset: Dataset,
    document: {
      readonly name: string;
      readonly documentId: string | null;
      readonly docForm: DocForm;
      readonly chunks: readonly Chunk[];
    },
  ): Promise<DatasetDocument>;
}

/** The service. */
export const DatasetIndexing = token<DatasetIndexing>('dataset-indexing.indexing');
