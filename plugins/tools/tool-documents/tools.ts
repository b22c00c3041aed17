import { toText } from '#engine';
import { PlatformError } from '#kernel';
import type { Tool, ToolInvocation, ToolParameter, ToolResult } from '#plugins/tools/contract.ts';
import type { FileMaker } from './file-maker.ts';
import { type FileKeeper, fileName } from './kept-files.ts';
import { type DocumentFormat, type DocumentTask, MAX_MARKDOWN } from './protocol.ts';

interface Format {
  readonly label: string;
  readonly mediaType: string;
  readonly description: string;
}

const office = 'application/vnd.openxmlformats-officedocument';

const formats: Readonly<Record<DocumentFormat, Format>> = {
  docx: {
    label: 'Markdown to Word',
    mediaType: `${office}.wordprocessingml.document`,
    description: 'Makes a Word document (docx) of Markdown.',
  },
  xlsx: {
    label: 'Markdown to Excel',
    mediaType: `${office}.spreadsheetml.sheet`,
    description: 'Makes a workbook (xlsx) of the tables in Markdown, a sheet for each.',
  },
  pptx: {
    label: 'Markdown to PowerPoint',
    mediaType: `${office}.presentationml.presentation`,
    description: 'Makes slides (pptx) of Markdown: each heading begins one, and so does a line ---.',
  },
  pdf: { label: 'Markdown to PDF', mediaType: 'application/pdf', description: 'Makes a PDF of Markdown.' },
  html: { label: 'Markdown to HTML', mediaType: 'text/html', description: 'Makes a page (html) of Markdown.' },
  csv: {
    label: 'Markdown to CSV',
    mediaType: 'text/csv',
    description: 'Makes CSV of the tables in Markdown, a file for each.',
  },
  json: {
    label: 'Markdown to JSON',
    mediaType: 'application/json',
    description: 'Makes JSON of the tables in Markdown: a list of rows, or a list of such lists.',
  },
  md: { label: 'Markdown to File', mediaType: 'text/markdown', description: 'Saves Markdown as a file (md).' },
  txt: { label: 'Text to File', mediaType: 'text/plain', description: 'Saves text as a file (txt).' },
};

const parameters: readonly ToolParameter[] = [
  { name: 'md_text', type: 'string', form: 'llm', label: 'Markdown', description: 'The Markdown', required: true },
  {
    name: 'output_filename',
    type: 'string',
    form: 'llm',
    label: 'File name',
    description: 'Name of the file, without folders; its ending may be left out',
  },
];

/** The tools that documents know as provider `md_exporter`. */
export function documentTools(maker: Pick<FileMaker, 'make'>, keep: FileKeeper): readonly Tool[] {
  return (Object.keys(formats) as DocumentFormat[]).map((format) => ({
    id: `md_exporter.md_to_${format}`,
    provider: 'md_exporter',
    providerAliases: ['bowenliang123/md_exporter/md_exporter', 'bowenliang123/md_exporter', 'tool-documents'],
    name: `md_to_${format}`,
    label: formats[format].label,
    description: formats[format].description,
    parameters,
    // A file more, which goes with its run.
    sideEffects: false,
    invoke: (invocation) => invoke(format, invocation, maker, keep),
  }));
}

async function invoke(
  format: DocumentFormat,
  invocation: ToolInvocation,
  maker: Pick<FileMaker, 'make'>,
  keep: FileKeeper,
): Promise<ToolResult> {
  const markdown = markdownOf(invocation.arguments.md_text);
  const filename = fileName(invocation.arguments.output_filename, 'document', format);
  const task: DocumentTask = { format, markdown, title: filename.slice(0, -format.length - 1) };
  const made = await maker.make(invocation.workspaceId, task, invocation.signal);
  const { mediaType } = formats[format];
  const files: unknown[] = [];
  for (const [index, bytes] of partsOf(format, made).entries()) {
    const name = index === 0 ? filename : `${task.title}_${index + 1}.${format}`;
    files.push(await keep({ filename: name, mediaType, bytes }, invocation));
  }
  return { text: '', files };
}

/** Tables as CSV come as a list of texts. */
function partsOf(format: DocumentFormat, made: Uint8Array): readonly Uint8Array[] {
  if (format !== 'csv') return [made];
  const texts = JSON.parse(Buffer.from(made).toString()) as unknown[];
  return texts.map((text) => Buffer.from(String(text)));
}

function markdownOf(given: unknown): string {
  const text = unfenced(toText(given ?? ''));
  if (text.trim() === '') throw badDocument('The Markdown is empty; give the tool a text in "md_text".');
  if (text.length <= MAX_MARKDOWN) return text;
  throw badDocument(
    `The Markdown has ${text.length} characters, and ${MAX_MARKDOWN} are the most; make several documents of it.`,
  );
}

/** Models like to answer with a text that is one block of Markdown as a whole. */
function unfenced(text: string): string {
  const trimmed = text.trim();
  const first = /^(`{3,})(?:markdown|md)[ \t]*\r?\n/i.exec(trimmed);
  if (first === null || !trimmed.endsWith(`\n${first[1]}`)) return text;
  return trimmed.slice(first[0].length, -(first[1]?.length ?? 0) - 1);
}

export function badDocument(message: string): PlatformError {
  return new PlatformError('invalid', 'tool-documents.bad_document', message);
}
