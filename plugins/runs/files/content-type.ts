import { PlatformError } from '#kernel';
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
  const found = (await sniffed(sample))?.mime;
  if (found !== undefined && contradicts(extension, found)) {
    throw new PlatformError(
      'invalid',
      'files.unsupported_file_type',
      `The content of ${name.slice(0, 100)} is ${found}, which no file with the extension .${extension} holds.`,
      { field: 'file' },
    );
  }
  return servedType(extension, found) ?? ANY_CONTENT;
}

/** What content looks like by its first bytes; undefined when they tell nothing. */
export async function sniffed(
  content: Uint8Array,
): Promise<{ readonly mime: string; readonly ext: string } | undefined> {
  const { fileTypeFromBuffer } = await import('file-type');
  const found = await fileTypeFromBuffer(content).catch(() => undefined);
  return found && { ext: found.ext, mime: found.mime.split(';')[0]?.trim() ?? found.mime };
}

/** The media type by the extension and what the content looks like, which do not contradict each other. */
export function servedType(extension: string, found: string | undefined): string | undefined {
  const expected = mediaTypeOfExtension(extension);
  if (found === undefined || expected === undefined) return expected ?? found;
  return typeOfExtension(extension) === 'document' || extension === 'svg' ? expected : found;
}

/** Whether content of this media type is in no file with the extension; one that nobody knows holds anything. */
export function contradicts(extension: string, found: string): boolean {
  const type = typeOfExtension(extension);
  return type !== 'custom' && (programs.has(found) || !fits(type, extension, found));
}

function fits(type: string, extension: string, found: string): boolean {
  const family = found.split('/')[0] ?? '';
  if (extension === 'svg') return family !== 'audio' && family !== 'video' && !found.startsWith('image/');
  if (type === 'image') return family === 'image';
  // One container holds sound with and without pictures.
  if (type === 'audio' || type === 'video') return ['audio', 'video'].includes(family) || found === 'application/ogg';
  return true;
}
