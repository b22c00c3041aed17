import { degrees, EncryptedPDFError, ParseSpeeds, PDFDocument } from '@cantoo/pdf-lib';
import { MAX_PARTS, type PdfTask, packed } from '#plugins/tool-pdf/protocol.ts';

type Reply =
  | { readonly ok: true; readonly content: Uint8Array }
  | { readonly ok: false; readonly reason: 'refused'; readonly message: string };

const MAX_PAGES = 2_000;

/** Ends the work with a sentence for whoever called the tool. */
class Refusal extends Error {}

/** What a confined process does with its tasks. */
export async function run(task: PdfTask): Promise<Reply> {
  try {
    return { ok: true, content: packed(await done(task)) };
  } catch (error) {
    if (error instanceof Refusal) return { ok: false, reason: 'refused', message: error.message };
    // The library says of broken objects what only its authors understand.
    return { ok: false, reason: 'refused', message: 'The PDF is damaged: its pages can not be read. Save it anew.' };
  }
}

async function done(task: PdfTask): Promise<readonly Uint8Array[]> {
  const documents: PDFDocument[] = [];
  for (const [index, bytes] of task.pdfs.entries()) documents.push(await opened(bytes, index));
  const [first] = documents;
  if (first === undefined) throw new Refusal('No PDF was given.');
  switch (task.do) {
    case 'count':
      return [Buffer.from(String(first.getPageCount()))];
    case 'extract':
      return [await picked([[first, chosen(task.pages, first)]])];
    case 'merge':
      return [await picked(documents.map((document) => [document, document.getPageIndices()]))];
    case 'split': {
      const pages = chosen(task.pages, first);
      const parts = Math.ceil(pages.length / task.every);
      if (parts > MAX_PARTS) {
        throw new Refusal(
          `The PDF would become ${parts} PDFs, and ${MAX_PARTS} are the most; take more pages for each.`,
        );
      }
      const files: Uint8Array[] = [];
      for (let at = 0; at < pages.length; at += task.every) {
        files.push(await picked([[first, pages.slice(at, at + task.every)]]));
      }
      return files;
    }
    case 'rotate':
      for (const index of chosen(task.pages, first)) {
        const page = first.getPage(index);
        page.setRotation(degrees((((page.getRotation().angle + task.degrees) % 360) + 360) % 360));
      }
      return [await first.save()];
  }
}

async function opened(bytes: Uint8Array, index: number): Promise<PDFDocument> {
  const which = index === 0 ? 'The PDF' : `PDF number ${index + 1}`;
  let document: PDFDocument;
  try {
    document = await PDFDocument.load(bytes, {
      parseSpeed: ParseSpeeds.Fastest,
      throwOnInvalidObject: true,
      updateMetadata: false,
    });
  } catch (error) {
    // The library says it in several ways; the word stands unpacked in every encrypted PDF.
    if (error instanceof EncryptedPDFError || Buffer.from(bytes).includes('/Encrypt')) {
      throw new Refusal(`${which} is encrypted; save it without a password.`);
    }
    throw new Refusal(`${which} is none, or damaged; save it anew.`);
  }
  const count = document.getPageCount();
  if (count > 0 && count <= MAX_PAGES) return document;
  throw new Refusal(`${which} has ${count} pages; it must have 1 to ${MAX_PAGES}.`);
}

async function picked(from: readonly (readonly [PDFDocument, readonly number[]])[]): Promise<Uint8Array> {
  const count = from.reduce((sum, [, pages]) => sum + pages.length, 0);
  if (count > MAX_PAGES) throw new Refusal(`The PDF would have ${count} pages, and ${MAX_PAGES} are the most.`);
  const target = await PDFDocument.create();
  for (const [source, pages] of from) {
    for (const page of await target.copyPages(source, [...pages])) target.addPage(page);
  }
  return target.save();
}

/** Indices of `1,3-5`, in this order; ranges may run backwards and to the end, `7-`. */
function chosen(pages: string, document: PDFDocument): readonly number[] {
  const last = document.getPageCount();
  if (pages.trim() === '') return document.getPageIndices();
  const indices: number[] = [];
  for (const part of pages.split(/[,;]/)) {
    const match = /^\s*(\d{1,6})\s*(?:(-)\s*(\d{1,6})?\s*)?$/.exec(part);
    if (match === null)
      throw new Refusal(`${JSON.stringify(part.slice(0, 40))} names no pages; write them like 1,3-5.`);
    const from = Number(match[1]);
    const to = match[2] === undefined ? from : Number(match[3] ?? last);
    if (from < 1 || to < 1 || from > last || to > last) {
      throw new Refusal(`There is no page ${from > last || from < 1 ? from : to}: the PDF has ${last}.`);
    }
    const step = from <= to ? 1 : -1;
    for (let page = from; page !== to + step; page += step) {
      if (indices.push(page - 1) > MAX_PAGES) throw new Refusal(`More than ${MAX_PAGES} pages are named.`);
    }
  }
  return indices;
}
