import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { greetingWorkflow } from '#engine/testing/app-document.ts';
import { sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';
import { runWeft } from './testing/run-weft.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await sharedPlatform();
});
afterAll(() => platform.dispose());

const weft = (argv: readonly string[], lines?: readonly string[]) =>
  runWeft(platform, argv, lines === undefined ? {} : { lines, secrets: {} });

describe('weft tags', () => {
  it('creates, lists, renames and deletes', async () => {
    expect(await weft(['tags', 'list'])).toMatchObject({ code: 0, out: 'None.\n' });
    const made = JSON.parse((await weft(['tags', 'create', 'support', '--json'])).out) as { id: string };
    const { appId } = await platform.importApp(greetingWorkflow());
    await weft(['apps', 'set', appId, '--tag', 'support']);
    expect((await weft(['tags', 'list'])).out).toMatch(new RegExp(`${made.id} +1 +support`));
    const renamed = await weft(['tags', 'rename', made.id, 'help desk']);
    expect(renamed).toMatchObject({ code: 0, out: 'The tag is help desk, for 1 app.\n' });
    expect((await weft(['apps', 'list', '--tag', 'help desk'])).out).toContain(appId);
    expect(await weft(['tags', 'delete', made.id])).toMatchObject({ code: 2, err: expect.stringContaining('--yes') });
    expect(await weft(['tags', 'delete', made.id], ['n'])).toMatchObject({ code: 1 });
    expect((await weft(['tags', 'list'])).out).toContain('help desk');
    expect(await weft(['tags', 'delete', made.id, '--yes'])).toMatchObject({ code: 0, out: 'Deleted.\n' });
    expect(await weft(['tags', 'list'])).toMatchObject({ out: 'None.\n' });
  });

  it('says where ids are when a name is given', async () => {
    expect(await weft(['tags', 'rename', 'support', 'x'])).toMatchObject({
      code: 1,
      err: expect.stringContaining('weft tags list'),
    });
  });
});

describe('weft apps delete', () => {
  const isThere = async (id: string) => (await weft(['apps', 'list'])).out.includes(id);

  it('asks whoever sits there, and takes only yes', async () => {
    const { appId } = await platform.importApp(greetingWorkflow());
    for (const lines of [[], [''], ['n'], ['maybe', 'y']]) {
      const answer = await weft(['apps', 'delete', appId], lines);
      expect(answer).toMatchObject({ code: 1, err: expect.stringContaining('Nothing was changed') });
    }
    expect(await isThere(appId)).toBe(true);
    expect(await weft(['apps', 'delete', appId], ['Yes'])).toMatchObject({ code: 0 });
    expect(await isThere(appId)).toBe(false);
  });

  it('asks nobody after --yes, nor where nobody sits: it can be undone', async () => {
    for (const [argv, lines] of [
      [['--yes'], []],
      [[], undefined],
    ] as const) {
      const { appId } = await platform.importApp(greetingWorkflow());
      expect(await weft(['apps', 'delete', appId, ...argv], lines)).toMatchObject({ code: 0 });
      expect(await isThere(appId)).toBe(false);
      expect(await weft(['apps', 'restore', appId])).toMatchObject({ code: 0 });
    }
  });
});
