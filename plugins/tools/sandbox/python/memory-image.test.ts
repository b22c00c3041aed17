import {
  chmodSync,
  chownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { confineHere } from '#plugins/confined-processes/testing/confine-here.ts';
import { defaultLimits } from '#plugins/sandbox/protocol.ts';
import { emptyCache, imageTimeout, startPython, type TestPython } from '#plugins/sandbox/testing/start-sandbox.ts';
import { ImageSource } from './image-source.ts';
import { closeImage, imageName, openImage, saveImage } from './memory-image.ts';
import { PythonLauncher } from './python-launcher.ts';

const open: { close(): Promise<void> }[] = [];
const start = (...cacheFolders: string[]): TestPython => {
  const made = startPython({ timeMs: 60_000 }, { cacheFolders });
  open.push(made);
  return made;
};
const launch = (...cacheFolders: string[]): PythonLauncher => {
  const made = new PythonLauncher({
    limits: defaultLimits,
    cacheFolders,
    wheelFolder: '',
    logger: { warn: () => undefined },
    confinement: confineHere,
  });
  open.push(made);
  return made;
};
afterEach(async () => {
  await Promise.all(open.splice(0).map((python) => python.close()));
});

const quick = 'def main(): return {"ok": True}';
const isRoot = process.getuid?.() === 0;

function isUsable(file: string): boolean {
  const image = openImage(file);
  if (image !== null) closeImage(image);
  return image !== null;
}

describe('the file of a memory image', () => {
  it('is kept with its digest; a damaged one is not used, and older ones go', async () => {
    const folder = emptyCache();
    const file = join(folder, imageName());
    expect(openImage(file)).toBeNull();
    const older = join(folder, 'older.python-image');
    writeFileSync(older, 'old');
    utimesSync(older, 1, 1);
    await saveImage(file, Buffer.from('image'));
    expect(readdirSync(folder).map((name) => join(folder, name))).toEqual([file]);
    const image = openImage(file);
    expect(image).toMatchObject({ offset: 32, length: 5 });
    if (image !== null) closeImage(image);
    for (const damaged of [Buffer.from('x'), Buffer.alloc(0), Buffer.concat([readFileSync(file), Buffer.from('x')])]) {
      writeFileSync(file, damaged);
      expect(isUsable(file)).toBe(false);
    }
  });

  it('is for its owner only, and not used when others may write it or when it is a link', async () => {
    const folder = emptyCache();
    const file = join(folder, 'one');
    await saveImage(file, Buffer.from('image'));
    expect(statSync(file).mode & 0o777).toBe(0o600);
    for (const mode of [0o620, 0o602, 0o666]) {
      chmodSync(file, mode);
      expect(isUsable(file)).toBe(false);
    }
    chmodSync(file, 0o644);
    expect(isUsable(file)).toBe(true);
    symlinkSync(file, join(folder, 'link'));
    expect(isUsable(join(folder, 'link'))).toBe(false);
  });

  it.runIf(isRoot)('is not used when another user owns it, nor written to a folder of another user', async () => {
    const folder = emptyCache();
    const file = join(folder, 'one');
    await saveImage(file, Buffer.from('image'));
    chownSync(file, 12345, 12345);
    expect(isUsable(file)).toBe(false);
    chownSync(folder, 12345, 12345);
    await expect(saveImage(file, Buffer.from('image'))).rejects.toThrow('can be written by other users');
  });

  it('is written to a folder that was open to a group only after that is closed', async () => {
    const folder = join(emptyCache(), 'cache');
    mkdirSync(folder);
    chmodSync(folder, 0o770);
    await saveImage(join(folder, 'one'), Buffer.from('image'));
    expect(statSync(folder).mode & 0o777).toBe(0o700);
  });
});

describe('the folders of a memory image', () => {
  /** Uses the image of these folders, made of one byte when none has one; tells how often it was made. */
  const usedFrom = async (...folders: string[]): Promise<number> => {
    let made = 0;
    const source = new ImageSource({
      folders,
      make: async () => {
        made += 1;
        return Buffer.from([7]);
      },
    });
    open.push(source);
    const lengths = await Promise.all([1, 2, 3].map(() => source.use(async ({ length }) => length)));
    expect(lengths).toEqual([1, 1, 1]);
    return made;
  };

  it('are asked in their order: the first that holds one, else the first that takes one', async () => {
    const [first, second, third] = [join(emptyCache(), 'not', 'yet'), emptyCache(), emptyCache()];
    expect(await usedFrom(first, second)).toBe(1);
    expect([readdirSync(first), readdirSync(second)]).toEqual([[imageName()], []]);
    expect(await usedFrom(third, first)).toBe(0);
    // A folder inside a file: nobody can write there.
    const unwritable = join(first, imageName(), 'cache');
    expect(await usedFrom(unwritable, second)).toBe(1);
    expect([readdirSync(second), readdirSync(third)]).toEqual([[imageName()], []]);
    await expect(usedFrom(unwritable)).rejects.toThrow('no folder takes its memory image');
  });
});

describe('the memory image', { timeout: imageTimeout }, () => {
  it('is made once for all data folders of an installation, in the first folder that takes it', async () => {
    const [shared, own, other] = [join(emptyCache(), 'not', 'yet'), emptyCache(), emptyCache()];
    expect(await start(shared, own).run(quick)).toMatchObject({ ok: true });
    expect(readdirSync(shared)).toEqual([imageName()]);
    const madeAt = statSync(join(shared, imageName())).mtimeMs;
    expect(await start(shared, other).run(quick)).toMatchObject({ ok: true });
    expect(statSync(join(shared, imageName())).mtimeMs).toBe(madeAt);
    expect([...readdirSync(own), ...readdirSync(other)]).toEqual([]);
  });

  it('that somebody else could have written is made anew', async () => {
    const folder = emptyCache();
    const file = join(folder, imageName());
    writeFileSync(file, 'not an image');
    chmodSync(file, 0o666);
    expect(await start(folder).run(quick)).toMatchObject({ ok: true });
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('is made before the first call when asked, by one process, even if a call comes meanwhile', async () => {
    const [folder, second] = [emptyCache(), emptyCache()];
    const launcher = launch(folder);
    const preparing = launcher.prepare();
    const child = await launcher.start();
    child.close();
    await preparing;
    expect(readdirSync(folder)).toEqual([imageName()]);
    const madeAt = statSync(join(folder, imageName())).mtimeMs;
    await launch(folder, second).prepare();
    expect(statSync(join(folder, imageName())).mtimeMs).toBe(madeAt);
    expect(readdirSync(second)).toEqual([]);
  });

  it('is given up when the server stops meanwhile', async () => {
    const folder = emptyCache();
    const launcher = launch(folder);
    const preparing = launcher.prepare();
    await launcher.close();
    await preparing;
    await launcher.prepare();
    expect(readdirSync(folder)).toEqual([]);
  });
});
