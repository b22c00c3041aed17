import { createHash, randomUUID } from 'node:crypto';
import { closeSync, constants, existsSync, fstatSync, openSync, readFileSync, readSync, type Stats } from 'node:fs';
import { chmod, lstat, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { sources } from './child/python-sources.ts';
import { zoneFolder } from './child/zone-folder.ts';
import { interpreterFolder } from './child-process.ts';

const digestBytes = 32;
const keptMs = 24 * 3_600_000;
const suffix = '.python-image';
const writableByOthers = 0o022;

/** The file of the interpreter's memory: its digest, then the image. */
export interface MemoryImage {
  readonly descriptor: number;
  readonly offset: number;
  readonly length: number;
}

/** Where all data folders of this installation share an image: beside what it is made of, and gone with that. */
export const installationCache = join(interpreterFolder, '..', '.cache', 'weft', 'python');

/** Names the image by what goes into it, so that another version makes its own. */
export function imageName(): string {
  const hash = createHash('sha256').update(process.version);
  hash.update(readFileSync(join(interpreterFolder, 'package.json')));
  for (const url of [...sources.map((name) => `${name}.py`), 'interpreter.ts', 'server-zones.ts']) {
    hash.update(readFileSync(new URL(`./child/${url}`, import.meta.url)));
  }
  hash.update(process.versions.tz ?? '');
  // The first line of the machine's database of time zones is its version.
  const zones = join(zoneFolder, 'tzdata.zi');
  if (existsSync(zones)) hash.update(readFileSync(zones, 'utf8').split('\n', 1)[0] ?? '');
  return `${hash.digest('hex').slice(0, 32)}${suffix}`;
}

/**
 * The image in this file; null when there is none, it is damaged, or another user could have written it: calls of every
 * workspace start from it. What was checked is what stays open, whatever the name stands for later.
 */
export function openImage(file: string): MemoryImage | null {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(file, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
    const status = fstatSync(descriptor);
    const length = status.isFile() && isPrivate(status) ? checkedLength(descriptor, status.size) : 0;
    if (length > 0) return { descriptor, offset: digestBytes, length };
  } catch {
    // The same as no image.
  }
  if (descriptor !== undefined) closeSync(descriptor);
  return null;
}

/** Writes the image beside its name and renames it: a reader finds a whole one or none. Images of another day go. */
export async function saveImage(file: string, image: Uint8Array): Promise<void> {
  const folder = dirname(file);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await makePrivate(folder);
  const partial = join(folder, `${randomUUID()}${suffix}.partial`);
  try {
    await write(partial, image);
    await rename(partial, file);
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
  for (const name of await readdir(folder)) {
    const other = join(folder, name);
    if (other !== file && name.includes(suffix) && (await isOld(other))) await rm(other, { force: true });
  }
}

/** A folder that was handed to a group, as volumes of containers are, is taken back when it is ours. */
async function makePrivate(folder: string): Promise<void> {
  let found = await lstat(folder);
  if (found.isDirectory() && !isPrivate(found) && found.uid === process.getuid?.()) {
    await chmod(folder, 0o700);
    found = await lstat(folder);
  }
  if (!found.isDirectory() || !isPrivate(found)) throw new Error(`${folder} can be written by other users`);
}

async function write(file: string, image: Uint8Array): Promise<void> {
  const handle = await open(file, 'wx', 0o600);
  try {
    await handle.writeFile(digest(image));
    await handle.writeFile(image);
  } finally {
    await handle.close();
  }
}

export function closeImage(image: MemoryImage): void {
  closeSync(image.descriptor);
}

/** The length of a whole image; 0 when the digest says it is none. */
function checkedLength(descriptor: number, size: number): number {
  const content = Buffer.alloc(size);
  for (let filled = 0; filled < size; ) {
    const count = readSync(descriptor, content, filled, size - filled, filled);
    if (count === 0) return 0;
    filled += count;
  }
  const image = content.subarray(digestBytes);
  return image.length > 0 && digest(image).equals(content.subarray(0, digestBytes)) ? image.length : 0;
}

/** Written by this user or the administrator, and by nobody else. Windows keeps its rights elsewhere: by folder. */
function isPrivate({ uid, mode }: Stats): boolean {
  const own = process.getuid?.();
  return own === undefined || ((uid === own || uid === 0) && (mode & writableByOthers) === 0);
}

/** Another server, or another version of this one, may be about to open a younger one. */
async function isOld(file: string): Promise<boolean> {
  const found = await stat(file).catch(() => null);
  return found !== null && Date.now() - found.mtimeMs > keptMs;
}

function digest(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest();
}
