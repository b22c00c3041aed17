import { newId, PlatformError } from '#kernel';
import { type ProcessRule, wordCount } from '#plugins/chunking/contract.ts';
import type { ContentThreads } from '#plugins/content-threads/contract.ts';
import type {
  ChildChunk,
  DatasetDocument,
  DatasetDocuments,
  DocumentProgress,
  NewSegment,
  Segment,
} from '#plugins/dataset-documents/contract.ts';
import type { Dataset, DatasetViewer } from '#plugins/datasets/contract.ts';
import type { DatasetIndexing, SegmentText } from './contract.ts';
import { StepError } from './failures.ts';
import { invalid, invalidAction, requireAtRest, requireAvailable } from './hand-errors.ts';
import type { IndexedBatch, IndexWriter } from './index-writer.ts';
import { type SegmentsMade, segmentsTask } from './segments-task.ts';
import type { SummaryWriter } from './summary-writer.ts';

/** Milliseconds that models may take while somebody waits. */
const PATIENCE = 90_000;
const MAX_SEGMENTS = 1_000;
/** Characters of a segment: more is no part of a text but a text. */
const MAX_CHARACTERS = 100_000;
const MAX_KEYWORDS = 100;

export interface HandSegmentsParts {
  readonly documents: Pick<DatasetDocuments, 'get' | 'segment' | 'childrenOf' | 'rule'>;
  readonly progress: Pick<DocumentProgress, 'addSegments' | 'changeSegment' | 'writeChildChunks'>;
  readonly writer: Pick<IndexWriter, 'write'>;
  readonly summaries: Pick<SummaryWriter, 'isWanted' | 'summary'>;
  readonly threads: ContentThreads;
}

type HandMethods = Pick<DatasetIndexing, 'addSegments' | 'changeSegment' | 'addChildChunk' | 'changeChildChunk'>;

/** Segments and child chunks that people write: they are found as soon as they are answered for. */
export class HandSegments implements HandMethods {
  readonly #parts: HandSegmentsParts;

  constructor(parts: HandSegmentsParts) {
    this.#parts = parts;
  }

