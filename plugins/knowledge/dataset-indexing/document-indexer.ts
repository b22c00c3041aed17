import { PlatformError } from '#kernel';
import type { ContentThreads } from '#plugins/content-threads/contract.ts';
import type {
  DatasetDocument,
  DatasetDocuments,
  DocumentProgress,
  FoundSegment,
  IndexingStatus,
  PackedSegments,
} from '#plugins/dataset-documents/contract.ts';
import type { Dataset, Datasets } from '#plugins/datasets/contract.ts';
import type { TextExtraction } from '#plugins/text-extraction/contract.ts';
import { textsPerRequest } from './batch-plan.ts';
import { type CutWork, cutTask } from './cut-task.ts';
import { bytesOf, readContent } from './document-source.ts';
import type { Embedder } from './embedder.ts';
import { during, OverError } from './failures.ts';
import { hasGivenChunks } from './given-chunks.ts';
import type { IndexWriter } from './index-writer.ts';
import { unpackChunks } from './packed-chunks.ts';
import { lostNote, type QuestionWriter } from './question-writer.ts';
import { segmentsTask } from './segments-task.ts';
import type { SummaryWriter } from './summary-writer.ts';
import type { Course } from './turn.ts';
import type { WorkStore } from './work-store.ts';

export interface DocumentIndexerParts {
  readonly datasets: Pick<Datasets, 'find' | 'activeGeneration'>;
  readonly documents: Pick<DatasetDocuments, 'rule' | 'content'>;
  readonly progress: DocumentProgress;
  readonly extraction: TextExtraction;
  readonly threads: ContentThreads;
  readonly embedder: Pick<Embedder, 'describe'>;
  readonly writer: IndexWriter;
  readonly questions: QuestionWriter;
  readonly summaries: SummaryWriter;
  readonly store: Pick<WorkStore, 'progressed' | 'note'>;
}

/** Segments of a batch where no model is asked: a transaction each. */
const ECONOMY_BATCH = 200;

/** Processes that may end with a document. */
const MAX_STARTS = 5;

/**
 * Takes one document from wherever it is to `completed`. What is done is durable after each step and each batch, so that
 * another process goes on from there.
 */
export class DocumentIndexer {
  readonly #parts: DocumentIndexerParts;

  constructor(parts: DocumentIndexerParts) {
    this.#parts = parts;
  }

  /** True: it is completed. False: its turn is over. Throws OverError when there is nothing to do any more. */
  async run(course: Course): Promise<boolean> {
    const { datasets, progress } = this.#parts;
    const { workspaceId, datasetId, id, revision } = course.work;
    const dataset = await datasets.find(workspaceId, datasetId);
    const document = dataset === null ? null : await progress.take(workspaceId, id, revision);
    if (dataset === null || document === null) throw new OverError();
    const set = async (status: IndexingStatus) => {
      const failed = (error: string, isLast: boolean) => this.#tell(document, isLast ? 'error' : status, error);
      course.failed = failed;
      if (!(await progress.setStatus(document, status, null))) throw new OverError();
    };
    const failed = (error: string, isLast: boolean) => this.#tell(document, isLast ? 'error' : 'waiting', error);
    course.failed = failed;
    if (course.work.starts > MAX_STARTS) await during('reading', async () => Promise.reject(poisonous(document)));
    if (document.splittingCompletedAt === null) {
      const isEconomy = (await datasets.activeGeneration(dataset)).embedding === null;
      const { segments, note } = await this.#cut(dataset, document, { course, isEconomy, set });
      if (note !== null) await this.#parts.store.note(course.work, note);
      course.note = note;
      if (!(await progress.split(document, segments))) throw new OverError();
      course.progressed();
    }
    await set('indexing');
    if (!(await this.#index(dataset, document, course))) return false;
    if (!(await progress.complete(document))) throw new OverError();
    // It may be found, but not all of it.
    if (course.note !== null) await progress.setStatus(document, 'completed', course.note);
    return true;
  }

  async #tell(document: DatasetDocument, status: IndexingStatus, error: string): Promise<void> {
    await this.#parts.progress.setStatus(document, status, error);
  }

  /** Its content as segments, with what its page will say of parts that gave none. */
  async #cut(
    dataset: Dataset,
    document: DatasetDocument,
    {
      course: { signal },
      isEconomy,
      set,
    }: { readonly course: Course; readonly isEconomy: boolean; set(status: IndexingStatus): Promise<void> },
  ): Promise<{ readonly segments: PackedSegments; readonly note: string | null }> {
    const { documents, questions, threads } = this.#parts;
    const { workspaceId, docForm, docLanguage } = document;
    const caller = { workspaceId, signal };
    await set('parsing');
    const content = await this.#content(document, signal);
    await set('cleaning');
    const rule = await documents.rule(dataset, document.processRuleId);
    await set('splitting');
    const settings = { rule, docForm, docLanguage };
    const work = { content, settings, purpose: isEconomy ? 'economy' : 'high_quality' } as const;
    const cut = await during('cutting', () => threads.run(cutTask, work, { ...caller, handed: content.bytes }));
    if (cut.count === 0) await during('reading', async () => Promise.reject(noText(document)));
    if (cut.kind === 'segments') return { segments: cut.segments, note: null };
    if (cut.kind === 'preview') throw new Error('no preview was asked for');
    const written = await questions.questions(dataset, unpackChunks(cut.parts), docLanguage, signal);
    if (written.count === 0) await during('writing questions', async () => Promise.reject(noQuestions(document)));
    const chunks = { kind: 'chunks', chunks: written.chunks, isEconomy } as const;
    const { packed } = await during('cutting', () => threads.run(segmentsTask, chunks, caller));
    return { segments: packed, note: lostNote(written) };
  }

