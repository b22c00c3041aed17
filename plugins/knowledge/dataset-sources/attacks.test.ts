import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '#kernel';
import { sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';
import { openEgress } from '#plugins/egress/testing/open-egress.ts';
import { page, startSite, tarGz } from './testing/site.ts';
import { SourceBase } from './testing/source-base.ts';
import { WebFetcher } from './web-fetcher.ts';

const inside = 'http://169.254.169.254/latest/meta-data';
let platform: TestPlatform;
beforeAll(async () => {
  platform = await sharedPlatform();
});
afterAll(() => platform.dispose());

const create = () => SourceBase.create(platform.kernel, platform.workspaceId);

it('attack T01: a source is found in its own base alone', async () => {
  await using site = await startSite({ '/': page('Mine') });
  const [base, other] = [await create(), await create()];
  const { id } = await base.read({ kind: 'web_page', url: site.url });
  const stranger = { ...base.dataset, workspaceId: newId() };
  const refusal = { code: 'dataset-sources.not_found' };
  for (const dataset of [other.dataset, stranger]) {
    await expect(base.sources.get(dataset, id)).rejects.toMatchObject(refusal);
    await expect(base.sources.refresh(dataset, id)).rejects.toMatchObject(refusal);
    await expect(base.sources.cancel(dataset, id)).rejects.toMatchObject(refusal);
    await expect(base.change(id, { isPaused: true }, dataset)).rejects.toMatchObject(refusal);
    await expect(base.sources.pages(dataset, id, { page: 1, limit: 10 })).rejects.toMatchObject(refusal);
    const options = { keepDocuments: false, isConfirmed: true };
    await expect(base.sources.delete(dataset, id, options)).rejects.toMatchObject(refusal);
    expect(await base.sources.list(dataset)).toEqual([]);
  }
  expect(await base.all()).toHaveLength(1);
});

it('attack T06: no source, link, redirect, canonical address or list leads inside, or to another origin', async () => {
  await using outside = await startSite({ '/': page('Elsewhere') });
  await using site = await startSite({
    '/': page(
      'Start',
      [inside, `${outside.url}/`, '/away', '/in', '//169.254.169.254/x'],
      `<link rel="canonical" href="${inside}">`,
    ),
    '/away': { status: 302, headers: { location: `${outside.url}/` } },
    '/in': { status: 301, headers: { location: inside } },
    '/sitemap.xml': `<urlset><url><loc>${inside}</loc></url><url><loc>${outside.url}/</loc></url><url><loc>/in</loc></url></urlset>`,
    '/index.xml': `<sitemapindex><sitemap><loc>${inside}</loc></sitemap></sitemapindex>`,
    '/repository.tar.gz': { status: 302, headers: { location: inside } },
  });
  const base = await create();
  for (const url of [inside, 'http://10.0.0.1/', 'http://[::1]/', 'http://0x7f000002/']) {
    await expect(base.add({ kind: 'website', url })).rejects.toMatchObject({ code: 'egress.address_refused' });
  }
  const { id } = await base.read({ kind: 'website', url: site.url, delay: 0 });
  expect(await base.states(id)).toEqual({ '/': 'added', '/away': 'failed', '/in': 'failed' });
  expect((await base.pages(id)).flatMap(({ message }) => message ?? [])).toEqual([
    `It leads to ${outside.url}, which is not followed: make that the address of a source.`,
    'It leads to http://169.254.169.254, which is not followed: make that the address of a source.',
  ]);
  for (const path of ['/sitemap.xml', '/index.xml']) {
    const { counts } = await base.read({ kind: 'sitemap', url: site.url + path, delay: 0 });
    expect(Object.values(counts).every((count) => count === 0)).toBe(true);
  }
  for (const path of ['/in', '/away']) {
    expect(await base.read({ kind: 'web_page', url: site.url + path })).toMatchObject({ status: 'failed' });
  }
  const archive = await base.read({ kind: 'git', url: `${site.url}/repository.tar.gz` });
  expect(archive).toMatchObject({ status: 'failed', error: expect.stringContaining('169.254.169.254') });
  await expect(base.change(id, { url: inside })).rejects.toMatchObject({
    code: 'egress.address_refused',
  });
  expect(outside.server.seen).toEqual([]);
});

it('attack T07: names in an archive are no places', async () => {
  const hostile = {
    'r/../../../etc/passwd.md': 'x',
    '/etc/a.md': 'x',
    'r/a\\..\\b.md': 'x',
    'r/link.md': 'x',
    'r/good.md': '# Good',
  };
  await using site = await startSite({ '/r.tar.gz': { body: tarGz(hostile, { types: { 'r/link.md': '2' } }) } });
  const base = await create();
  const { id } = await base.read({ kind: 'git', url: `${site.url}/r.tar.gz` });
  expect(await base.states(id)).toEqual({ 'r/good.md': 'added' });
});

it('attack T11: a token is never told, and goes to no other host', async () => {
  const base = await create();
  const token = 'canary-of-the-token-4711';
  const source = await base.add({ kind: 'git', url: 'https://127.0.0.1:9/o/n', host: 'gitlab', token });
  expect(source.maskedToken).toBe('********4711');
  const change = (values: object) => base.change(source.id, values);
  await expect(change({ url: 'https://127.0.0.1:8/o/n', host: 'gitlab' })).rejects.toMatchObject({
    code: 'dataset-sources.token_needed',
  });
  await expect(change({ host: 'bitbucket' })).rejects.toMatchObject({ code: 'dataset-sources.token_needed' });
  await expect(change({ url: 'http://127.0.0.1:9/o/n', host: 'gitlab', token })).rejects.toMatchObject({
    code: 'dataset-sources.invalid_source',
  });
  expect(JSON.stringify(await change({ refresh: 'daily' }))).not.toContain('canary');
  expect(await change({ url: 'https://127.0.0.1:8/o/n', host: 'gitlab', token: null })).toMatchObject({
    maskedToken: null,
  });
  await base.sources.cancel(base.dataset, source.id);
});

it('attack T21: a site without an end has one here', async () => {
  await using site = await startSite();
  const { get } = site.answers;
  site.answers.get = (path: string) =>
    path === '/robots.txt'
      ? get.call(site.answers, path)
      : page(`At ${path}`, [
          `${path === '/' ? '' : path}/again`,
          `/?day=${path.length}`,
          `/?day=${path.length}${'1'.repeat(3)}`,
        ]);
  const base = await create();
  const source = await base.read({ kind: 'website', url: site.url, maxPages: 6, maxDepth: 10, delay: 0 });
  expect(source).toMatchObject({ status: 'completed', isIncomplete: true, counts: { added: 6 } });
  expect(site.asked().length).toBeLessThan(20);
});

it('attack T21: what is too large, too slow or unpacks to too much is given up, and said', async () => {
  await using site = await startSite({
    '/': page('Start', ['/huge', '/packed']),
    '/huge': { body: Buffer.alloc(16 * 1_048_576, ' ') },
    '/packed': { headers: { 'content-encoding': 'gzip' }, body: gzipSync(Buffer.alloc(16 * 1_048_576, ' ')) },
    '/bomb.xml.gz': { body: gzipSync(Buffer.alloc(51 * 1_048_576, ' ')) },
    '/slow': { isSlow: true },
  });
  const base = await create();
  const { id } = await base.read({ kind: 'website', url: site.url, delay: 0 });
  expect(await base.states(id)).toEqual({ '/': 'added', '/huge': 'failed', '/packed': 'failed' });
  expect((await base.pages(id)).flatMap(({ message }) => message ?? [])).toEqual([
    'The page has more than 15 MB, the limit: exclude its path.',
    'The page has more than 15 MB, the limit: exclude its path.',
  ]);
  const bomb = await base.read({ kind: 'sitemap', url: `${site.url}/bomb.xml.gz` });
  expect(bomb).toMatchObject({ status: 'failed', error: expect.stringContaining('unpacks to more than 50 MB') });
  await using egress = openEgress();
  const fetcher = new WebFetcher(egress, { bytes: 1_000, time: 200 });
  expect(await fetcher.get(`${site.url}/slow`, new AbortController().signal)).toMatchObject({
    kind: 'failed',
    message: expect.stringContaining('took more than'),
  });
});
