import { readJpegHead } from './jpeg-head.ts';

/** What the first bytes of an image tell, without decoding any of it. */
export interface ImageHead {
  readonly width: number;
  readonly height: number;
  /** 1 to 8 as Exif has it; 1: as it is. */
  readonly orientation: number;
}

const broken: ImageHead = { width: 0, height: 0, orientation: 1 };

/** By content, whatever name and type were told. null: none of the formats that are taken; sizes of 0: broken. */
export function readImageHead(bytes: Uint8Array): ImageHead | null {
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const starts = (text: string, at = 0) => data.subarray(at, at + text.length).equals(Buffer.from(text, 'latin1'));
  try {
    if (starts('\x89PNG\r\n\x1a\n'))
      return starts('IHDR', 12) ? sized(data.readUInt32BE(16), data.readUInt32BE(20)) : broken;
    if (starts('\xff\xd8\xff')) return readJpegHead(data);
    if (starts('GIF87a') || starts('GIF89a')) return sized(data.readUInt16LE(6), data.readUInt16LE(8));
    if (starts('BM')) return bitmap(data);
    if (starts('RIFF') && starts('WEBP', 8)) return webp(data);
    return null;
  } catch (error) {
    // It ends inside its head.
    if (error instanceof RangeError) return broken;
    throw error;
  }
}

function sized(width: number, height: number): ImageHead {
  return { width, height, orientation: 1 };
}

/** A negative height: from top to bottom. */
function bitmap(data: Buffer): ImageHead {
  if (data.readUInt32LE(14) < 40) return sized(data.readUInt16LE(18), data.readUInt16LE(20));
  return sized(Math.abs(data.readInt32LE(18)), Math.abs(data.readInt32LE(22)));
}

function webp(data: Buffer): ImageHead {
  const kind = data.toString('latin1', 12, 16);
  if (kind === 'VP8X') return sized(data.readUIntLE(24, 3) + 1, data.readUIntLE(27, 3) + 1);
  if (kind === 'VP8L') {
    const bits = data.readUInt32LE(21);
    return sized((bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1);
  }
  if (kind === 'VP8 ') return sized(data.readUInt16LE(26) & 0x3fff, data.readUInt16LE(28) & 0x3fff);
  return broken;
}