  async addSegments(
    dataset: Dataset,
    documentId: string,
    texts: readonly SegmentText[],
    viewer: DatasetViewer,
  ): Promise<readonly Segment[]> {
    const { documents, progress } = this.#parts;
    if (texts.length === 0 || texts.length > MAX_SEGMENTS) {
      throw invalid('segments', `must be from 1 to ${MAX_SEGMENTS} segments`);
    }
    const document = await documents.get(dataset, documentId);
    requireAvailable(document);
    const rule = await documents.rule(dataset, document.processRuleId);
    const isEconomy = dataset.indexingTechnique === 'economy';
    for (const [index, text] of texts.entries()) checkText(text, document, `segments[${index}]`);
    const made = await this.#made(document, { texts, rule, isEconomy });
    const segments = made.segments.map((segment, index) => {
      const summary = document.docForm === 'qa_model' ? null : (texts[index]?.summary ?? null);
      return { ...segment, summary, documentId };
    });
    const news = { packed: made.packed, ids: segments.map(({ id }) => id) };
    let added: readonly Segment[] = [];
    await this.#write(dataset, {
      segments,
      docForm: document.docForm,
      before: async (within) => {
        added = await progress.addSegments(dataset, document, news, viewer, within);
        for (const [index, segment] of added.entries()) {
          const summary = segments[index]?.summary ?? null;
          if (summary === null) continue;
          await progress.changeSegment(dataset, segment, { summary }, viewer, within);
        }
      },
    });
    return added.map((segment, index) => ({ ...segment, summary: segments[index]?.summary ?? null }));
  }

  async changeSegment(
    dataset: Dataset,
    documentId: string,
    segmentId: string,
    text: SegmentText,
    viewer: DatasetViewer,
  ): Promise<Segment> {
    const { documents, progress } = this.#parts;
    const document = await documents.get(dataset, documentId);
    const segment = await documents.segment(dataset, documentId, segmentId);
    requireAtRest(document);
    const content = text.content.trim();
    const answer = document.docForm === 'qa_model' ? (text.answer ?? segment.answer) : null;
    checkText({ ...text, answer }, document, 'segment');
    const isOther = content !== segment.content;
    const summary = await this.#summary(dataset, { document, segment, text, isOther });
    const rule = await documents.rule(dataset, document.processRuleId);
    const isEconomy = dataset.indexingTechnique === 'economy';
    const [made] = (await this.#made(document, { texts: [{ ...text, content, answer }], rule, isEconomy })).segments;
    if (made === undefined) throw new Error('a text became no segment');
    const children = await this.#children(dataset, { document, segment, made, text });
    let changed: Segment = segment;
    await this.#write(dataset, {
      segments: [{ id: segmentId, documentId, content, summary, children: children.chunks }],
      docForm: document.docForm,
      replaces: true,
      before: async (within) => {
        // Whether it is found may have been changed while models were asked: it is written where it was sent.
        const state = text.enabled === undefined ? {} : { enabled: text.enabled };
        const { hash, wordCount, tokens } = made;
        const values = { content, answer, summary, ...state, hash, wordCount, tokens };
        const isKept = (text.keywords ?? null) === null && (!isEconomy || !isOther);
        const keywords = isKept ? segment.keywords : made.keywords;
        changed = await progress.changeSegment(dataset, segment, { ...values, keywords }, viewer, within);
        if (!children.areNew) return;
        const rows = children.chunks.map((chunk) => ({ ...chunk, type: 'automatic' as const }));
        await progress.writeChildChunks(dataset, segment, rows, { replaceAll: true }, within);
      },
    });
    return changed;
  }

  async addChildChunk(dataset: Dataset, documentId: string, segmentId: string, content: string): Promise<ChildChunk> {
    return this.#writeChild(dataset, { documentId, segmentId, chunkId: null, content });
  }

  async changeChildChunk(
    dataset: Dataset,
    documentId: string,
    segmentId: string,
    chunkId: string,
    content: string,
  ): Promise<ChildChunk> {
    return this.#writeChild(dataset, { documentId, segmentId, chunkId, content });
  }

  async #writeChild(
    dataset: Dataset,
    of: {
      readonly documentId: string;
      readonly segmentId: string;
      readonly chunkId: string | null;
      readonly content: string;
    },
  ): Promise<ChildChunk> {
    const { documents, progress } = this.#parts;
    const { documentId, segmentId, chunkId } = of;
    const document = await documents.get(dataset, documentId);
    const segment = await documents.segment(dataset, documentId, segmentId);
    requireAtRest(document);
    if (document.docForm !== 'hierarchical_model') {
      throw invalidAction('Only segments of documents with doc_form "hierarchical_model" have child chunks.');
    }
    const content = of.content.trim();
    if (content === '' || content.length > MAX_CHARACTERS) {
      throw invalid('content', `must have from 1 to ${MAX_CHARACTERS} characters`);
    }
    const known = (await documents.childrenOf(dataset, [segmentId])).get(segmentId) ?? [];
    if (chunkId !== null && !known.some(({ id }) => id === chunkId)) {
      const message = 'There is no such child chunk in this segment; it may have been deleted or replaced.';
      throw new PlatformError('not-found', 'dataset-indexing.not_found', message);
    }
    const chunk = { id: chunkId ?? newId(), content, wordCount: wordCount(content), type: 'customized' as const };
    let written: ChildChunk | undefined;
    await this.#write(dataset, {
      segments: [{ id: segmentId, documentId, content: segment.content, summary: null, children: [chunk] }],
      docForm: document.docForm,
      before: async (within) => {
        [written] = await progress.writeChildChunks(dataset, segment, [chunk], { replaceAll: false }, within);
      },
    });
    if (written === undefined) throw new Error('a child chunk was written and is not there');
    return written;
  }

  /** What went wrong is told as it is: who waits knows what was being done. */
  async #write(dataset: Dataset, batch: IndexedBatch): Promise<void> {
    try {
      await this.#parts.writer.write(dataset, batch, AbortSignal.timeout(PATIENCE));
    } catch (error) {
      throw causeOf(error);
    }
  }

  /** Given, or written anew for a content that is another one. */
  async #summary(
    dataset: Dataset,
    about: {
      readonly document: DatasetDocument;
      readonly segment: Segment;
      readonly text: SegmentText;
      readonly isOther: boolean;
    },
  ): Promise<string | null> {
    const { document, segment, text, isOther } = about;
    if (document.docForm === 'qa_model') return null;
    if (text.summary !== undefined) return text.summary === '' ? null : text.summary;
    if (!isOther || segment.summary === null) return segment.summary;
    const { summaries } = this.#parts;
    if (!summaries.isWanted(dataset)) return null;
    try {
      return (await summaries.summary(dataset, text.content, AbortSignal.timeout(PATIENCE))) || null;
    } catch (error) {
      throw causeOf(error);
    }
  }

  async #children(
    dataset: Dataset,
    about: {
      readonly document: DatasetDocument;
      readonly segment: Segment;
      readonly made: NewSegment;
      readonly text: SegmentText;
    },
  ): Promise<{ readonly chunks: NewSegment['children']; readonly areNew: boolean }> {
    const { document, segment, made, text } = about;
    if (document.docForm !== 'hierarchical_model') return { chunks: [], areNew: false };
    const known = (await this.#parts.documents.childrenOf(dataset, [segment.id])).get(segment.id) ?? [];
    if (known.length > 0 && text.regenerateChildChunks !== true) return { chunks: known, areNew: false };
    return { chunks: made.children, areNew: true };
  }

  /** Texts as segments, cut and counted. */
  #made(
    { workspaceId, docForm, docLanguage }: DatasetDocument,
    work: { readonly texts: readonly SegmentText[]; readonly rule: ProcessRule; readonly isEconomy: boolean },
  ): Promise<SegmentsMade> {
    return this.#parts.threads.run(segmentsTask, { kind: 'texts', docForm, docLanguage, ...work }, { workspaceId });
  }
}

function causeOf(error: unknown): unknown {
  return error instanceof StepError ? causeOf(error.cause) : error;
}

function checkText(
  { content, answer, keywords, summary }: SegmentText,
  document: DatasetDocument,
  field: string,
): void {
  const isLong = (text: string | null | undefined) => (text ?? '').length > MAX_CHARACTERS;
  if (content.trim() === '' || isLong(content)) {
    throw invalid(`${field}.content`, `must have from 1 to ${MAX_CHARACTERS} characters`);
  }
  if (document.docForm === 'qa_model' && (answer ?? '').trim() === '') {
    throw invalid(`${field}.answer`, 'is needed in a document of questions and answers');
  }
  if (isLong(answer)) throw invalid(`${field}.answer`, `may have ${MAX_CHARACTERS} characters`);
  if (isLong(summary)) throw invalid(`${field}.summary`, `may have ${MAX_CHARACTERS} characters`);
  if ((keywords ?? []).length > MAX_KEYWORDS) throw invalid(`${field}.keywords`, `may be ${MAX_KEYWORDS} words`);
}
