import mammoth from 'mammoth';
import { Archive } from '#plugins/text-extraction/worker/archive.ts';
import { htmlToMarkdown } from '#plugins/text-extraction/worker/html-to-markdown.ts';
import { Refusal } from '#plugins/text-extraction/worker/refusal.ts';
import type { Reader } from '#plugins/text-extraction/worker/source.ts';

/** Headings, paragraphs, lists, notes and tables of a Word document, in their order. */
export const readDocx: Reader = async ({ bytes, limits, output }) => {
  // The library unpacks without limits of its own: it gets only the parts with text, already unpacked once within ours.
  const parts = new Archive(bytes, limits).repack((name) => /\.(xml|rels)$/i.test(name), refuseDeclarations);
  const { value } = await mammoth.convertToHtml(
    { buffer: Buffer.from(parts) },
    { convertImage: mammoth.images.imgElement(async () => ({ src: '' })), externalFileAccess: false },
  );
  output.block(htmlToMarkdown(value));
};

/** The format knows no document type declarations, and with them no entities. */
function refuseDeclarations(part: Uint8Array, name: string): void {
  const content = Buffer.from(part.buffer, part.byteOffset, part.byteLength);
  if (content.includes('<!DOCTYPE') || content.includes(Buffer.from('<!DOCTYPE', 'utf16le'))) {
    throw new Refusal('unreadable', `is damaged: its part ${name.slice(0, 60)} declares a document type`);
  }
}
