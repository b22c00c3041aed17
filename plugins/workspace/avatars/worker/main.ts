import type { PictureReply, PictureTask } from '#plugins/avatars/protocol.ts';
import { readImageHead } from './image-head.ts';

/** What a confined process does with its task. Its head is looked at before the library that decodes is even loaded. */
export async function run({ bytes, limits }: PictureTask): Promise<PictureReply> {
  const head = readImageHead(bytes);
  if (head === null) {
    const message = 'The image is no PNG, JPEG, GIF, BMP or WebP; save it as one of them.';
    return { ok: false, reason: 'unsupported', message };
  }
  const { width, height } = head;
  if (width < 1 || height < 1) return { ok: false, reason: 'unreadable', message: unreadable };
  if (width * height > limits.pixels) {
    const most = Math.round(limits.pixels / 1_000_000);
    const message = `The image is ${width} × ${height} pixels, more than the ${most} million of avatars.megapixels; make it smaller.`;
    return { ok: false, reason: 'limit', message };
  }
  try {
    const { makePicture } = await import('./make-picture.ts');
    return { ok: true, content: makePicture(bytes, head.orientation) };
  } catch {
    // The decoder gives no reasons: it ends itself where it can't go on.
    return { ok: false, reason: 'unreadable', message: unreadable };
  }
}

const unreadable = 'The image can not be read: it is damaged or not whole; save it anew.';
