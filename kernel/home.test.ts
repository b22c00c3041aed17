import { chmod, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { prepareHome } from './home.ts';
import { temporaryFolder } from './testing/temporary-folder.ts';

describe('prepareHome', () => {
  it('makes the folder for its owner only', async () => {
    const { path } = await prepareHome(join(await temporaryFolder(), 'deep/data'));
    expect((await stat(path)).mode & 0o777).toBe(0o700);
    expect((await stat(join(path, 'instance-id'))).mode & 0o777).toBe(0o600);
  });

  it('tells when others may look into a folder that was there before', async () => {
    const folder = await temporaryFolder();
    for (const [mode, isOpen] of [
      [0o755, true],
      [0o750, true],
      [0o701, true],
      [0o700, false],
    ] as const) {
      await chmod(folder, mode);
      expect((await prepareHome(folder)).isOpenToOthers).toBe(isOpen);
    }
  });

  it('gives an installation one id for good, also when two processes start at once', async () => {
    const folder = await temporaryFolder();
    const homes = await Promise.all([prepareHome(folder), prepareHome(folder)]);
    expect(homes[0]?.instanceId).toMatch(/^[0-9a-f-]{36}$/);
    expect(homes[1]?.instanceId).toBe(homes[0]?.instanceId);
    expect((await prepareHome(folder)).instanceId).toBe(homes[0]?.instanceId);
  });

  it('says what to do when the folder can not be used', async () => {
    const file = join(await temporaryFolder(), 'file');
    await writeFile(file, '');
    await expect(prepareHome(file)).rejects.toThrow('set WEFT_HOME to another folder');
  });

  it('refuses an id that was tampered with', async () => {
    const folder = await temporaryFolder();
    await writeFile(join(folder, 'instance-id'), 'me');
    await expect(prepareHome(folder)).rejects.toMatchObject({
      cause: { message: expect.stringContaining("doesn't hold a UUID") },
    });
  });
});
