import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';
import { startSite, tarGz } from './testing/site.ts';
import { SourceBase } from './testing/source-base.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await sharedPlatform();
});
afterAll(() => platform.dispose());

const create = () => SourceBase.create(platform.kernel, platform.workspaceId);
const files = {
  'name-main/README.md': '# Name',
  'name-main/docs/a.md': '# A',
  'name-main/docs/b.md': '# B',
  'name-main/docs/.hidden/c.md': '# C',
  'name-main/docs/code.ts': 'export const a = 1;',
  'name-main/docs/broken.pdf': Buffer.from([0, 1, 2, 0, 3]),
};
const archive = '/api/v4/projects/o%2Fname/repository/archive.tar.gz';

describe('a repository', () => {
  it('is read out of its archive: files of a folder, what changed again, and what is gone disabled', async () => {
    await using site = await startSite({ [archive]: { body: tarGz(files) } });
    const base = await create();
    const source = await base.read({ kind: 'git', url: `${site.url}/o/name`, host: 'gitlab', folder: '/docs/' });
    expect(source).toMatchObject({
      status: 'completed',
      counts: { added: 2, failed: 1 },
      name: expect.stringMatching(/\/o\/name\/docs$/),
    });
    expect(await base.states(source.id)).toEqual({
      'docs/a.md': 'added',
      'docs/b.md': 'added',
      'docs/broken.pdf': 'failed',
    });
    expect((await base.pages(source.id)).find(({ status }) => status === 'failed')?.message).toContain('broken.pdf');
    expect(await base.indexed()).toMatchObject([
      { name: 'docs/b.md', dataSourceType: 'upload_file', source: { path: 'docs/b.md', url: `${site.url}/o/name` } },
      { name: 'docs/a.md' },
    ]);
    site.answers.set(archive, { body: tarGz({ 'name-main/docs/a.md': '# A anew', 'name-main/docs/d.md': '# D' }) });
    expect(await base.again(source.id)).toMatchObject({ counts: { added: 1, changed: 1, vanished: 1 } });
    expect((await base.all()).filter(({ enabled }) => !enabled)).toMatchObject([{ name: 'docs/b.md' }]);
  });

  it('is read with the paths that are named, and to the number of files that is wanted', async () => {
    await using site = await startSite({ '/name.tar.gz': { body: tarGz(files) } });
    const base = await create();
    const wanted = { kind: 'git', url: `${site.url}/name.tar.gz`, folder: 'name-main' } as const;
    const code = await base.read({ ...wanted, includePaths: ['**/*.ts', '*.md'], excludePaths: ['README.*'] });
    expect(await base.states(code.id)).toEqual({ 'name-main/docs/code.ts': 'added' });
    expect(await base.read({ ...wanted, maxPages: 1 })).toMatchObject({ isIncomplete: true, counts: { added: 1 } });
  });

  it.each([
    ['is not there', { status: 404 }, /answered 404/],
    ['wants a token', { status: 401 }, /wants a token/],
    ['is no archive', { body: 'hello' }, /no tar.gz/],
    ['is cut off', { body: tarGz(files).subarray(0, 60) }, /no tar.gz|broken/],
    ['has nothing that is chosen', { body: tarGz({ 'x/y': '1' }) }, /no file that is chosen/],
  ])('that %s fails with the reason', async (_case, answer, error) => {
    await using site = await startSite({ '/name.tgz': answer });
    const base = await create();
    const failed = await base.read({ kind: 'git', url: `${site.url}/name.tgz` });
    expect(failed).toMatchObject({ status: 'failed', error: expect.stringMatching(error) });
  });

  it('has settings that are checked', async () => {
    const base = await create();
    const refused = async (source: object, field: string) =>
      expect(base.add({ kind: 'git', url: 'https://a.example/o/n', ...source })).rejects.toMatchObject({
        code: 'dataset-sources.invalid_source',
        field,
      });
    await refused({}, 'host');
    await refused({ url: 'https://github.com/o' }, 'url');
    await refused({ host: 'gitea' }, 'branch');
    await refused({ host: 'gitlab', branch: '../x' }, 'branch');
    await refused({ host: 'gitlab', folder: '../x' }, 'folder');
    await refused({ host: 'gitlab', maxDepth: 3 }, 'max_depth');
    await refused({ url: 'http://a.example/o/n', host: 'gitlab', token: 't' }, 'url');
    await refused({ kind: 'web_page', token: 't' }, 'token');
  });
});
