import { afterAll, describe, expect, it } from 'vitest';
import { confineAs, confineHere } from '#plugins/confined-processes/testing/confine-here.ts';
import { PictureMaker } from './picture-maker.ts';
import { bitmap, coloursOf, movingGif, photo, pngBomb, quarters, sizeOf } from './testing/images.ts';

const options = {
  timeMs: 20_000,
  memoryMb: 512,
  processes: 2,
  pixels: 25_000_000,
  maxQueue: 50,
  confinement: confineHere,
};
const { signal } = new AbortController();
const makers: PictureMaker[] = [];
const maker = (changed: Partial<typeof options> = {}) => {
  const made = new PictureMaker({ ...options, ...changed });
  makers.push(made);
  return made;
};
const usual = maker();
const make = (bytes: Uint8Array, by = usual) => by.make('a1', bytes, signal);
afterAll(() => {
  for (const one of makers) one.close();
});

describe('a picture', () => {
  it('is not made where the system can not wall its process off', async () => {
    const off = maker({ confinement: confineAs({ obstacle: 'this kernel has no Landlock' }) });
    await expect(make(quarters().get_bytes(), off)).rejects.toMatchObject({ code: 'confined-processes.off' });
  });

  it.each([
    ['PNG', () => quarters().get_bytes()],
    ['JPEG', () => quarters().get_bytes_jpeg(95)],
    ['WebP', () => quarters().get_bytes_webp()],
  ])('is made of a %s', async (_, image) => {
    const png = await make(image());
    expect(sizeOf(png)).toEqual([256, 256]);
    expect(coloursOf(png)).toEqual(['red', 'green', 'blue', 'white']);
  });

  it('is made of a BMP, and of a GIF that moves the first picture', async () => {
    expect(coloursOf(await make(bitmap(3)))).toEqual(['white', 'white', 'white', 'white']);
    expect(coloursOf(await make(movingGif()))).toEqual(['red', 'red', 'red', 'red']);
  });

  it.each([
    [400, 40],
    [40, 400],
    [1, 5000],
    [5000, 1],
  ])('is the middle of an image of %d × %d', async (width, height) => {
    const png = await make(quarters(width, undefined, height).get_bytes());
    expect(sizeOf(png)).toEqual([256, 256]);
  });

  it.each([
    [1, ['red', 'green', 'blue', 'white']],
    [2, ['green', 'red', 'white', 'blue']],
    [3, ['white', 'blue', 'green', 'red']],
    [4, ['blue', 'white', 'red', 'green']],
    [5, ['red', 'blue', 'green', 'white']],
    [6, ['blue', 'red', 'white', 'green']],
    [7, ['white', 'green', 'blue', 'red']],
    [8, ['green', 'white', 'red', 'blue']],
  ])('stands upright when the camera was held as %d', async (orientation, colours) => {
    expect(coloursOf(await make(photo(orientation)))).toEqual(colours);
  });

  it('holds nothing of the file but its pixels', async () => {
    const script = '<script>alert(1)</script>';
    const files = [
      photo(6, 'GPS 52.5200N'),
      Buffer.concat([Buffer.from(quarters().get_bytes()), Buffer.from(script)]),
      Buffer.concat([Buffer.from(quarters().get_bytes_jpeg(90)), Buffer.from(`PK\x03\x04${script}`)]),
      pngBomb(8, 8, script),
    ];
    for (const file of files) {
      const png = Buffer.from(await make(file));
      expect(png.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n');
      for (const trace of ['script', 'GPS', 'Exif', 'eXIf', 'tEXt', 'PK\x03\x04']) {
        expect(png.includes(trace)).toBe(false);
      }
      expect(png.subarray(-8, -4).toString('latin1')).toBe('IEND');
    }
  });
});

describe('an image that would do harm', () => {
  it('is refused by its head when it has too many pixels', async () => {
    for (const [width, height] of [
      [30_000, 30_000],
      [1, 0x7fffffff],
      [0xffffffff, 0xffffffff],
    ] as const) {
      await expect(make(pngBomb(width, height))).rejects.toMatchObject({ code: 'avatars.limit_exceeded' });
    }
    const gif = movingGif();
    gif.writeUInt16LE(0xffff, 6);
    gif.writeUInt16LE(0xffff, 8);
    const bmp = bitmap(2);
    bmp.writeInt32LE(-2_000_000_000, 22);
    const jpeg = photo(1);
    const frame = jpeg.indexOf(Buffer.from([0xff, 0xc0]));
    jpeg.writeUInt16BE(0xffff, frame + 5);
    jpeg.writeUInt16BE(0xffff, frame + 7);
    for (const bytes of [gif, bmp, jpeg]) {
      await expect(make(bytes)).rejects.toMatchObject({ code: 'avatars.limit_exceeded' });
    }
  });

  it('is killed at the limits of memory and time, and others are made after it', async () => {
    const large = pngBomb(9000, 9000);
    const pixels = 100_000_000;
    await expect(make(large, maker({ pixels, memoryMb: 64 }))).rejects.toMatchObject({
      code: 'avatars.limit_exceeded',
      message: expect.stringContaining('64 MB'),
    });
    await expect(make(large, maker({ pixels, timeMs: 1, memoryMb: 4096 }))).rejects.toMatchObject({
      code: 'avatars.limit_exceeded',
      message: expect.stringContaining('avatars.timeMs'),
    });
    expect(sizeOf(await make(quarters().get_bytes()))).toEqual([256, 256]);
  });

  it('is refused when it is no image that is taken, whatever it is called', async () => {
    const others = {
      svg: '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
      html: '<!doctype html><script>alert(1)</script>',
      pdf: '%PDF-1.7',
      tiff: 'II*\0',
      nothing: '',
    };
    for (const text of Object.values(others)) {
      await expect(make(Buffer.from(text))).rejects.toMatchObject({ code: 'avatars.unsupported_file_type' });
    }
  });

  it('is refused when it is cut off or damaged, at whatever place', async () => {
    const whole = [quarters().get_bytes(), quarters().get_bytes_webp(), bitmap(9), photo(1).subarray(0, 300)];
    for (const bytes of whole) {
      for (const length of [12, 20, 40, Math.floor(bytes.length / 2)]) {
        await expect(make(bytes.subarray(0, length))).rejects.toMatchObject({ code: 'avatars.unreadable_image' });
      }
    }
    const endless = Buffer.concat([Buffer.from([0xff, 0xd8]), Buffer.alloc(100_000, 0xff)]);
    await expect(make(endless)).rejects.toMatchObject({ code: 'avatars.unreadable_image' });
  });

  it('leaves room for the images of others', async () => {
    const one = maker({ processes: 1, maxQueue: 4 });
    const flood = Array.from({ length: 3 }, () => one.make('greedy', quarters().get_bytes(), signal));
    await expect(async () => one.make('greedy', quarters().get_bytes(), signal)).rejects.toMatchObject({
      code: 'avatars.busy',
    });
    expect(sizeOf(await one.make('other', quarters().get_bytes(), signal))).toEqual([256, 256]);
    await Promise.all(flood);
  });
});
