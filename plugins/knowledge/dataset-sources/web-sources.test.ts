import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';
import { page, startSite } from './testing/site.ts';
import { SourceBase } from './testing/source-base.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await sharedPlatform();
});
afterAll(() => platform.dispose());

const create = () => SourceBase.create(platform.kernel, platform.workspaceId);

describe('a web page', () => {
  it('becomes a document of its text, and is indexed anew only when that changes', async () => {
    await using site = await startSite({ '/ferns': page('Ferns') });
    const base = await create();
    const source = await base.read({ kind: 'web_page', url: `${site.url}/ferns#shade` });
    expect(source).toMatchObject({ status: 'completed', counts: { added: 1 }, nextRefreshAt: null });
    const [document] = await base.indexed();
    expect(document).toMatchObject({
      name: 'Ferns',
      dataSourceType: 'website_crawl',
      source: { url: `${site.url}/ferns`, title: 'Ferns', source_id: source.id },
      revision: 1,
    });
    site.answers.set('/ferns', page('Ferns').replace('<p>', '<script>counter(4711)</script><p>'));
    expect(await base.again(source.id)).toMatchObject({ counts: { unchanged: 1 } });
    site.answers.set('/ferns', page('Tree ferns'));
    expect(await base.again(source.id)).toMatchObject({ counts: { changed: 1 } });
    expect(await base.indexed()).toMatchObject([{ id: document?.id, name: 'Tree ferns', revision: 2 }]);
  });

  it('that is gone is disabled, and enabled when it is back', async () => {
    await using site = await startSite({ '/a': page('A') });
    const base = await create();
    const { id } = await base.read({ kind: 'web_page', url: `${site.url}/a` });
    await base.indexed();
    site.answers.delete('/a');
    expect(await base.again(id)).toMatchObject({ status: 'completed', counts: { vanished: 1 } });
    expect(await base.all()).toMatchObject([{ enabled: false }]);
    expect(await base.pages(id)).toMatchObject([
      { status: 'vanished', message: 'The site answered 404. Its document is disabled.' },
    ]);
    site.answers.set('/a', page('A'));
    await base.again(id);
    expect(await base.all()).toMatchObject([{ enabled: true }]);
  });

  it('that fails says why, and keeps its document', async () => {
    await using site = await startSite({ '/a': page('A') });
    const base = await create();
    const { id } = await base.read({ kind: 'web_page', url: `${site.url}/a` });
    await base.indexed();
    site.answers.set('/a', { status: 403 });
    const failed = await base.again(id);
    expect(failed).toMatchObject({ status: 'failed', error: expect.stringContaining('answered 403') });
    expect(await base.all()).toMatchObject([{ enabled: true }]);
    const empty = await startSite({ '/': '<div id="app"></div><script>draw()</script>' });
    expect(await base.read({ kind: 'web_page', url: empty.url })).toMatchObject({
      error: expect.stringContaining('made by scripts'),
    });
    await empty[Symbol.asyncDispose]();
  });
});

