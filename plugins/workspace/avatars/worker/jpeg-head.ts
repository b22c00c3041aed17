import type { ImageHead } from './image-head.ts';

/**
 * The largest size that any frame of a JPEG tells before its pixels begin, and how the camera was held. Sizes of 0: there
 * is none. Throws RangeError where the data ends early.
 */
export function readJpegHead(data: Buffer): ImageHead {
  let [width, height, orientation] = [0, 0, 1];
  for (let at = 2; ; ) {
    if (data.readUInt8(at) !== 0xff) return { width: 0, height: 0, orientation };
    const marker = data.readUInt8(at + 1);
    if (marker === 0xff) {
      // Padding.
      at += 1;
      continue;
    }
    // The pixels begin, or the image ends.
    if (marker === 0xda || marker === 0xd9) return { width, height, orientation };
    const length = data.readUInt16BE(at + 2);
    if (isFrame(marker)) {
      height = Math.max(height, data.readUInt16BE(at + 5));
      width = Math.max(width, data.readUInt16BE(at + 7));
    }
    if (marker === 0xe1) orientation = orientationOf(data.subarray(at + 4, at + 2 + length)) ?? orientation;
    at += 2 + Math.max(2, length);
  }
}

/** SOF0 to SOF15 but for three that are something else. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
}

/** Tag 0x0112 of the first directory (Exif 2.3, section 4.6). Broken Exif is none. */
function orientationOf(segment: Buffer): number | undefined {
  if (segment.toString('latin1', 0, 6) !== 'Exif\0\0') return undefined;
  const tiff = segment.subarray(6);
  const isLittle = tiff.toString('latin1', 0, 2) === 'II';
  const short = (at: number) => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const long = (at: number) => (isLittle ? tiff.readUInt32LE(at) : tiff.readUInt32BE(at));
  try {
    const directory = long(4);
    for (let entry = 0; entry < short(directory); entry += 1) {
      const at = directory + 2 + entry * 12;
      if (short(at) !== 0x0112) continue;
      const value = short(at + 8);
      return value >= 1 && value <= 8 ? value : undefined;
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  return undefined;
}
