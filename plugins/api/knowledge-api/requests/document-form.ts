import { type MultipartBody, readJson } from '#http';
import { isPlatformError } from '#kernel';
import type { DatasetDocuments, KeptFile } from '#plugins/dataset-documents/contract.ts';
import type { Dataset } from '#plugins/datasets/contract.ts';
import { invalidParameter } from '#plugins/knowledge-api/parts.ts';
import { fileTooLarge, nameMissing, noFileUploaded, tooManyFiles } from './form-errors.ts';

const MEGABYTE = 1024 * 1024;
/** Of a body that holds a document: documents refuse before, with a size of their own (runtime API, size and time limits). */
const MAX_MEGABYTES = 64;

export const largestForm = MAX_MEGABYTES * MEGABYTE;
/** Of a JSON body with a text: with escapes it is longer than the text. */
export const largestText = 32 * MEGABYTE;

export interface DocumentForm {
  readonly file: KeptFile | null;
  /** What the part `data` says; an empty object without one. */
  readonly data: Readonly<Record<string, unknown>>;
}

/**
 * Reads a form of one file and `data`, in any order, and gives it to `prepare`, for what the file is to become may stand
 * behind it. The file is kept until a document takes it, and removed when the form or `prepare` fails.
 */
export async function withDocumentForm<T>(
  documents: DatasetDocuments,
  { dataset, form }: { readonly dataset: Dataset; readonly form: MultipartBody },
  prepare: (form: DocumentForm) => Promise<T>,
): Promise<T> {
  let file: KeptFile | null = null;
  let sentAsFile: string | undefined;
  let parts = 0;
  try {
    const fields = await readForm(form, async (part) => {
      if (part.name === 'data') {
        // Some clients give every part a filename.
        sentAsFile = await textOf(part.content);
        return;
      }
      parts += 1;
      if (parts > 1) throw tooManyFiles();
      if (part.name === 'file') file = await documents.keep(dataset, part);
    });
    if (file === null && fields.has('file')) throw nameMissing();
    return await prepare({ file, data: await dataOf(fields.get('data') ?? sentAsFile) });
  } catch (error) {
    // Swept later, should it fail: what the caller did wrong is what they must hear.
    if (file !== null) await documents.discard([file]).catch(() => {});
    throw error;
  }
}

/** The file of a form that must have one. */
export function requiredFile({ file }: DocumentForm): KeptFile {
  if (file === null) throw noFileUploaded();
  return file;
}

/** A form that is too large as a whole holds a file that is; a text that is too long to be one was meant as a file. */
async function readForm(form: MultipartBody, receive: Parameters<MultipartBody['read']>[0]) {
  try {
    return await form.read(receive);
  } catch (error) {
    if (!isPlatformError(error)) throw error;
    if (error.code === 'http.bad_request' && error.field === 'file') throw nameMissing();
    if (error.code === 'http.request_too_large') throw fileTooLarge(MAX_MEGABYTES);
    throw error;
  }
}

/** Bytes of settings; more are none. */
const MAX_DATA = 65_536;

async function textOf(content: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of content) {
    size += chunk.length;
    if (size > MAX_DATA) throw invalidParameter(`data is longer than ${MAX_DATA} bytes`, 'data');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

async function dataOf(text: string | undefined): Promise<DocumentForm['data']> {
  if (text === undefined || text.trim() === '') return {};
  const value = await parsed(text);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as DocumentForm['data'];
  throw invalidParameter('data must be a JSON object', 'data');
}

/** Checked as bodies are. */
async function parsed(text: string): Promise<unknown> {
  try {
    return (await readJson(Buffer.from(text))).value;
  } catch (error) {
    throw invalidParameter(`data: ${isPlatformError(error) ? error.message : 'it can not be read'}`, 'data');
  }
}