describe('a site', () => {
  it('is read along its links, once each, within its paths, its depth and its number of pages', async () => {
    await using site = await startSite({
      '/': page('Start', ['/docs/a', '/docs/a#part', '/docs/a?utm_source=x', '/blog/x', '/logo.png', 'mailto:a@b.c']),
      '/docs/a': page('A', ['b', '/docs/c', '/docs/private/x']),
      '/docs/b': page('B', ['/docs/deep']),
      '/docs/c': page('B', ['/docs/deep']),
      '/docs/deep': page('Deep', ['/docs/deeper']),
      '/docs/deeper': page('Deeper'),
    });
    const base = await create();
    const source = await base.read({
      kind: 'website',
      url: site.url,
      includePaths: ['/docs/**'],
      excludePaths: ['/docs/private/'],
      maxDepth: 3,
      delay: 0,
    });
    expect(source).toMatchObject({ status: 'completed', isIncomplete: false });
    expect(await base.states(source.id)).toEqual({
      '/': 'excluded',
      '/docs/a': 'added',
      '/docs/b': 'added',
      '/docs/c': 'duplicate',
      '/docs/deep': 'added',
    });
    expect(site.asked().sort()).toEqual(['/', '/docs/a', '/docs/b', '/docs/c', '/docs/deep']);
    expect(await base.names()).toEqual(['A', 'B', 'Deep']);
    const few = await base.read({ kind: 'website', url: site.url, maxPages: 2, delay: 0 });
    expect(few).toMatchObject({ isIncomplete: true, counts: { added: 2 } });
  });

  it('decides by robots.txt, noindex and canonical addresses what is kept', async () => {
    const robots = 'User-agent: *\nDisallow: /\n\nUser-agent: Weft\nDisallow: /private\nAllow: /private/open$';
    await using site = await startSite({
      '/robots.txt': { headers: { 'content-type': 'text/plain' }, body: robots },
      '/': page('Start', ['/private/a', '/private/open', '/draft', '/a?view=print', '/circle-1']),
      '/private/a': page('Private'),
      '/private/open': page('Open'),
      '/draft': page('Draft', [], '<meta name="robots" content="noindex, nofollow">'),
      '/a?view=print': page('A', [], '<link rel="canonical" href="/a">'),
      '/a': page('A', [], '<link rel="canonical" href="/a">'),
      '/circle-1': page('One of two', ['/circle-2'], '<link rel=canonical href=/circle-2>'),
      '/circle-2': page('Two of two', ['/circle-1'], '<link rel=canonical href=/circle-1>'),
    });
    const base = await create();
    const { id } = await base.read({ kind: 'website', url: site.url, delay: 0 });
    expect(await base.states(id)).toEqual({
      '/': 'added',
      '/private/a': 'excluded',
      '/private/open': 'added',
      '/draft': 'excluded',
      '/a?view=print': 'duplicate',
      '/a': 'added',
      '/circle-1': 'duplicate',
      '/circle-2': 'added',
    });
    expect(site.asked()).not.toContain('/private/a');
  });

  it('keeps pages that no link leads to any more while they are there', async () => {
    await using site = await startSite({ '/': page('Start', ['/a', '/b']), '/a': page('A'), '/b': page('B') });
    const base = await create();
    const { id } = await base.read({ kind: 'website', url: site.url, delay: 0, onVanished: 'remove' });
    await base.indexed();
    site.answers.set('/', page('Start anew'));
    site.answers.delete('/b');
    expect(await base.again(id)).toMatchObject({ counts: { changed: 1, unchanged: 1, vanished: 1 } });
    expect(await base.names()).toEqual(['A', 'Start anew']);
  });

  it('waits between pages without holding a job, and as long as a site says that has too much to do', async () => {
    await using site = await startSite({ '/': page('Start', ['/busy']), '/busy': page('Busy') });
    const base = await create();
    const added = await base.add({ kind: 'website', url: site.url, delay: 60_000 });
    await expect.poll(async () => (await base.get(added.id)).counts).toMatchObject({ added: 1 });
    expect(await base.get(added.id)).toMatchObject({ status: 'running', counts: { waiting: 1 } });
    await expect(base.sources.refresh(base.dataset, added.id)).rejects.toMatchObject({
      code: 'dataset-sources.refresh_running',
    });
    expect(await base.sources.cancel(base.dataset, added.id)).toMatchObject({ status: 'cancelled' });
    site.answers.set('/busy', { status: 503, headers: { 'retry-after': '1' } });
    await base.change(added.id, { delay: 0 });
    await base.indexed();
    expect(await base.again(added.id)).toMatchObject({ status: 'completed', counts: { unchanged: 1, failed: 1 } });
    expect(site.asked().filter((path) => path === '/busy')).toHaveLength(3);
    site.answers.set('/robots.txt', { status: 503, headers: { 'retry-after': '0.1' } });
    expect(await base.again(added.id)).toMatchObject({ error: expect.stringContaining('robots.txt can not be read') });
    expect(await base.all()).toMatchObject([{ name: 'Start', enabled: true }]);
  });
});

describe('a sitemap', () => {
  it('is read with those it names, packed ones too, and what it lists no more is gone', async () => {
    await using site = await startSite();
    const list = (...paths: readonly string[]) =>
      `<?xml version="1.0"?><urlset>${paths.map((path) => `<url><loc>${site.url}${path}</loc></url>`).join('')}</urlset>`;
    site.answers.set(
      '/sitemap.xml',
      `<sitemapindex><sitemap><loc>${site.url}/1.xml.gz</loc></sitemap><sitemap><loc>${site.url}/2.txt</loc></sitemap></sitemapindex>`,
    );
    site.answers.set('/1.xml.gz', { body: gzipSync(list('/a', '/b?x=1&amp;y=2')) });
    site.answers.set('/2.txt', `${site.url}/c\nhttps://elsewhere.example/d\n`);
    site.answers.set('/a', page('A'));
    site.answers.set('/b?x=1&y=2', page('B'));
    site.answers.set('/c', page('C', ['/unlisted']));
    const base = await create();
    const { id } = await base.read({ kind: 'sitemap', url: `${site.url}/sitemap.xml`, delay: 0 });
    expect(await base.states(id)).toEqual({ '/a': 'added', '/b?x=1&y=2': 'added', '/c': 'added' });
    await base.indexed();
    site.answers.set('/1.xml.gz', { status: 500, headers: { 'retry-after': '0.1' } });
    expect(await base.again(id)).toMatchObject({ isIncomplete: true, counts: { unchanged: 1, vanished: 0 } });
    site.answers.set('/1.xml.gz', { body: gzipSync(list('/a')) });
    expect(await base.again(id)).toMatchObject({ isIncomplete: false, counts: { unchanged: 2, vanished: 1 } });
    expect((await base.all()).filter(({ enabled }) => !enabled)).toMatchObject([{ name: 'B' }]);
  });

  it('that is none is said to be none', async () => {
    await using site = await startSite({ '/': page('Start') });
    const base = await create();
    expect(await base.read({ kind: 'sitemap', url: site.url })).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('no sitemap'),
    });
  });
});
