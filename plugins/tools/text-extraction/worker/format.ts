import type { DocumentLimits } from '#plugins/text-extraction/protocol.ts';
import { Archive } from './archive.ts';
import { decodeText, looksLikeText } from './encoding.ts';
import { looksLikeTable } from './formats/csv.ts';
import { Refusal } from './refusal.ts';

/** What can be read. */
export type Format =
  | 'captions'
  | 'csv'
  | 'doc'
  | 'docx'
  | 'eml'
  | 'epub'
  | 'html'
  | 'msg'
  | 'open-document'
  | 'pdf'
  | 'pptx'
  | 'properties'
  | 'text'
  | 'xlsx';

interface Named {
  readonly bytes: Uint8Array;
  readonly extension: string;
  readonly mediaType: string;
  readonly limits: DocumentLimits;
}

const byExtension = table({
  captions: 'vtt srt',
  csv: 'csv tsv tab',
  eml: 'eml mht mhtml',
  html: 'html htm xhtml',
  properties: 'properties',
});

const byMediaType = table({
  captions: 'text/vtt application/x-subrip text/srt',
  csv: 'text/csv application/csv text/tab-separated-values',
  eml: 'message/rfc822',
  html: 'text/html application/xhtml+xml',
});

/** Formats that are never text: content that is text nevertheless is damaged or something else. */
const binaryExtensions = new Set(
  'pdf doc docx docm dotx xls xlsx xlsm ppt pptx pptm ppsx epub odt ods odp msg rtf zip gz png jpg jpeg gif'.split(' '),
);

/** Decides by what the content is; name and media type only choose between kinds of text. */
export function detectFormat(document: Named): Format {
  const { bytes, extension, mediaType } = document;
  if (bytes.length === 0) return 'text';
  const start = Buffer.from(bytes.subarray(0, 1024)).toString('latin1');
  if (start.includes('%PDF-')) return 'pdf';
  if (start.startsWith('PK\x03\x04') || start.startsWith('PK\x05\x06')) return formatOfArchive(document);
  if (start.startsWith('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1')) return formatOfCompound(bytes);
  if (start.startsWith('{\\rtf')) throw unsupported('is in Rich Text Format');
  if (!looksLikeText(bytes)) throw unsupported(`is no text, and no document of a known format${named(document)}`);
  const isPage = /^\s*(<\?xml[^>]*>\s*)?(<!--[\s\S]*?-->\s*)*<(!doctype\s+html|html|head|body)[\s>]/i.test(
    start.replace(/^\xef\xbb\xbf/, ''),
  );
  // Web pages under the names of office documents are common exports, and so is text that Excel opens as a sheet.
  if (binaryExtensions.has(extension)) {
    if (isPage) return 'html';
    if (extension === 'xls' && isSheetText(bytes)) return 'csv';
    throw new Refusal('unreadable', `is damaged: its content is no .${extension} document`);
  }
  if (extension === 'md' || extension === 'markdown') return 'text';
  // A source file that begins like a page stays a source file.
  return byExtension.get(extension) ?? byMediaType.get(mediaType) ?? (isPage && extension === '' ? 'html' : 'text');
}

/** Bytes that are looked at to tell a table from other text; even, for encodings of two bytes. */
const tableSample = 64 * 1024;

/** Lines cut by separators; not XML spreadsheets, nor SYLK, which begins with `ID;`. */
function isSheetText(bytes: Uint8Array): boolean {
  const text = decodeText(bytes.subarray(0, tableSample));
  return !/^\s*(<|ID;)/.test(text) && looksLikeTable(text);
}

function formatOfArchive({ bytes, limits }: Named): Format {
  const archive = new Archive(bytes, limits);
  if (archive.has('word/document.xml')) return 'docx';
  if (archive.has('xl/workbook.xml')) return 'xlsx';
  if (archive.has('ppt/presentation.xml')) return 'pptx';
  if (archive.has('META-INF/container.xml')) return 'epub';
  if (archive.has('content.xml')) return 'open-document';
  const names = archive.names;
  if (names.some((name) => /^word\/document\d*\.xml$/.test(name))) return 'docx';
  if (names.some((name) => name.startsWith('xl/') && name.endsWith('.bin'))) {
    throw unsupported('is a binary Excel workbook (xlsb); save it as xlsx');
  }
  throw unsupported('is an archive, not a document; extract what is in it and give its documents one by one');
}

/** The old office container: what is inside shows in the names of its streams. */
function formatOfCompound(bytes: Uint8Array): Format {
  const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const holds = (name: string) => content.includes(Buffer.from(name, 'utf16le'));
  if (holds('EncryptedPackage')) throw new Refusal('unreadable', 'is protected with a password; remove it first');
  if (holds('WordDocument')) return 'doc';
  if (holds('__substg1.0_')) return 'msg';
  if (holds('PowerPoint Document')) throw unsupported('is a PowerPoint 97-2003 file (ppt); save it as pptx');
  if (holds('Workbook') || holds('Book')) throw unsupported('is an Excel 97-2003 file (xls); save it as xlsx');
  throw unsupported('is an old office file of an unknown kind');
}

function unsupported(problem: string): Refusal {
  return new Refusal('unsupported', `${problem}: this format is not supported`);
}

function named({ extension, mediaType }: Named): string {
  if (extension !== '') return ` (.${extension.slice(0, 20)})`;
  return mediaType === '' ? '' : ` (${mediaType.slice(0, 60)})`;
}

function table(lists: Readonly<Partial<Record<Format, string>>>): ReadonlyMap<string, Format> {
  const entries = Object.entries(lists) as [Format, string][];
  return new Map(entries.flatMap(([format, names]) => names.split(' ').map((name) => [name, format])));
}
