import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';
import { newWorkspace } from '#plugins/members/testing/people.ts';
import { runCommandLine } from './main.ts';
import { runWeft } from './testing/run-weft.ts';
import { scriptedTerminal } from './testing/scripted-terminal.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await sharedPlatform();
});
afterAll(() => platform.dispose());

const weft = (...argv: readonly string[]) => runWeft(platform, argv);

it('weft workspaces exports to a new file, deletes by name, lists and restores', async () => {
  const id = await newWorkspace(platform);
  expect(await weft('workspaces', 'export', id, 'out.zip')).toMatchObject({ code: 0 });
  const file = join(platform.home, 'out.zip');
  expect((await readFile(file)).subarray(0, 2).toString()).toBe('PK');
  expect((await stat(file)).mode & 0o077).toBe(0);
  expect(await weft('workspaces', 'export', id, 'out.zip')).toMatchObject({
    code: 1,
    err: expect.stringContaining('name a new file'),
  });

  expect((await weft('workspaces', 'delete', id)).code).toBe(2);
  expect(await weft('workspaces', 'delete', id, '--name', 'Other')).toMatchObject({ code: 1 });
  expect(await weft('workspaces', 'delete', id, '--name', 'Another')).toMatchObject({
    code: 0,
    out: expect.stringContaining(`weft workspaces restore ${id}`),
  });
  expect((await weft('workspaces', 'list')).out).toMatch(new RegExp(`${id} .*deleted, restorable until 20`));
  expect(await weft('workspaces', 'restore', id)).toMatchObject({ code: 0, out: 'Another is open again.\n' });
  // Others of this platform may delete theirs meanwhile.
  expect((await weft('workspaces', 'list')).out).not.toMatch(new RegExp(`${id} .*restorable`));
});

it('weft workspaces delete offers the export and asks whoever sits there, unless --yes is given', async () => {
  const id = await newWorkspace(platform);
  const asked: string[] = [];
  const deletion = async (answer: string, ...more: readonly string[]) => {
    const env = { WEFT_URL: platform.url, WEFT_TOKEN: platform.token };
    const terminal = {
      ...scriptedTerminal({ env, directory: platform.home, secrets: {} }),
      async *lines(prompt?: string) {
        asked.push(prompt ?? '');
        yield answer;
      },
    };
    return runCommandLine(['workspaces', 'delete', id, '--name', 'Another', ...more], terminal);
  };
  expect(await deletion('n')).toBe(1);
  expect(asked).toEqual([expect.stringContaining(`weft workspaces export ${id} FILE`)]);
  expect((await weft('workspaces', 'list')).out).not.toMatch(new RegExp(`${id} .*restorable`));
  expect(await deletion('y')).toBe(0);
  expect((await weft('workspaces', 'restore', id)).code).toBe(0);
  expect(await deletion('n', '--yes')).toBe(0);
  expect(asked).toHaveLength(2);
});
