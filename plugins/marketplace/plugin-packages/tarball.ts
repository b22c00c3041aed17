import { gunzipSync } from 'node:zlib';
import { invalidPackage } from './package-error.ts';

/** A file of a package. */
export interface PackageFile {
  /** Below the package's folder: `dist/plugin.js`. */
  readonly path: string;
  readonly content: Uint8Array;
}

/** What a package may be, in bytes and files. */
export const PACKAGE_LIMITS = { packed: 10 * 1024 * 1024, unpacked: 50 * 1024 * 1024, files: 2000 } as const;

const block = 512;
const octal = /^[0-7]{1,11}$/;
/** Kinds of entries: a file, as old and new writers name it; a folder; a header of the next entry; of all of them. */
const kinds = { file: ['0', '\0'], folder: '5', header: 'x', global: 'g' } as const;

/**
 * The files of a tarball as `npm pack` makes it, in memory. Everything but plain files and folders with plain paths is
 * refused, rather than made harmless: who writes a link or `..` into a package means harm. Throws
 * `plugin-packages.invalid_package`.
 */
export function filesOf(bytes: Uint8Array): readonly PackageFile[] {
  if (bytes.length > PACKAGE_LIMITS.packed) throw invalidPackage(`it has more than ${PACKAGE_LIMITS.packed} bytes`);
  const tar = unzipped(bytes);
  const files = new Map<string, PackageFile>();
  let longPath: string | undefined;
  let entries = 0;
  for (let at = 0; at + block <= tar.length; ) {
    const head = tar.subarray(at, at + block);
    if (head.every((byte) => byte === 0)) break;
    checkSum(head);
    if (++entries > 2 * PACKAGE_LIMITS.files) throw invalidPackage(`it has more than ${PACKAGE_LIMITS.files} files`);
    const size = numberAt(head, 124, 12);
    if (at + block + size > tar.length) throw invalidPackage('a file of it is cut off');
    const content = tar.subarray(at + block, at + block + size);
    const kind = String.fromCharCode(head[156] ?? 0);
    at += block + Math.ceil(size / block) * block;
    if (kind === kinds.header) longPath = pathOfHeader(content);
    if (kind === kinds.header || kind === kinds.global) continue;
    const path = plainPath(longPath ?? pathOf(head));
    longPath = undefined;
    if (kind === kinds.folder) continue;
    if (!(kinds.file as readonly string[]).includes(kind)) throw invalidPackage(`${shown(path)} is no plain file`);
    if (files.has(path)) throw invalidPackage(`${shown(path)} is in it twice`);
    files.set(path, { path, content });
    if (files.size > PACKAGE_LIMITS.files) throw invalidPackage(`it has more than ${PACKAGE_LIMITS.files} files`);
  }
  return [...files.values()];
}

function unzipped(bytes: Uint8Array): Buffer {
  try {
    return gunzipSync(bytes, { maxOutputLength: PACKAGE_LIMITS.unpacked });
  } catch (error) {
    const isTooLarge = error instanceof RangeError;
    throw invalidPackage(
      isTooLarge ? `unpacked it has more than ${PACKAGE_LIMITS.unpacked} bytes` : 'it is no gzipped tarball',
    );
  }
}

/** The sum of the header's bytes, with those of the sum itself as spaces. */
function checkSum(head: Buffer): void {
  const told = numberAt(head, 148, 8);
  let sum = 8 * 32;
  for (let index = 0; index < block; index += 1) if (index < 148 || index >= 156) sum += head[index] ?? 0;
  if (sum !== told) throw invalidPackage('a header of its tarball is damaged');
}

function numberAt(head: Buffer, from: number, length: number): number {
  const text = textAt(head, from, length).trim();
  if (!octal.test(text)) throw invalidPackage('a header of its tarball is no header');
  return Number.parseInt(text, 8);
}

function textAt(head: Buffer, from: number, length: number): string {
  const field = head.subarray(from, from + length);
  const end = field.indexOf(0);
  return field.toString('utf8', 0, end === -1 ? length : end);
}

function pathOf(head: Buffer): string {
  const isUstar = textAt(head, 257, 6).startsWith('ustar');
  const prefix = isUstar ? textAt(head, 345, 155) : '';
  const name = textAt(head, 0, 100);
  return prefix === '' ? name : `${prefix}/${name}`;
}

/** `<length> path=<path>\n` among the records of an extended header (POSIX, pax). */
function pathOfHeader(content: Buffer): string | undefined {
  let path: string | undefined;
  for (let at = 0; at < content.length; ) {
    const space = content.indexOf(32, at);
    const length = space === -1 ? Number.NaN : Number(content.toString('latin1', at, space));
    if (!Number.isSafeInteger(length) || length < 5 || at + length > content.length) {
      throw invalidPackage('an extended header of its tarball is damaged');
    }
    const record = content.toString('utf8', space + 1, at + length - 1);
    if (record.startsWith('path=')) path = record.slice('path='.length);
    at += length;
  }
  return path;
}

/** The path without the folder that all of a package lies in (`package/`, or another name). */
function plainPath(given: string): string {
  const path = given.endsWith('/') ? given.slice(0, -1) : given;
  const parts = path.split('/');
  const isPlain = parts.every((part) => part !== '' && part !== '.' && part !== '..');
  if (!isPlain || /[\\:\p{Cc}]/u.test(path) || path.length > 500) {
    throw invalidPackage(`${shown(given)} is no path inside it`);
  }
  return parts.slice(1).join('/');
}

function shown(path: string): string {
  return JSON.stringify(path.length > 100 ? `${path.slice(0, 100)}…` : path);
}