  async #content(document: DatasetDocument, signal: AbortSignal): Promise<CutWork['content']> {
    const { documents, extraction } = this.#parts;
    const { workspaceId, docForm } = document;
    const bytes = await during('reading', async () => bytesOf(await documents.content(document), document.file.size));
    if (hasGivenChunks(document)) return { kind: 'given', bytes, name: document.name };
    const named = { name: nameOf(document), mediaType: document.file.mimeType, bytes };
    return during('reading', () => readContent(extraction, named, docForm, { workspaceId, signal }));
  }

  /** True: all segments are in the index. */
  async #index(dataset: Dataset, document: DatasetDocument, course: Course): Promise<boolean> {
    const { progress, store } = this.#parts;
    const limit = await this.#batchSize(dataset, document);
    // Those before are done: they are not read through again for each batch.
    let after = 0;
    for (;;) {
      course.signal.throwIfAborted();
      const segments = await progress.waitingSegments(document, limit, after);
      if (segments.length === 0 && after === 0) return true;
      after = segments.at(-1)?.position ?? 0;
      if (segments.length === 0) continue;
      if (course.isOver()) return false;
      await this.#batch(dataset, document, segments, course.signal);
      if (course.failures > 0) await store.progressed(course.work);
      course.progressed();
    }
  }

  async #batch(
    dataset: Dataset,
    document: DatasetDocument,
    segments: readonly FoundSegment[],
    signal: AbortSignal,
  ): Promise<void> {
    const { progress, summaries, writer } = this.#parts;
    const written = await summaries.write(dataset, document, segments, signal);
    const ids = segments.map(({ id }) => id);
    const batch = {
      segments: written.segments,
      docForm: document.docForm,
      before: written.keep,
      after: async (within: Parameters<typeof written.keep>[0]) => {
        if (!(await progress.completeSegments(document, ids, within))) throw new OverError();
      },
    };
    await during('indexing', () => writer.write(dataset, batch, signal));
  }

  /** Segments whose texts make about one request. */
  async #batchSize(dataset: Dataset, document: DatasetDocument): Promise<number> {
    const { embedding } = await this.#parts.datasets.activeGeneration(dataset);
    if (embedding === null) return ECONOMY_BATCH;
    const description = await during('embedding', () => this.#parts.embedder.describe(dataset, embedding));
    const texts = textsPerRequest(description);
    return document.docForm === 'hierarchical_model' ? Math.max(1, Math.ceil(texts / 4)) : texts;
  }
}

/** Kinds of text are told apart by the ending, which a person may have taken from the name. */
function nameOf({ name, file }: DatasetDocument): string {
  const isNamed = file.extension === '' || name.toLowerCase().endsWith(`.${file.extension}`);
  return isNamed ? name : `${name}.${file.extension}`;
}

function poisonous({ name }: DatasetDocument): PlatformError {
  const message = `the server ended ${MAX_STARTS} times while it worked on "${name}": split it, or give the server more memory`;
  return new PlatformError('invalid', 'dataset-indexing.process_died', message);
}

function noText({ name }: DatasetDocument): PlatformError {
  const remedy = 'scans need their text recognised before they are uploaded';
  return new PlatformError('invalid', 'dataset-indexing.no_text', `"${name}" has no text: ${remedy}`);
}

function noQuestions({ name }: DatasetDocument): PlatformError {
  const message = `the default language model wrote no questions and answers for any part of "${name}": choose another one`;
  return new PlatformError('invalid', 'dataset-indexing.no_questions', message);
}
