/**
 * What is searched in knowledge bases: vectors and words of their pieces. Knows nothing of knowledge bases and documents but
 * their ids; who keeps those writes here in the same transaction.
 *
 * Glossary
 * - index: one generation of one knowledge base. A base that changes its embedding model fills a new index beside the old
 *   one. It begins with its first entry.
 * - entry: what is found: the vector of a text, its words, or both. Its id is that of a segment, of a child chunk, or any
 *   other; it points at its segment.
 * - active: an entry is found only while both its segment and its document are.
 */
import { type Contribution, extensionPoint, token } from '#kernel';
import type { OpenTransaction, QueryPart } from '#plugins/database/contract.ts';
import type { WordBatch } from './words-task.ts';

/** Where an entry lies. Nothing of another workspace is found or changed, whatever ids are given. */
export interface IndexPlace {
  readonly workspaceId: string;
  readonly datasetId: string;
  readonly indexId: string;
}

/** What an entry was made of. */
export type EntryKind = 'segment' | 'child' | 'question' | 'summary';

/** An entry to be written. */
export interface IndexEntry {
  /** A UUID, once in its index. */
  readonly id: string;
  readonly documentId: string;
  readonly segmentId: string;
  readonly kind: EntryKind;
  /** Its words are kept for full-text search, the text is not. "": not found by words. */
  readonly text: string;
  /**
   * Of any length but 0: it is normalised here. As many numbers as the other entries of the index have, at most 8,192. null:
   * not found by vectors.
   */
  readonly vector: Float32Array | null;
  /** Absent: true. */
  readonly segmentActive?: boolean;
  /** Absent: true. */
  readonly documentActive?: boolean;
}

/**
 * A query of document ids, one column, made with kysely in the caller's store: `sql\`select id from … where …\``. It runs as
 * part of the search, as the same workspace.
 */
export type DocumentSubquery = QueryPart;

/** Which entries count; what is absent leaves out none. All of them must hold. */
export interface EntryFilter {
  /** At most 1,000. */
  readonly documentIds?: readonly string[];
  /** At most 1,000: for scores of entries that were found in another way. */
  readonly entryIds?: readonly string[];
  readonly documents?: DocumentSubquery;
}

/** An entry that was found. */
export interface EntryHit {
  readonly id: string;
  readonly documentId: string;
  readonly segmentId: string;
  readonly kind: EntryKind;
  /** By vector: the cosine, 0 to 1 (less than 0 counts as 0). By text: BM25, more than 0 and without an upper limit. */
  readonly score: number;
}

/** Words of entries that are about to be written, by batches as the database takes them. */
export interface ReadWords {
  readonly ids: readonly string[];
  readonly batches: readonly WordBatch[];
}

/** Entries by their own ids, or those of segments or documents. */
export type EntrySelection =
  | { readonly entryIds: readonly string[] }
  | { readonly segmentIds: readonly string[] }
  | { readonly documentIds: readonly string[] };

/** Which mark is set: that of segments, or that of documents. */
export type ActiveSelection = Exclude<EntrySelection, { readonly entryIds: readonly string[] }>;

/**
 * Writes and searches entries. Whatever was committed counts in the very next search of any process. Methods that write take
 * the caller's transaction (`within`), which must be one of the same workspace; without it they are one of their own.
 * Vectors of no length, with numbers that are none, or of another length than the index has are refused:
 * `knowledge-index.invalid_vector` (kind invalid).
 */
export interface KnowledgeIndexes {
  /**
   * Reads the words of texts, in a thread where they are long: before a transaction that writes many entries, for nobody should wait
   * for that meanwhile. By the ids of the entries; each text is read once.
   */
  readWords(place: IndexPlace, texts: readonly Pick<IndexEntry, 'id' | 'text'>[]): Promise<ReadWords>;
  /**
   * Writes entries; those with ids that are there replace them. Any number, best some hundred at once: an entry that is
   * written alone costs several times as much. `words`: those that `readWords` read of these entries, for one call only; absent, they
   * are read now.
   */
  upsert(place: IndexPlace, entries: readonly IndexEntry[], within?: OpenTransaction, words?: ReadWords): Promise<void>;
  /** Ids that are not there count as removed. */
  remove(place: IndexPlace, which: EntrySelection, within?: OpenTransaction): Promise<void>;
  /** Marks entries of segments, or of documents. Entries that are written later don't know of it. */
  setActive(place: IndexPlace, which: ActiveSelection, active: boolean, within?: OpenTransaction): Promise<void>;
  /** Removes the whole index: in one transaction with what is the caller's, else in several, so ask again where it fails. */
  drop(place: IndexPlace, within?: OpenTransaction): Promise<void>;
  /** Active entries whose vectors are nearest to that of the query, best first. `limit`: from 1 to 1,000. */
  searchVector(
    place: IndexPlace,
    query: Float32Array,
    limit: number,
    filter?: EntryFilter,
  ): Promise<readonly EntryHit[]>;
  /**
   * Active entries with words of the query, best first. Any text is a query: it is read for its words, of which the first
   * 10,000 characters count. `limit`: from 1 to 1,000.
   */
  searchText(place: IndexPlace, query: string, limit: number, filter?: EntryFilter): Promise<readonly EntryHit[]>;
  /** Vectors of length 1, with 8 bits a number: close to those that were given. Entries without one are left out. */
  vectorsOf(place: IndexPlace, entryIds: readonly string[]): Promise<ReadonlyMap<string, Float32Array>>;
  /** What an index holds, and how many bytes that is, about. Zeros: there is none. */
  size(place: IndexPlace): Promise<{ readonly entries: number; readonly bytes: number }>;
}

export const KnowledgeIndexes = token<KnowledgeIndexes>('knowledge-index.indexes');

/** A vector of length 1. */
export interface EntryVector {
  readonly id: string;
  readonly vector: Float32Array;
}

/**
 * A faster way to find near vectors, in the database or outside of it. It names candidates; the entries and their vectors are
 * kept in the database all the same, decide which candidates count, and give the scores. So it may name entries that are
 * gone or not active, and need not know of filters. It is asked only of indexes of which it was told every vector since the
 * first; elsewhere, and where it names too few, the search in the database answers.
 */
export interface VectorIndex extends Contribution {
  /** Whether it can be used here. Asked once, before its first use; a rejection is logged and means no. */
  isAvailable(): Promise<boolean>;
  /** Called in the transaction that writes the entries. */
  upsert(place: IndexPlace, vectors: readonly EntryVector[], within: OpenTransaction): Promise<void>;
  /** Called in the transaction that removes them. */
  remove(place: IndexPlace, entryIds: readonly string[], within: OpenTransaction): Promise<void>;
  drop(place: IndexPlace, within: OpenTransaction): Promise<void>;
  /** Ids of at most `count` entries, nearest first. The query is of length 1. */
  candidates(place: IndexPlace, query: Float32Array, count: number): Promise<readonly string[]>;
}

/** Where plugins contribute vector indexes; the setting `knowledge-index.vectors` says which one is used. */
export const VectorIndexes = extensionPoint<VectorIndex>('knowledge-index.vector-indexes');

export { keywordsOf } from './keywords.ts';
export { tokensOf } from './tokens.ts';
