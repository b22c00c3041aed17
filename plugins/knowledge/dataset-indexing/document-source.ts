import type { Chunk } from '#plugins/chunking/contract.ts';
import { chunksOf, type ProcessRule, questionChunksOf, questionsOfCells } from '#plugins/chunking/contract.ts';
import type { DocForm } from '#plugins/datasets/contract.ts';
import {
  type ExtractionCaller,
  type NamedContent,
  readMarkedText,
  type TextExtraction,
} from '#plugins/text-extraction/contract.ts';

/** Tables whose rows are questions and answers already. */
const TABLES: ReadonlySet<string> = new Set(['csv', 'tsv', 'xlsx', 'xlsm', 'ods']);
const TABLE_BOUNDS = { rows: 100_001, columns: 200 };

/** How content becomes chunks. */
export interface CutSettings {
  readonly rule: ProcessRule;
  readonly docForm: DocForm;
  readonly docLanguage: string;
}

/** What a document is made of: chunks, or for questions and answers the parts that a model still has to be asked about. */
export type Cut = { readonly kind: 'chunks' | 'parts'; readonly chunks: readonly Chunk[] };

/**
 * A document on its way to chunks, as a process read it, in bytes that nobody looks at before a thread: its text with marks, or
 * the rows of a table of questions and answers as JSON, which become chunks as they are.
 */
export interface ReadContent {
  readonly kind: 'text' | 'rows';
  readonly bytes: Uint8Array;
}

export async function readContent(
  extraction: Pick<TextExtraction, 'extractMarked' | 'extractTableBytes'>,
  content: NamedContent,
  docForm: DocForm,
  caller: ExtractionCaller,
): Promise<ReadContent> {
  const extension = /\.([^.]+)$/.exec(content.name)?.[1]?.toLowerCase() ?? '';
  if (docForm === 'qa_model' && TABLES.has(extension)) {
    return { kind: 'rows', bytes: await extraction.extractTableBytes(content, TABLE_BOUNDS, caller) };
  }
  return { kind: 'text', bytes: await extraction.extractMarked(content, caller) };
}

export function cutContent(content: ReadContent, { rule, docForm, docLanguage }: CutSettings): Cut {
  if (content.kind === 'rows') {
    const rows = JSON.parse(new TextDecoder().decode(content.bytes)) as readonly (readonly string[])[];
    return { kind: 'chunks', chunks: questionChunksOf(questionsOfCells(rows)) };
  }
  const text = readMarkedText(content.bytes);
  if (docForm !== 'qa_model') return { kind: 'chunks', chunks: chunksOf(text, rule, docForm, docLanguage) };
  return { kind: 'parts', chunks: chunksOf(text, rule, 'text_model', docLanguage) };
}

/** All of a stream of so many bytes: copied as they come, for in one go that takes long. */
export async function bytesOf(content: AsyncIterable<Uint8Array>, size: number): Promise<Uint8Array> {
  // Not filled with zeros first, for that takes as long as copying; what is given on was filled.
  const bytes = Buffer.allocUnsafeSlow(size);
  let filled = 0;
  for await (const piece of content) {
    bytes.set(piece, filled);
    filled += piece.length;
  }
  return bytes.subarray(0, filled);
}
