import { createHash, randomUUID } from 'node:crypto';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sources } from './child/python-sources.ts';
import { interpreterFolder } from './child-process.ts';

const digestBytes = 32;
const keptMs = 24 * 3_600_000;
const suffix = '.python-image';

/** The file of the interpreter's memory: its digest, then the image. */
export interface MemoryImage {
  readonly descriptor: number;
  readonly offset: number;
  readonly length: number;
}

/** Names the image by what goes into it, so that another version makes its own. */
export function imageFile(folder: string): string {
  const hash = createHash('sha256').update(process.version);
  hash.update(readFileSync(join(interpreterFolder, 'package.json')));
  for (const url of [...sources.map((name) => `${name}.py`), 'interpreter.ts']) {
    hash.update(readFileSync(new URL(`./child/${url}`, import.meta.url)));
  }
  return join(folder, `${hash.digest('hex').slice(0, 32)}${suffix}`);
}

/** The image in this file; null when there is none, or it is damaged. */
export function openImage(file: string): MemoryImage | null {
  try {
    const content = readFileSync(file);
    const image = content.subarray(digestBytes);
    if (image.length === 0 || !digest(image).equals(content.subarray(0, digestBytes))) return null;
    return { descriptor: openSync(file, 'r'), offset: digestBytes, length: image.length };
  } catch {
    return null;
  }
}

/** Writes the image beside its name and renames it: a reader finds a whole one or none. Images of another day go. */
export async function saveImage(file: string, image: Uint8Array): Promise<void> {
  const folder = join(file, '..');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const partial = join(folder, `${randomUUID()}${suffix}.partial`);
  await writeFile(partial, Buffer.concat([digest(image), image]), { mode: 0o600 });
  await rename(partial, file);
  for (const name of await readdir(folder)) {
    const other = join(folder, name);
    if (other !== file && name.includes(suffix) && (await isOld(other))) await rm(other, { force: true });
  }
}

/** Another server, or another version of this one, may be about to open a younger one. */
async function isOld(file: string): Promise<boolean> {
  const found = await stat(file).catch(() => null);
  return found !== null && Date.now() - found.mtimeMs > keptMs;
}

export function closeImage(image: MemoryImage): void {
  closeSync(image.descriptor);
}

function digest(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest();
}
