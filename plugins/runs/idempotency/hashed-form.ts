import { createHash, type Hash } from 'node:crypto';
import type { FilePart, MultipartBody } from '#http';

/** A form that is hashed while it is read: its fields and files, not how they are wrapped, which differs each time. */
export class HashedForm implements MultipartBody {
  readonly #form: MultipartBody;
  readonly #digests: string[] = [];

  constructor(form: MultipartBody) {
    this.#form = form;
  }

  async read(receive: (part: FilePart) => Promise<void>): Promise<ReadonlyMap<string, string>> {
    const fields = await this.#form.read(async (part) => {
      const hash = labelled('file', part.name, part.filename, part.mediaType);
      await receive({ ...part, content: hashed(part.content, hash) });
      this.#digests.push(hash.digest('hex'));
    });
    for (const [name, value] of fields) this.#digests.push(labelled('field', name, value).digest('hex'));
    return fields;
  }

  /** Of what was read; forms with the same parts in any order have the same. */
  get fingerprint(): string {
    return createHash('sha256').update(this.#digests.sort().join(' ')).digest('hex');
  }
}

function labelled(...labels: readonly string[]): Hash {
  return createHash('sha256').update(JSON.stringify(labels));
}

async function* hashed(content: AsyncIterable<Uint8Array>, hash: Hash): AsyncGenerator<Uint8Array> {
  for await (const bytes of content) {
    hash.update(bytes);
    yield bytes;
  }
}

/** Reads a file to its end and keeps nothing of it. */
export async function skipped({ content }: FilePart): Promise<void> {
  for await (const _ of content);
}
