import type { ConfinedReply } from '#plugins/confined-processes/contract.ts';
import type { TableBounds } from './contract.ts';

/** What bounds one extraction inside its process. Sent with every task, so that a process holds no configuration. */
export interface DocumentLimits {
  /** Characters of text a document may give. */
  readonly outputChars: number;
  /** The same of a document whose text is wanted with its marks: it is cut into pieces, and not given to anybody whole. */
  readonly markedChars: number;
  /** Bytes that the used parts of an archive (docx, xlsx, epub …) may have when unpacked. */
  readonly expandedBytes: number;
  /** Entries an archive may have. */
  readonly archiveEntries: number;
  /** How many times larger than the archive its unpacked parts may be, once they exceed `freeBytes`. */
  readonly expansionRatio: number;
}

/** What the main process sends to an extraction process. Plain data. */
export interface ExtractionTask {
  /** File name: only its ending matters. */
  readonly name: string;
  /** Media type, "" when unknown. */
  readonly mediaType: string;
  /** The encoding of text that is no UTF-8, where whoever brought it named one. */
  readonly charset?: string | undefined;
  readonly bytes: Uint8Array;
  readonly limits: DocumentLimits;
  /** Not the text is wanted, but the cells of a table: as JSON. */
  readonly table?: TableBounds | undefined;
  /** The text is wanted with its marks: they come as JSON in a first line of their own. */
  readonly isMarked?: boolean | undefined;
}

/** Why a document may give no text. */
export const refusalReasons = ['unsupported', 'unreadable', 'limit'] as const;
export type RefusalReason = (typeof refusalReasons)[number];

/** The answer. `message` continues a sentence that begins with the file's name. */
export type ExtractionReply =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly reason: RefusalReason; readonly message: string };

/** The same, as it leaves the process: the text in UTF-8, which the main thread need not read. */
export type ExtractionAnswer = ConfinedReply<Uint8Array, RefusalReason>;

/** What marks a text may have: a document of headings only shall not take more room than its text. */
export const MARK_BOUNDS = { marks: 50_000, heading: 200, headings: 500_000, bytes: 6 * 1024 * 1024 } as const;

export const defaultDocumentLimits: DocumentLimits = {
  outputChars: 2_000_000,
  markedChars: 16_000_000,
  expandedBytes: 150 * 1024 * 1024,
  archiveEntries: 10_000,
  expansionRatio: 200,
};
