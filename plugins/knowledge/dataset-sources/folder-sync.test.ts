import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { runWeft } from '#plugins/cli/testing/run-weft.ts';
import { sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';
import { SourceBase } from './testing/source-base.ts';

let platform: TestPlatform;
let directory: string;
let base: SourceBase;
beforeAll(async () => {
  platform = await sharedPlatform();
});
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'sync-'));
  base = await SourceBase.create(platform.kernel, platform.workspaceId);
  return () => rm(directory, { recursive: true });
});
afterAll(() => platform.dispose());

const put = async (path: string, text: string) => {
  await mkdir(join(directory, path, '..'), { recursive: true });
  await writeFile(join(directory, path), text);
};
const sync = (...options: readonly string[]) =>
  runWeft(platform, ['knowledge', 'sync', directory, base.dataset.id, '--name', 'notes', ...options]);

it('a folder is shown, brought in, kept in step, and what is gone is removed when that is said', async () => {
  await put('a.md', '# A');
  await put('guides/b.md', '# B');
  await put('.git/config', 'secret');
  await put('guides/.draft.md', 'draft');
  await symlink('/etc/passwd', join(directory, 'link.md'));
  const shown = await sync('--dry-run');
  expect(shown).toMatchObject({
    code: 0,
    out: 'add: a.md\nadd: guides/b.md\n2 files to add, 0 to change, 0 unchanged, 0 gone.\n',
  });
  expect(await base.all()).toEqual([]);
  expect(await sync()).toMatchObject({ code: 0, err: '' });
  expect(await base.names()).toEqual(['a.md', 'guides/b.md']);
  await base.indexed();
  await put('a.md', '# A anew');
  await put('c.md', '# C');
  await rm(join(directory, 'guides'), { recursive: true });
  expect((await sync()).out).toContain('2 sent (1 new, 1 changed), 0 unchanged, 0 removed, 0 failed.');
  expect(await base.names()).toEqual(['a.md', 'c.md', 'guides/b.md']);
  await base.indexed();
  expect((await sync('--prune')).code).toBe(2);
  expect((await sync('--prune', '--dry-run')).out).toContain('remove: guides/b.md');
  expect((await sync('--prune', '--yes')).out).toContain('0 sent (0 new, 0 changed), 2 unchanged, 1 removed');
  expect(await base.names()).toEqual(['a.md', 'c.md']);
});

it('files that can not be read are named, and the others come', async () => {
  await put('a.md', '# A');
  await put('program.exe', 'MZ');
  const { code, out } = await sync();
  expect(code).toBe(1);
  expect(out).toMatch(/^failed: program\.exe: .*/);
  expect(await base.names()).toEqual(['a.md']);
  const again = await sync('--json');
  expect(JSON.parse(again.out)).toMatchObject({ added: 1, unchanged: 1, failed: [{ path: 'program.exe' }] });
});

it('folders of one base are told apart, and what is no folder is said', async () => {
  await put('a.md', '# A');
  await sync();
  await runWeft(platform, ['knowledge', 'sync', directory, base.dataset.id, '--name', 'other']);
  expect(await base.names()).toEqual(['a.md', 'a.md']);
  const missing = await runWeft(platform, ['knowledge', 'sync', join(directory, 'none'), base.dataset.id]);
  expect(missing).toMatchObject({ code: 1, err: expect.stringContaining('name a folder') });
});

it('sources are added, listed, shown, changed and removed by commands', async () => {
  const weft = (...argv: readonly string[]) => runWeft(platform, ['knowledge', 'sources', ...argv]);
  const id = base.dataset.id;
  expect((await weft('list', id)).out).toContain('No sources');
  const added = await weft('add', id, 'web_page', `${platform.url}/none`, '--refresh', 'daily', '--json');
  expect(added.code, added.err).toBe(0);
  const { id: source } = JSON.parse(added.out) as { id: string };
  expect(await base.ended(source)).toMatchObject({ status: 'completed' });
  expect((await weft('list', id)).out).toContain(source);
  expect((await weft('show', id, source)).out).toMatch(/Refresh {4}daily, next 20/);
  expect((await weft('pages', id, source)).out).toMatch(/vanished .*\/none +The site answered 404/);
  expect((await weft('pause', id, source)).out).toContain('completed, paused');
  expect((await weft('resume', id, source)).code).toBe(0);
  expect((await weft('change', id, source, '--max-pages', 'x')).code).toBe(2);
  expect((await weft('change', id, source, '--refresh', 'weekly')).out).toContain('weekly');
  expect((await weft('refresh', id, source)).code).toBe(0);
  expect((await weft('cancel', id, source)).code).toBe(0);
  expect((await weft('remove', id, source)).code).toBe(2);
  expect(await weft('remove', id, source, '--yes')).toMatchObject({ code: 0, out: 'Removed.\n' });
});
