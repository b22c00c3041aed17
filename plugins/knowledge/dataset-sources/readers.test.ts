import { describe, expect, it } from 'vitest';
import { archiveAddress, filePath, hostOf } from './archive-address.ts';
import type { SourceSettings } from './contract.ts';
import { readPageHead } from './page-head.ts';
import { isChosen, matchesPattern } from './path-patterns.ts';
import { mayRead, readRobots } from './robots.ts';
import { readSitemap } from './sitemap.ts';
import { TarError, type TarFile, tarFiles } from './tar-reader.ts';
import { tar } from './testing/site.ts';
import { isCircular, isOfSite, pageAddress } from './web-addresses.ts';

describe('patterns of paths', () => {
  it.each([
    ['/docs/a/b', '/docs/**', true],
    ['/docs', '/docs/**', true],
    ['/docsearch', '/docs/**', false],
    ['/docs/a/b', '/docs/*', false],
    ['/docs/a', '/docs/?', true],
    ['guides/start.md', '**/*.md', true],
    ['start.md', '**/*.md', true],
    ['a/b/c/start.md', 'a/**/start.md', true],
    ['old/x/y', 'old/', true],
    ['a.md', '*.MD', false],
  ])('%s by %s: %s', (path, pattern, isMatch) => {
    expect(matchesPattern(path, pattern)).toBe(isMatch);
  });

  it('to exclude are stronger', () => {
    expect(isChosen('/a/b', [], [])).toBe(true);
    expect(isChosen('/a/b', ['/a/**'], ['/a/b'])).toBe(false);
    expect(isChosen('/c', ['/a/**'], [])).toBe(false);
  });

  it('attack T21: with many wildcards end', () => {
    expect(matchesPattern('a'.repeat(2_000), `${'*a'.repeat(140)}b`)).toBe(false);
    expect(matchesPattern('a/'.repeat(900), `${'**/'.repeat(90)}b`)).toBe(false);
  });
});

describe('robots.txt', () => {
  const rules = readRobots(
    '\ufeffUser-agent: other\nDisallow: /\n\nUser-agent: *\nDisallow: /a\nAllow: /a/b\nDisallow: /*.pdf$\nCrawl-delay: 2.5\n# Disallow: /c\nDisallow:',
  );

  it.each([
    ['/', true],
    ['/a', false],
    ['/a/b/c', true],
    ['/x.pdf', false],
    ['/x.pdf?y', true],
    ['/c', true],
  ])('%s: %s', (path, isAllowed) => {
    expect(mayRead(rules, path)).toBe(isAllowed);
  });

  it('says how long to wait, within a minute', () => {
    expect(rules.delay).toBe(2_500);
    expect(readRobots('User-agent: *\nCrawl-delay: 86400').delay).toBe(60_000);
  });

  it('attack T21: of nonsense is read to its end', () => {
    const hostile = `User-agent: *\n${'Disallow: /*a*a*a*a*a*a*b$\n'.repeat(5_000)}`;
    expect(mayRead(readRobots(hostile), `/${'a'.repeat(1_900)}`)).toBe(true);
  });
});

describe('a sitemap', () => {
  it('is read without what it tells of pictures, and without comments', () => {
    const text =
      '<?xml version="1.0"?><urlset xmlns="x"><!-- <url><loc>https://a/no</loc></url> --><url><loc> https://a/?b=1&amp;c=&#x32; </loc><image:image><image:loc>https://a/p.png</image:loc></image:image></url><url><loc><![CDATA[https://a/c]]></loc></url><url><loc>ftp://a/d</loc></url></urlset>';
    expect(readSitemap(text, 10)).toEqual({
      isIndex: false,
      addresses: ['https://a/?b=1&c=2', 'https://a/c'],
      isCut: false,
    });
    expect(readSitemap(text, 1)).toMatchObject({ addresses: ['https://a/?b=1&c=2'], isCut: true });
    expect(readSitemap('<html></html>', 10)).toBeNull();
  });

  it('attack T21: expands nothing, and reads what never ends to its end', () => {
    const bomb = `<!DOCTYPE x [<!ENTITY a "${'b'.repeat(100)}"><!ENTITY c "&a;&a;&a;">]><urlset><url><loc>https://a/&c;</loc></url></urlset>`;
    expect(readSitemap(bomb, 10)).toMatchObject({ addresses: ['https://a/&c;'] });
    expect(readSitemap(`<urlset>${'<loc>'.repeat(200_000)}`, 10)).toMatchObject({ addresses: [] });
    expect(readSitemap(`<urlset><loc>${' '.repeat(2_000_000)}`, 10)).toMatchObject({ addresses: [] });
    expect(readSitemap(`<urlset>${'<!--'.repeat(200_000)}`, 10)).toMatchObject({ addresses: [] });
  });
});

