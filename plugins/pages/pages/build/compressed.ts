import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const shrinks = /\.(js|css|svg|json|txt|map)$/;
/** Smaller ones don't get smaller. */
const SMALLEST = 400;

/** The copies of a file that go out in its place, by their ending. */
export async function compressed(name: string, content: Uint8Array): Promise<Readonly<Record<string, Uint8Array>>> {
  if (!shrinks.test(name) || content.length < SMALLEST) return {};
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
    promisify(gzip)(content, { level: 9 }),
  ]);
  return { '.br': br, '.gz': gz };
}
