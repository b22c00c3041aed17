import { currentTime, isPlatformError, newId } from '#kernel';
import type { Blobs, StoredBlob } from '#plugins/blobs/contract.ts';
import { checkedName, sampleOf } from '#plugins/files/contract.ts';
import type { KeptFile, SentFile } from './contract.ts';
import { tooLarge } from './document-errors.ts';
import { documentType } from './file-kinds.ts';

/** Owner of the blobs of documents. */
export const BLOB_OWNER = 'dataset-documents';

/** Texts that are kept at the same time. */
const AT_ONCE = 8;
const MEGABYTE = 1_048_576;

/** Contents of documents, from their arrival until a document has them. */
export class FileKeeper {
  readonly #blobs: Blobs;
  readonly #limitMb: number;

  constructor(blobs: Blobs, limitMb: number) {
    this.#blobs = blobs;
    this.#limitMb = limitMb;
  }

  get limitBytes(): number {
    return this.#limitMb * MEGABYTE;
  }

  async keep(workspaceId: string, file: SentFile): Promise<KeptFile> {
    const { name, extension } = checkedName(file.filename);
    const { sample, content } = await sampleOf(limited(file.content, name, this.#limitMb));
    const mimeType = await documentType(name, extension, sample);
    return { name, extension, mimeType, blob: await this.#blobs.put(BLOB_OWNER, workspaceId, content) };
  }

  /** Texts as files; all or none. */
  async keepTexts(workspaceId: string, texts: readonly { readonly name: string; readonly text: string }[]) {
    const kept: (KeptFile | undefined)[] = new Array(texts.length);
    try {
      for (let start = 0; start < texts.length; start += AT_ONCE) {
        const step = texts.slice(start, start + AT_ONCE);
        const done = await Promise.allSettled(step.map(({ name, text }) => this.#keepText(workspaceId, name, text)));
        done.forEach((result, index) => {
          if (result.status === 'fulfilled') kept[start + index] = result.value;
        });
        const failed = done.find((result) => result.status === 'rejected');
        if (failed !== undefined) throw failed.reason;
      }
    } catch (error) {
      await this.discard(kept.filter((file) => file !== undefined));
      throw error;
    }
    return kept as KeptFile[];
  }

  async discard(files: readonly { readonly blob: Pick<StoredBlob, 'store' | 'key'> }[]): Promise<void> {
    if (files.length === 0) return;
    // What can't be removed now is swept later: no row names it.
    await this.#blobs.remove(files.map(({ blob }) => blob)).catch((error: unknown) => {
      if (!isPlatformError(error)) throw error;
    });
  }

  async #keepText(workspaceId: string, name: string, text: string): Promise<KeptFile> {
    const bytes = Buffer.from(text.replaceAll('\0', ''), 'utf8');
    if (bytes.length > this.limitBytes) throw tooLarge(name, this.#limitMb);
    const blob = await this.#blobs.put(BLOB_OWNER, workspaceId, once(bytes));
    return { name, extension: 'txt', mimeType: 'text/plain', blob };
  }
}

/** Tells the documents of one call from those of others: when it was, and digits by chance. */
export function newBatch(): string {
  const digits = BigInt(`0x${newId().replaceAll('-', '').slice(-16)}`) % 1_000_000n;
  const time = new Date(currentTime()).toISOString().replaceAll(/\D/g, '').slice(0, 14);
  return `${time}${digits.toString().padStart(6, '0')}`;
}

async function* limited(content: AsyncIterable<Uint8Array>, name: string, limitMb: number) {
  let size = 0;
  for await (const chunk of content) {
    size += chunk.length;
    if (size > limitMb * MEGABYTE) throw tooLarge(name, limitMb);
    yield chunk;
  }
}

async function* once(bytes: Uint8Array) {
  yield bytes;
}