describe('the head of a page', () => {
  it('tells its title, its address and where it links to', () => {
    const html = `<!doctype html><html><head><base href="/docs/"><title>A &amp; B
      &#8211; C</title><link href='../a?x=1&amp;y=2' rel="alternate canonical"></head>
      <body><!-- <a href="/hidden">x</a> --><script>document.write('<a href="/script">')</script>
      <a class=b href=b>b</a><A HREF="https://other.example/c#d">c</A><a rel="nofollow" href="/e">e</a><a href="javascript:x()">f</a></body>`;
    expect(readPageHead(html, 'https://site.example/x')).toEqual({
      title: 'A & B – C',
      canonical: 'https://site.example/a?x=1&y=2',
      isNotKept: false,
      links: ['https://site.example/docs/b', 'https://other.example/c'],
    });
    expect(readPageHead('<meta content="NOINDEX,nofollow" name=robots><a href="/a">a</a>', 'https://a/')).toMatchObject(
      {
        isNotKept: true,
        links: [],
      },
    );
  });

  it('attack T21: of a page made of beginnings is looked through once', () => {
    const starts = ['<a ', '<a href="', '<!--', '<script ', '<a x=\'">', '<title>', '<a b=c ', '<a href=/a>'];
    for (const start of starts) expect(readPageHead(start.repeat(200_000), 'https://a/').links.length).toBeLessThan(3);
  });
});

describe('addresses of pages', () => {
  it('have one spelling', () => {
    expect(pageAddress('HTTPS://Site.Example:443/a/../b?utm_source=x&q=1#part')?.href).toBe(
      'https://site.example/b?q=1',
    );
    expect(pageAddress('/a;jsessionid=12?sid=3', 'https://a/')?.href).toBe('https://a/a');
    for (const none of [
      'mailto:a@b.c',
      'file:///etc/passwd',
      'https://a:b@c/',
      'no address',
      `https://a/${'x'.repeat(2_000)}`,
    ]) {
      expect(pageAddress(none)).toBeNull();
    }
  });

  it('attack T06: of the same site are of the same origin', () => {
    const of = (one: string, other: string) => isOfSite(new URL(one), new URL(other));
    expect(of('https://a/b', 'https://a/')).toBe(true);
    expect(of('https://a/', 'http://a/')).toBe(true);
    expect(of('http://a/', 'https://a/')).toBe(false);
    for (const other of ['https://a:8443/', 'https://a.b/', 'https://b.a/', 'http://127.0.0.1/'])
      expect(of(other, 'https://a/')).toBe(false);
    expect(of('https://a:8443/', 'http://a/')).toBe(false);
  });

  it('attack T21: that go round in circles are known', () => {
    expect(isCircular(new URL('https://a/x/y/x/y'))).toBe(false);
    expect(isCircular(new URL('https://a/x/y/x/y/x'))).toBe(true);
    expect(isCircular(new URL(`https://a/${Array.from({ length: 30 }, (_, index) => index).join('/')}`))).toBe(true);
  });
});

