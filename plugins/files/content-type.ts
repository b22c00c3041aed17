import { fileTypeFromBuffer } from 'file-type';
import { PlatformError } from '../../kernel/index.ts';
import { ANY_CONTENT, mediaTypeOfExtension, typeOfExtension } from './file-types.ts';

/** Bytes from the start of a file that tell what it is. */
const SAMPLE = 4100;

/** What no picture, sound, film or document is, whatever its name says. */
const programs: ReadonlySet<string> = new Set([
  'application/x-msdownload',
  'application/x-elf',
  'application/x-mach-binary',
  'application/java-vm',
  'application/wasm',
  'application/x-ms-shortcut',
]);

/** Takes the start of the content; `content` then begins again at its first byte. */
export async function sampleOf(
  source: AsyncIterable<Uint8Array>,
): Promise<{ readonly sample: Uint8Array; readonly content: AsyncIterable<Uint8Array> }> {
  const iterator = source[Symbol.asyncIterator]();
  const first: Uint8Array[] = [];
  let size = 0;
  let isOver = false;
  while (size < SAMPLE && !isOver) {
    const step = await iterator.next();
    if (step.done === true) isOver = true;
    else {
      first.push(step.value);
      size += step.value.length;
    }
  }
  async function* all() {
    try {
      yield* first;
      first.length = 0;
      while (!isOver) {
        const step = await iterator.next();
        if (step.done === true) return;
        yield step.value;
      }
    } finally {
      await iterator.return?.();
    }
  }
  return { sample: Buffer.concat(first, size).subarray(0, SAMPLE), content: all() };
}

/**
 * The media type a file is served as, from its extension and the start of its content; what was declared counts for
 * nothing. Throws `files.unsupported_file_type` when the content contradicts the extension.
 */
export async function contentType(name: string, extension: string, sample: Uint8Array): Promise<string> {
  const found = (await fileTypeFromBuffer(sample).catch(() => undefined))?.mime.split(';')[0]?.trim();
  const type = typeOfExtension(extension);
  const expected = mediaTypeOfExtension(extension);
  if (found === undefined) return expected ?? ANY_CONTENT;
  if (type !== 'custom' && (programs.has(found) || !fits(type, extension, found))) {
    throw new PlatformError(
      'invalid',
      'files.unsupported_file_type',
      `The content of ${name.slice(0, 100)} is ${found}, which no file with the extension .${extension} holds.`,
      { field: 'file' },
    );
  }
  if (expected === undefined) return found;
  return type === 'document' || extension === 'svg' ? expected : found;
}

function fits(type: string, extension: string, found: string): boolean {
  const family = found.split('/')[0] ?? '';
  if (extension === 'svg') return family !== 'audio' && family !== 'video' && !found.startsWith('image/');
  if (type === 'image') return family === 'image';
  // One container holds sound with and without pictures.
  if (type === 'audio' || type === 'video') return ['audio', 'video'].includes(family) || found === 'application/ogg';
  return true;
}
