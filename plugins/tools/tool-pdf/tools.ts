import { type FileValue, isFileValue, numberOf, toText } from '#engine';
import { PlatformError } from '#kernel';
import type { Files } from '#plugins/files/contract.ts';
import type { TextExtraction } from '#plugins/text-extraction/contract.ts';
import { type FileKeeper, type FileMaker, fileName } from '#plugins/tool-documents/contract.ts';
import type { Tool, ToolInvocation, ToolParameter, ToolResult } from '#plugins/tools/contract.ts';
import { MAX_PARTS, type PdfTask, unpacked } from './protocol.ts';

/** Bytes of one PDF, and of all that one call is given. */
const MAX_BYTES = 15 * 1024 * 1024;
const MAX_TOGETHER = 40 * 1024 * 1024;
const MAX_FILES = 20;
const mediaType = 'application/pdf';

export interface PdfParts {
  readonly maker: Pick<FileMaker, 'make'>;
  readonly keep: FileKeeper;
  readonly files: Files;
  readonly extraction: Pick<TextExtraction, 'extractContent'>;
}

type Invoke = (invocation: ToolInvocation, parts: PdfParts) => Promise<ToolResult>;

const pdf: ToolParameter = {
  name: 'pdf_content',
  type: 'file',
  form: 'llm',
  label: 'PDF',
  description: 'The PDF',
  required: true,
};
const pages = parameter('pages', 'Pages from 1 on, such as 1,3-5; all, if left out');
const outputName = parameter('output_filename', 'Name of the file, without folders');

function parameter(name: string, description: string, more: Partial<ToolParameter> = {}): ToolParameter {
  return { name, type: 'string', form: 'llm', label: name, description, ...more };
}

const count: Invoke = async (invocation, parts) => {
  const [answer] = await made(invocation, parts, { do: 'count', pdfs: [await given(invocation, parts)] });
  const number = Number(Buffer.from(answer ?? '').toString());
  return { text: String(number), json: [{ pages: number }] };
};

const extract: Invoke = async (invocation, parts) => {
  const task: PdfTask = { do: 'extract', pdfs: [await given(invocation, parts)], pages: pagesOf(invocation) };
  return kept(await made(invocation, parts, task), invocation, parts);
};

const split: Invoke = async (invocation, parts) => {
  const every = wholeNumber(invocation.arguments.pages_per_file, 'pages_per_file', 1);
  if (every < 1) throw badPdf('"pages_per_file" must be 1 or more.');
  const task: PdfTask = { do: 'split', pdfs: [await given(invocation, parts)], pages: pagesOf(invocation), every };
  return kept(await made(invocation, parts, task), invocation, parts);
};

const rotate: Invoke = async (invocation, parts) => {
  const degrees = wholeNumber(invocation.arguments.degrees, 'degrees', 90);
  if (degrees % 90 !== 0) throw badPdf('"degrees" must be 90, 180 or 270.');
  const task: PdfTask = { do: 'rotate', pdfs: [await given(invocation, parts)], pages: pagesOf(invocation), degrees };
  return kept(await made(invocation, parts, task), invocation, parts);
};

const merge: Invoke = async (invocation, parts) => {
  const values = [invocation.arguments.pdf_files ?? []].flat();
  if (values.length < 1 || values.length > MAX_FILES) throw badPdf(`Give "pdf_files" 1 to ${MAX_FILES} PDFs.`);
  const pdfs: Uint8Array[] = [];
  let size = 0;
  for (const value of values) {
    const bytes = await read(value, invocation, parts);
    size += bytes.length;
    if (size > MAX_TOGETHER) throw badPdf(`The PDFs have more than ${MAX_TOGETHER / 1024 / 1024} MB together.`);
    pdfs.push(bytes);
  }
  return kept(await made(invocation, parts, { do: 'merge', pdfs }), invocation, parts);
};

