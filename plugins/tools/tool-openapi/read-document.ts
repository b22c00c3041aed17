import { isPlatformError, PlatformError } from '#kernel';
import type { ContentThreads } from '#plugins/content-threads/contract.ts';
import type { Egress } from '#plugins/egress/contract.ts';
import { charsetOf } from '#plugins/text-extraction/contract.ts';
import { invalidDocument } from './document/api-document.ts';
import { type ReadDocument, type ReadWork, readTask, type SentContent } from './read-task.ts';

/** Bytes of a document. */
export const MAX_DOCUMENT = 15 * 1024 * 1024;
const FETCH_MS = 30_000;
const MAX_REDIRECTS = 5;

/** A document on its way in: its text, or where it lies. */
export interface DocumentSource {
  readonly document?: string | undefined;
  readonly url?: string | undefined;
}

export interface SentDocument {
  readonly sent: SentContent;
  /** Where it was fetched; '' when it was sent. */
  readonly address: string;
}

/** A document that was sent, or is fetched. Throws `tool-openapi.invalid_document`. */
export async function documentSent(
  egress: Egress,
  { document, url }: DocumentSource,
  signal: AbortSignal,
): Promise<SentDocument> {
  if ((document === undefined) === (url === undefined)) {
    throw invalidDocument('Send either the text of the document (document) or its address (url).');
  }
  if (document !== undefined) return { sent: { content: checkedSize(document) }, address: '' };
  const address = URL.parse(url ?? '');
  if (
    address === null ||
    !['https:', 'http:'].includes(address.protocol) ||
    address.username !== '' ||
    address.password !== ''
  ) {
    throw invalidDocument('url must be an http or https address without a name and password in it.');
  }
  const time = AbortSignal.timeout(FETCH_MS);
  try {
    const answer = await egress.request({
      url: address.href,
      method: 'GET',
      headers: [['accept', 'application/json, application/yaml, text/yaml, text/plain, */*;q=0.5']],
      maxRedirects: MAX_REDIRECTS,
      decompress: true,
      signal: AbortSignal.any([signal, time]),
    });
    if (answer.status !== 200) {
      answer.body.destroy();
      throw invalidDocument(`${address.host} gave no document: it answered ${answer.status}.`);
    }
    const content = await answer.bytes(MAX_DOCUMENT);
    return { sent: { content, charset: charsetOf(answer.headers['content-type']) }, address: answer.url };
  } catch (error) {
    signal.throwIfAborted();
    if (time.aborted) throw invalidDocument(`${address.host} took too long to give the document.`);
    const isTold = isPlatformError(error) && error.code.startsWith('egress.');
    if (isTold) throw invalidDocument(`The document could not be fetched: ${error.message}`);
    throw error;
  }
}

/** Reads a document, which may be long, in a thread. Throws `tool-openapi.invalid_document`. */
export async function readDocument(
  threads: ContentThreads,
  work: ReadWork,
  caller: { readonly workspaceId: string; readonly signal: AbortSignal },
): Promise<ReadDocument> {
  const handed = typeof work.content === 'string' ? undefined : work.content;
  return threads.run(readTask, work, { ...caller, handed });
}

function checkedSize(text: string): string {
  if (text.length > MAX_DOCUMENT || Buffer.byteLength(text) > MAX_DOCUMENT) {
    const message = `The document is larger than ${MAX_DOCUMENT / 1024 / 1024} MB: take out what the tools don't need.`;
    throw new PlatformError('invalid', 'tool-openapi.invalid_document', message, { field: 'document' });
  }
  return text;
}
