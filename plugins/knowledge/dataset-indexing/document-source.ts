import type { Chunk } from '#plugins/chunking/contract.ts';
import { chunksOf, type ProcessRule, questionChunksOf, questionsOfCells } from '#plugins/chunking/contract.ts';
import type { DocForm } from '#plugins/datasets/contract.ts';
import type { ExtractionCaller, MarkedText, NamedContent, TextExtraction } from '#plugins/text-extraction/contract.ts';

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

/** Text of a document on its way to chunks; tables of questions and answers become chunks as they are. */
export type ReadContent =
  | { readonly kind: 'text'; readonly text: MarkedText }
  | { readonly kind: 'rows'; readonly rows: readonly (readonly string[])[] };

export async function readContent(
  extraction: Pick<TextExtraction, 'extractMarked' | 'extractTable'>,
  content: NamedContent,
  docForm: DocForm,
  caller: ExtractionCaller,
): Promise<ReadContent> {
  const extension = /\.([^.]+)$/.exec(content.name)?.[1]?.toLowerCase() ?? '';
  if (docForm === 'qa_model' && TABLES.has(extension)) {
    return { kind: 'rows', rows: await extraction.extractTable(content, TABLE_BOUNDS, caller) };
  }
  return { kind: 'text', text: await extraction.extractMarked(content, caller) };
}

export function cutContent(content: ReadContent, { rule, docForm, docLanguage }: CutSettings): Cut {
  if (content.kind === 'rows') return { kind: 'chunks', chunks: questionChunksOf(questionsOfCells(content.rows)) };
  if (docForm !== 'qa_model') return { kind: 'chunks', chunks: chunksOf(content.text, rule, docForm, docLanguage) };
  return { kind: 'parts', chunks: chunksOf(content.text, rule, 'text_model', docLanguage) };
}

/** All of a stream, which who keeps contents has bounded. */
export async function bytesOf(content: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  for await (const piece of content) pieces.push(piece);
  return Buffer.concat(pieces);
}