/** Each page is read for itself: what a text says of pages can't be told from what a page says. */
const text: Invoke = async (invocation, parts) => {
  const task: PdfTask = { do: 'split', pdfs: [await given(invocation, parts)], pages: pagesOf(invocation), every: 1 };
  const texts: string[] = [];
  for (const bytes of await made(invocation, parts, task)) {
    const { workspaceId, signal } = invocation;
    const page = { name: `page ${texts.length + 1}.pdf`, mediaType, bytes };
    texts.push(await parts.extraction.extractContent(page, { workspaceId, signal }));
  }
  return { text: texts.join('\n\n'), json: [{ pages: texts }] };
};

export function pdfTools(parts: PdfParts): readonly Tool[] {
  const tool = (
    name: string,
    label: string,
    description: string,
    parameters: readonly ToolParameter[],
    call: Invoke,
  ) => ({
    id: `pdf.${name}`,
    provider: 'pdf',
    providerAliases: ['tool-pdf'],
    name,
    label,
    description,
    parameters,
    sideEffects: false,
    invoke: (invocation: ToolInvocation) => call(invocation, parts),
  });
  const every = parameter('pages_per_file', 'How many pages each file has', { type: 'number', default: 1 });
  const angle = parameter('degrees', '90, 180 or 270, clockwise', { type: 'number', default: 90 });
  const several = parameter('pdf_files', 'The PDFs, in their order', { type: 'files', required: true });
  const most = `${MAX_PARTS} at most`;
  return [
    tool('pdf_page_count', 'PDF Page Count', 'Tells how many pages a PDF has.', [pdf], count),
    tool('pdf_extract_pages', 'PDF Pages', 'Makes a PDF of chosen pages.', [pdf, pages, outputName], extract),
    tool('pdf_split', 'Split PDF', `Makes several PDFs of one, ${most}.`, [pdf, pages, every, outputName], split),
    tool('pdf_merge', 'Merge PDFs', 'Makes one PDF of several.', [several, outputName], merge),
    tool('pdf_rotate', 'Rotate PDF', 'Turns pages of a PDF.', [pdf, angle, pages, outputName], rotate),
    tool('pdf_to_text', 'PDF Text', `Reads the text of each page, ${most}.`, [pdf, pages], text),
  ];
}

function made({ workspaceId, signal }: ToolInvocation, { maker }: PdfParts, task: PdfTask) {
  return maker.make(workspaceId, task, signal).then(unpacked);
}

async function kept(made: readonly Uint8Array[], invocation: ToolInvocation, { keep }: PdfParts): Promise<ToolResult> {
  const files: unknown[] = [];
  const name = fileName(invocation.arguments.output_filename, 'document', 'pdf');
  for (const bytes of made) {
    const filename = made.length === 1 ? name : `${name.slice(0, -4)}_${files.length + 1}.pdf`;
    files.push(await keep({ filename, mediaType, bytes }, invocation));
  }
  return { text: '', files };
}

function given(invocation: ToolInvocation, parts: PdfParts): Promise<Uint8Array> {
  return read(invocation.arguments.pdf_content, invocation, parts);
}

async function read(value: unknown, invocation: ToolInvocation, { files }: PdfParts): Promise<Uint8Array> {
  const file = Array.isArray(value) ? value[0] : value;
  if (!isFileValue(file)) throw badPdf('No PDF was given; choose a variable that holds a file.');
  const { workspaceId, appId, signal } = invocation;
  const { bytes } = await files.read(file as FileValue, { workspaceId, appId, maxBytes: MAX_BYTES, signal });
  return bytes;
}

function pagesOf({ arguments: { pages: named } }: ToolInvocation): string {
  return toText(named ?? '').slice(0, 10_000);
}

function wholeNumber(value: unknown, name: string, otherwise: number): number {
  const number = value === undefined || value === null ? otherwise : (numberOf(value) ?? Number(value));
  if (Number.isSafeInteger(number)) return number;
  throw badPdf(`"${name}" must be a whole number.`);
}

export function badPdf(message: string): PlatformError {
  return new PlatformError('invalid', 'tool-pdf.bad_pdf', message);
}