describe('an archive', () => {
  const bounds = { bytes: 1_000_000, entries: 100, wants: () => true };
  const read = async (bytes: Uint8Array, own: Partial<typeof bounds> = {}, step = 700) => {
    const files: TarFile[] = [];
    async function* pieces() {
      for (let at = 0; at < bytes.length; at += step) yield bytes.subarray(at, at + step);
    }
    for await (const file of tarFiles(pieces(), { ...bounds, ...own })) files.push(file);
    return files.map(({ path, bytes: content }) => [path, content === null ? null : Buffer.from(content).toString()]);
  };

  it('is read as it comes, with long names, without links', async () => {
    const long = `${'folder/'.repeat(20)}a.md`;
    const archive = tar({ 'a.md': 'A', [long]: 'long', link: '', 'b.md': 'x'.repeat(1_500) }, { types: { link: '2' } });
    const all = [
      ['a.md', 'A'],
      [long, 'long'],
      ['b.md', 'x'.repeat(1_500)],
    ];
    expect(await read(archive)).toEqual(all);
    expect(await read(archive, {}, 100_000)).toEqual(all);
  });

  it('attack T21: that is beyond a bound, cut off or none is refused where that shows', async () => {
    const files = { 'a.md': 'A', 'b.md': 'x'.repeat(5_000) };
    await expect(read(tar(files), { bytes: 4_096 })).rejects.toThrow(TarError);
    await expect(read(tar(files), { entries: 1 })).rejects.toThrow('more than 1 entries');
    await expect(read(tar(files).subarray(0, 3_000))).rejects.toThrow('ends in the middle');
    await expect(read(Buffer.alloc(2_000, 'x'))).rejects.toThrow('is no tar archive');
    await expect(read(tar({ a: 'A' }, { sizes: { a: 4_000_000_000 } }))).rejects.toThrow('unpacks to more');
  });

  it('attack T07: has names that are labels: none leads anywhere', () => {
    const inner = (path: string) => filePath(path, { hasOuterFolder: true });
    expect(inner('name-main/docs/a.md')).toBe('docs/a.md');
    const hostile = [
      'name/../../etc/passwd',
      'name/./a',
      'name/',
      'name',
      'name//etc/passwd',
      'name/a\\..\\b',
      'name/a\0b',
      'name/a\nb',
    ];
    for (const path of hostile) expect(inner(path)).toBeNull();
    for (const path of ['/etc/passwd', '../a', 'a/..']) expect(filePath(path, { hasOuterFolder: false })).toBeNull();
  });
});

describe('the archive of a repository', () => {
  const settings = (url: string, own: Partial<SourceSettings> = {}): SourceSettings => ({
    url,
    includePaths: [],
    excludePaths: [],
    maxPages: 10,
    maxDepth: 0,
    delay: 0,
    branch: '',
    folder: '',
    host: hostOf(new URL(url)),
    ...own,
  });

  it.each([
    ['https://github.com/o/n', {}, null, 'https://codeload.github.com/o/n/tar.gz/HEAD'],
    ['https://github.com/o/n.git', { branch: 'a/b' }, 't', 'https://api.github.com/repos/o/n/tarball/a/b'],
    [
      'https://gitlab.com/g/s/n/-/tree/main',
      {},
      't',
      'https://gitlab.com/api/v4/projects/g%2Fs%2Fn/repository/archive.tar.gz',
    ],
    ['https://codeberg.org/o/n', { branch: 'v1' }, null, 'https://codeberg.org/api/v1/repos/o/n/archive/v1.tar.gz'],
    ['https://bitbucket.org/o/n', {}, null, 'https://bitbucket.org/o/n/get/HEAD.tar.gz'],
    ['https://a.example/n.tar.gz', {}, null, 'https://a.example/n.tar.gz'],
  ])('of %s lies where its host has it', (url, own, token, expected) => {
    const address = archiveAddress(settings(url, own), token);
    expect(address.url).toBe(expected);
    expect(JSON.stringify(address.headers).includes('t"')).toBe(token !== null);
  });
});
