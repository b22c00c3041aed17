import type { ExtractionReply, ExtractionTask } from '#plugins/text-extraction/protocol.ts';
import { detectFormat, type Format } from './format.ts';
import { Refusal } from './refusal.ts';
import type { Reader } from './source.ts';
import { TextOutput } from './text-output.ts';

/** Each reader, and the library behind it, is loaded when the first document of its format comes. */
const readers: Readonly<Record<Format, () => Promise<Reader>>> = {
  captions: async () => (await import('./formats/captions.ts')).readCaptions,
  csv: async () => (await import('./formats/csv.ts')).readCsv,
  doc: async () => (await import('./formats/doc.ts')).readDoc,
  docx: async () => (await import('./formats/docx.ts')).readDocx,
  eml: async () => (await import('./formats/eml.ts')).readEml,
  epub: async () => (await import('./formats/epub.ts')).readEpub,
  html: async () => (await import('./formats/html.ts')).readHtml,
  msg: async () => (await import('./formats/msg.ts')).readMsg,
  'open-document': async () => (await import('./formats/open-document.ts')).readOpenDocument,
  pdf: async () => (await import('./formats/pdf.ts')).readPdf,
  pptx: async () => (await import('./formats/pptx.ts')).readPptx,
  properties: async () => (await import('./formats/properties.ts')).readProperties,
  text: async () => (await import('./formats/plain-text.ts')).readPlainText,
  xlsx: async () => (await import('./formats/xlsx.ts')).readXlsx,
};

/** The text of a document, or why there is none. Never throws. */
export async function extract(task: ExtractionTask): Promise<ExtractionReply> {
  const { name, mediaType, charset, bytes, limits, table, isMarked = false } = task;
  try {
    const extension = /\.([^.\\/]{1,20})$/.exec(name)?.[1]?.toLowerCase() ?? '';
    const output = isMarked
      ? new TextOutput(limits.markedChars, 'text-extraction.markedChars')
      : new TextOutput(limits.outputChars);
    const format = detectFormat({ bytes, extension, mediaType, limits });
    if (table !== undefined) {
      const { readCells } = await import('./cells.ts');
      const source = { bytes, extension, charset, limits, output, isMarked };
      return { ok: true, text: await readCells(source, format, table) };
    }
    const read = await readers[format]();
    await read({ bytes, extension, charset, limits, output, isMarked });
    const text = format === 'text' ? output.toText() : output.toText().trimEnd();
    if (!isMarked) return { ok: true, text };
    const { marksOf } = await import('./marks.ts');
    return { ok: true, text: `${JSON.stringify(marksOf(text, output.marks, { format, extension }))}\n${text}` };
  } catch (error) {
    if (error instanceof Refusal) return { ok: false, reason: error.reason, message: error.message };
    if (error instanceof RangeError && /call stack/i.test(error.message)) {
      return { ok: false, reason: 'limit', message: 'is nested too deeply' };
    }
    const told = error instanceof Error ? error.message.split('\n', 1)[0]?.slice(0, 200) : '';
    return { ok: false, reason: 'unreadable', message: `can not be read: ${told || 'its reader failed'}` };
  }
}
