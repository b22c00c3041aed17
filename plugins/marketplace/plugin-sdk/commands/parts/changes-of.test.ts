import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { changesOf } from './changes-of.ts';

let folder: string;
let changes: AsyncGenerator<void>;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'weft-changes-'));
  await mkdir(join(folder, 'src'));
  await writeFile(join(folder, 'src/plugin.js'), '0');
  changes = changesOf(folder);
});
afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

/** Does it once the folder is watched, and resolves when that was seen. */
async function seen(change: () => Promise<void>): Promise<void> {
  const next = changes.next();
  await change();
  expect(await next).toEqual({ done: false, value: undefined });
}

it('sees a file each time when an editor puts another in its place', async () => {
  for (const text of ['1', '2', '3']) {
    await seen(async () => {
      await writeFile(join(folder, 'src/plugin.js~'), text);
      await rename(join(folder, 'src/plugin.js~'), join(folder, 'src/plugin.js'));
    });
  }
});

it('sees what is written into folders that come later', async () => {
  await seen(() => mkdir(join(folder, 'src/parts')).then(() => undefined));
  await seen(() => writeFile(join(folder, 'src/parts/a.js'), '1'));
});
