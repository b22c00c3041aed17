import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const shrinks = /\.(js|css|svg|json|txt|map)$/;
/** Smaller ones don't get smaller. */
const SMALLEST = 400;

/** The copies of a file that go out in its place, by their ending. */
export async function compressed(name: string, content: Uint8Array): Promise<Readonly<Record<string, Uint8Array>>> {
  if (!shrinks.test(name) || content.length < SMALLEST) return {};
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_LGWIN]: windowFor(content.length) } }),
    promisify(gzip)(content, { level: 9 }),
  ]);
  return { '.br': br, '.gz': gz };
}

/** The smallest window that holds the file (2^bits − 16 bytes): the usual one takes longer to set up than most files take to compress. */
function windowFor(size: number): number {
  const bits = Math.ceil(Math.log2(size + 16));
  return Math.min(constants.BROTLI_DEFAULT_WINDOW, Math.max(constants.BROTLI_MIN_WINDOW_BITS, bits));
}
