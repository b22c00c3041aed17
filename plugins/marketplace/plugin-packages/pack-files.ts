import { gzipSync } from 'node:zlib';
import { invalidPackage } from './package-error.ts';
import type { PackageFile } from './tarball.ts';

const block = 512;
const nameBytes = 100;
const prefixBytes = 155;
/** The time npm gives all files, so that the same files are the same bytes: 26 October 1985, in seconds. */
const fixedTime = 499_162_500;

/** A gzipped tarball as `npm pack` makes it: the same bytes for the same files, in whatever order they are given. */
export function packFiles(files: readonly PackageFile[]): Uint8Array {
  const sorted = files.toSorted((a, b) => (a.path < b.path ? -1 : 1));
  const parts = sorted.flatMap(({ path, content }) => [headerOf(path, content.length), padded(content)]);
  const packed = gzipSync(Buffer.concat([...parts, Buffer.alloc(2 * block)]), { level: 9 });
  // The system that packed it, which gzip writes down.
  packed[9] = 255;
  return new Uint8Array(packed);
}

function padded(content: Uint8Array): Buffer {
  const whole = Buffer.alloc(Math.ceil(content.length / block) * block);
  whole.set(content);
  return whole;
}

function headerOf(path: string, size: number): Buffer {
  const { prefix, name } = split(`package/${path}`);
  const head = Buffer.alloc(block);
  head.write(name, 0, nameBytes);
  head.write('000644 \0', 100);
  head.write('000000 \0', 108);
  head.write('000000 \0', 116);
  head.write(`${size.toString(8).padStart(11, '0')} `, 124);
  head.write(`${fixedTime.toString(8).padStart(11, '0')} `, 136);
  head.write('        ', 148);
  head.write('0', 156);
  head.write('ustar\0', 257);
  head.write('00', 263);
  head.write(prefix, 345, prefixBytes);
  const sum = head.reduce((total, byte) => total + byte, 0);
  head.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return head;
}

/** A path of more than 100 bytes is parted at a slash. */
function split(path: string): { prefix: string; name: string } {
  if (Buffer.byteLength(path) <= nameBytes) return { prefix: '', name: path };
  for (let at = path.indexOf('/'); at !== -1; at = path.indexOf('/', at + 1)) {
    const [prefix, name] = [path.slice(0, at), path.slice(at + 1)];
    if (Buffer.byteLength(name) <= nameBytes && Buffer.byteLength(prefix) <= prefixBytes) return { prefix, name };
  }
  throw invalidPackage(`the path ${JSON.stringify(path)} is too long`);
}
