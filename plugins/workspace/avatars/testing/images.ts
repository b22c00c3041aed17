import { deflateSync } from 'node:zlib';
import { PhotonImage } from '@silvia-odwyer/photon-node';

export type Colour = readonly [number, number, number];
export const red: Colour = [255, 0, 0];
export const green: Colour = [0, 255, 0];
export const blue: Colour = [0, 0, 255];
export const white: Colour = [255, 255, 255];

/** An image of four quarters: left and right above, left and right below. */
export function quarters(side = 64, [a, b, c, d] = [red, green, blue, white] as const, height = side): PhotonImage {
  const pixels = new Uint8Array(side * height * 4);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < side; x += 1) {
      const row = y < height / 2 ? [a, b] : [c, d];
      const [r, g, bl] = row[x < side / 2 ? 0 : 1] ?? white;
      pixels.set([r, g, bl, 255], (y * side + x) * 4);
    }
  }
  return new PhotonImage(pixels, side, height);
}

/** The nearest of the four colours, in the middle of each quarter. */
export function coloursOf(png: Uint8Array): readonly string[] {
  const image = PhotonImage.new_from_byteslice(png);
  const [width, height] = [image.get_width(), image.get_height()];
  const pixels = image.get_raw_pixels();
  const names = { red, green, blue, white };
  return [0.25, 0.75].flatMap((down) =>
    [0.25, 0.75].map((across) => {
      const at = (Math.floor(height * down) * width + Math.floor(width * across)) * 4;
      const distance = (colour: Colour) =>
        colour.reduce((sum, value, channel) => sum + (value - (pixels[at + channel] ?? 0)) ** 2, 0);
      return Object.entries(names).sort(([, one], [, other]) => distance(one) - distance(other))[0]?.[0] ?? '';
    }),
  );
}

export const sizeOf = (png: Uint8Array) => [Buffer.from(png).readUInt32BE(16), Buffer.from(png).readUInt32BE(20)];

/** A JPEG as cameras write it: held in some way, at some place. */
export function photo(orientation: number, place = 'GPS 52.5200N 13.4050E'): Buffer {
  const tiff = Buffer.alloc(26);
  tiff.write('II*\0', 'latin1');
  tiff.writeUInt32LE(8, 4);
  tiff.writeUInt16LE(1, 8);
  tiff.writeUInt16LE(0x0112, 10);
  tiff.writeUInt16LE(3, 12);
  tiff.writeUInt32LE(1, 14);
  tiff.writeUInt16LE(orientation, 18);
  const exif = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff, Buffer.from(place)]);
  const head = Buffer.from([0xff, 0xe1, 0, 0]);
  head.writeUInt16BE(exif.length + 2, 2);
  const jpeg = Buffer.from(quarters().get_bytes_jpeg(95));
  return Buffer.concat([jpeg.subarray(0, 2), head, exif, jpeg.subarray(2)]);
}

/** A PNG of any size in a few bytes, with chunks of text before its pixels. */
export function pngBomb(width: number, height: number, text = ''): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([1, 0], 8);
  const rows = Buffer.alloc(Math.min(height * (1 + Math.ceil(width / 8)), 64 * 1024 * 1024));
  const chunks = [
    chunk('IHDR', head),
    chunk('tEXt', Buffer.from(`Comment\0${text}`)),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.of()),
  ];
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...chunks]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const result = Buffer.alloc(body.length + 8);
  result.writeUInt32BE(data.length, 0);
  body.copy(result, 4);
  result.writeUInt32BE(crc32(body), body.length + 4);
  return result;
}

function crc32(data: Buffer): number {
  let crc = 0xffffffff;
  for (const byte of data) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return (crc ^ 0xffffffff) >>> 0;
}

/** A bitmap of 24 bits, white. */
export function bitmap(side: number): Buffer {
  const row = Math.ceil((side * 3) / 4) * 4;
  const data = Buffer.alloc(54 + row * side, 0xff);
  data.fill(0, 0, 54);
  data.write('BM');
  data.writeUInt32LE(data.length, 2);
  data.writeUInt32LE(54, 10);
  data.writeUInt32LE(40, 14);
  data.writeInt32LE(side, 18);
  data.writeInt32LE(side, 22);
  data.writeUInt16LE(1, 26);
  data.writeUInt16LE(24, 28);
  return data;
}

/** A GIF of two pictures of one pixel: the first red, the second blue. */
export function movingGif(): Buffer {
  const frame = '21f90400000000002c000000000100010000';
  const head = `474946383961${'0100'}${'0100'}800000${'ff0000'}${'0000ff'}`;
  return Buffer.from(`${head}${frame}0202440100${frame}02024c0100${'3b'}`, 'hex');
}
