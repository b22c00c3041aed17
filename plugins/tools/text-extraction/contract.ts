/** Text of documents. Free of the container: node modules import it in engine threads. */
import type { FileValue } from '#engine';
import { token } from '#kernel';

/** The one place that finds the encoding of a text; for whoever reads bytes that somebody else wrote. */
export { charsetOf, type ReadText, readText } from './worker/encoding.ts';

/** Who asks, and until when. */
export interface ExtractionCaller {
  readonly workspaceId: string;
  /** Only kept files of this app are read. Absent: any of the workspace. */
  readonly appId?: string;
  readonly signal: AbortSignal;
}

/**
 * Turns documents into text: plain text and sources as they are, pages, office documents, books and messages as
 * markdown, with tables (app DSL, document-extractor). Runs in processes of its own. Throws what `plugins/runs/files` throws
 * for content it can't get; `text-extraction.unsupported_format`, `text-extraction.unreadable` and
 * `text-extraction.limit_exceeded` (kind invalid), each naming the file; `text-extraction.busy` and
 * `text-extraction.process_died` (kind unavailable).
 */
export interface TextExtraction {
  extract(file: FileValue, caller: ExtractionCaller): Promise<string>;
  /** The same for a document that is no kept file. Throws nothing of `plugins/runs/files`. */
  extractContent(document: NamedContent, caller: ExtractionCaller): Promise<string>;
  /**
   * The same text as bytes for `readMarkedText`, which belongs into a thread where they may be many, with marks of its pages, slides, sheets and headings, where its format has them: pages of pdf, slides of
   * pptx and odp, names of sheets of xlsx and ods, headings of docx, odt, html, epub and markdown, and of pdf where it has an
   * outline. Only the first 50,000 marks are there, and headings of 500,000 characters together, each of at most 200. Throws
   * as `extractContent`.
   */
  extractMarked(document: NamedContent, caller: ExtractionCaller): Promise<Uint8Array>;
  /**
   * The cells of a table: of a CSV file, or of the first sheet of a workbook, in its rows, without empty ones. The values of
   * formulas are those that the file has. Throws as `extractContent`; beyond a bound `text-extraction.limit_exceeded`.
   */
  extractTable(
    document: NamedContent,
    bounds: TableBounds,
    caller: ExtractionCaller,
  ): Promise<readonly (readonly string[])[]>;
  /** The same as JSON in UTF-8, for whoever has it read in a thread: parsing a large table takes long. */
  extractTableBytes(document: NamedContent, bounds: TableBounds, caller: ExtractionCaller): Promise<Uint8Array>;
}

/** Text of a document with places in it. */
export interface MarkedText {
  readonly text: string;
  /** In the order of the text. */
  readonly marks: readonly TextMark[];
}

/** What holds from a place in a text until a later mark says otherwise; a mark says only what changes there. */
export interface TextMark {
  /** Offset in the text, in UTF-16 units. */
  readonly at: number;
  /** Page or slide, from 1. */
  readonly page?: number;
  /** Heading, title of a slide, or name of a sheet, in one line; "": none from here on. */
  readonly heading?: string;
}

/** How large a table may be. */
export interface TableBounds {
  readonly rows: number;
  readonly columns: number;
}

/** A document in memory. */
export interface NamedContent {
  /** What errors call it; its ending tells between kinds of text. */
  readonly name: string;
  /** In lower case, without parameters; "" when nothing tells. */
  readonly mediaType: string;
  /** The encoding its bringer names, by which text is read that is no UTF-8; one that nobody knows is as good as none. */
  readonly charset?: string | undefined;
  readonly bytes: Uint8Array;
}

export { readMarkedText } from './read-marked-text.ts';

/** The extraction service of the main thread. */
export const TextExtraction = token<TextExtraction>('text-extraction.service');

/** Host call id: the same for nodes. Takes a file value, answers with its text; the run's workspace reads. */
export const TextExtract = 'text-extraction.extract';
