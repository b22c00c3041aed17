import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { isGranted, packFiles, permissionChanges, permissionsOf, readPackage } from './contract.ts';
import { filled } from './network-permission.ts';
import { exampleManifest, examplePackage, packageOf, tarOf } from './testing/example-package.ts';

describe('readPackage', () => {
  it('reads what a package says of itself, and its code, without running it', () => {
    const { bytes } = examplePackage();
    const read = readPackage(bytes);
    expect(read).toMatchObject({ name: '@acme/weather', id: 'acme/weather', version: '1.0.0', license: 'MIT' });
    expect(read.integrity).toMatch(/^sha512-[A-Za-z0-9+/]{86}==$/);
    expect(read.manifest).toMatchObject({ kind: 'tool', runtime: 'sandbox', aliases: [], categories: ['weather'] });
    expect(read.code).toContain('export default');
    expect(read.readme).toBe('# Weather');
  });

  it('reads what npm packs, long paths too, and tells of scripts', () => {
    const folder = mkdtempSync(join(tmpdir(), 'package-'));
    const deep = join('dist', 'a'.repeat(90), 'b'.repeat(90));
    mkdirSync(join(folder, deep), { recursive: true });
    const manifest = { ...exampleManifest(), scripts: { postinstall: 'exit 1' } };
    writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
    writeFileSync(join(folder, 'dist', 'plugin.js'), 'export default {};');
    writeFileSync(join(folder, deep, 'note.txt'), 'note');
    execFileSync('npm', ['pack', '--ignore-scripts', '--silent'], { cwd: folder });
    const read = readPackage(readFileSync(join(folder, 'acme-weather-1.0.0.tgz')));
    expect(read.hasScripts).toBe(true);
    expect(read.files.map(({ path }) => path)).toContain(`${deep}/note.txt`);
  });

  it('packs the same files to the same bytes', () => {
    const files = [
      { path: 'b.txt', content: Buffer.from('b') },
      { path: 'a.txt', content: Buffer.from('a') },
    ];
    expect(packFiles(files)).toEqual(packFiles(files.toReversed()));
  });

  it.each([
    ['no name', { name: undefined }, /name/],
    ['a name with capitals', { name: '@Acme/Weather' }, /name/],
    ['a scope that leads out', { name: '@../weather' }, /name/],
    ['dependencies, which nobody would install', { dependencies: { left: '1.0.0' } }, /dependencies/],
    ['a version that is none', { version: '1.0' }, /version/],
    ['a version with build metadata', { version: '1.0.0+1' }, /version/],
  ])('attack T15: refuses %s', (_, change, message) => {
    expect(() => packageOf(exampleManifest(change))).toThrow(message);
  });

  it.each([
    ['Cyrillic letters', '@acme/wеather'],
    ['a Greek letter', '@acme/weαther'],
    ['letters of full width', '@ａcme/weather'],
    ['a letter that NFKC makes another', '@acme/weatheﬃ'],
    ['a dotless i', '@acme/ılike'],
    ['an accent', '@acme/wéather'],
    ['an accent of its own', '@acme/we\u0301ather'],
    ['a space of no width', '@acme/wea\u200bther'],
    ['a mark that turns the writing round', '@acme/\u202ewrehtae'],
    ['a soft hyphen', '@acme/wea\u00adther'],
    ['a slash that looks like one', '@acme\u2215weather'],
    ['a sign that looks like @', '\uff20acme/weather'],
    ['an end of line', '@acme/weather\n'],
    ['NUL', '@acme/weather\0'],
    ['a capital', '@acme/Weather'],
    ['a percent sign', '@acme/%2e%2e'],
    ['two scopes', '@acme/@evil/weather'],
    ['a deeper path', '@acme/weather/sub'],
    ['an empty scope', '@/weather'],
    ['a scope alone', '@acme/'],
    ['a name that leads out', '@acme/..'],
    ['a name that is hidden', '@acme/.weather'],
    ['a backslash', '@acme\\weather'],
    ['a version', '@acme/weather@1.0.0'],
    ['an address', 'https://evil.example/weather'],
    ['a space', '@acme/weather '],
    ['more than a name may have', `@acme/${'w'.repeat(300)}`],
    ['no text', 7],
    ['a list', ['@acme/weather']],
    ['nothing', ''],
  ])('attack T15: refuses a name with %s', (_, name) => {
    expect(() => packageOf(exampleManifest({ name }))).toThrow(/name/);
  });

  it.each<[string, string, RegExp]>([
    ['no object', '[]', /package\.json/],
    ['null', 'null', /package\.json/],
    ['no JSON', '{"name":', /no JSON/],
    ['a prototype', '{"name":"@acme/weather","version":"1.0.0","weft":{"__proto__":{"api":1}}}', /weft/],
    ['a manifest that it inherits', '{"name":"@acme/weather","version":"1.0.0","__proto__":{"weft":{}}}', /weft/],
    ['a manifest that is a text', '{"name":"@acme/weather","version":"1.0.0","weft":"tool"}', /weft/],
    ['ten megabytes', JSON.stringify(exampleManifest({ note: 'x'.repeat(10_000_000) })), /too long/],
    ['a depth of 100,000', `{"weft":${'['.repeat(100_000)}${']'.repeat(100_000)}}`, /package\.json/],
  ])('attack T15: refuses a package.json with %s', (_, text, message) => {
    const files = [
      { path: 'package.json', content: Buffer.from(text) },
      { path: 'dist/plugin.js', content: Buffer.from('export default {};') },
    ];
    expect(() => readPackage(packFiles(files))).toThrow(
      expect.objectContaining({ code: 'plugin-packages.invalid_package', message: expect.stringMatching(message) }),
    );
    expect(Object.prototype).not.toHaveProperty('api');
  });

  it.each(
    ['api', 'kind', 'title', 'entry', 'tools', 'categories', 'permissions', 'inject', 'settings', 'aliases'].flatMap(
      (key) => [7, true, null, 'x\0', [[]], { x: 1 }].map((value) => [key, value] as const),
    ),
  )('attack T15: refuses a manifest whose "%s" is %j', (key, value) => {
    expect(() => packageOf(exampleManifest({}, { [key]: value }))).toThrow(
      expect.objectContaining({ code: 'plugin-packages.invalid_package' }),
    );
  });

  it.each([
    ['another api', { api: 2 }, /api/],
    ['an unknown key', { main: 'x' }, /main/],
    ['what its kind does not bring', { events: ['run.failed'] }, /a tool brings no "events"/],
    [
      'a tool named __proto__',
      { tools: [{ name: '__proto__', title: 'x', about: 'x', parameters: [] }] },
      /tools\[0\]/,
    ],
    ['a title that turns the writing round', { title: 'rehtaeW\u202e' }, /title/],
    ['a title in two lines', { title: 'Weather\nInstall me' }, /title/],
    ['an entry that is not in it', { entry: 'other.js' }, /has no other\.js/],
    ['an entry outside', { entry: '../plugin.js' }, /has no/],
    ['every host', { inject: [], permissions: { network: ['https://*'] } }, /no origin/],
    ['every host of a country', { inject: [], permissions: { network: ['https://*.com'] } }, /no origin/],
    ['a path as an origin', { inject: [], permissions: { network: ['https://api.example.com/x'] } }, /no origin/],
    ['a file', { inject: [], permissions: { network: ['file:///etc'] } }, /no origin/],
    ['a secret as an address', { permissions: { network: ['https://api.example.com', '{api_key}'] } }, /no setting/],
    ['a secret for an origin it may not ask', { permissions: {} }, /needs the same origin/],
    [
      'more memory than there is',
      { permissions: { network: ['https://api.example.com'], memoryMb: 4096 } },
      /memoryMb/,
    ],
    ['a form that is no form', { settings: { type: 'object', properties: { a: { $ref: '#' } } } }, /settings/],
  ])('attack T15: refuses a manifest with %s', (_, change, message) => {
    expect(() => packageOf(exampleManifest({}, change))).toThrow(message);
  });

  it.each<[string, Buffer, RegExp]>([
    ['a path that leads out', tarOf([{ name: 'package/../../etc/passwd' }]), /no path inside/],
    ['an absolute path', tarOf([{ name: '/etc/passwd' }]), /no path inside/],
    ['a path with a backslash', tarOf([{ name: 'package/..\\x' }]), /no path inside/],
    ['a path with a drive', tarOf([{ name: 'package/c:x' }]), /no path inside/],
    ['a symbolic link', tarOf([{ name: 'package/link', type: '2' }]), /no plain file/],
    ['a hard link', tarOf([{ name: 'package/link', type: '1' }]), /no plain file/],
    ['a device', tarOf([{ name: 'package/dev', type: '3' }]), /no plain file/],
    ['a pipe', tarOf([{ name: 'package/pipe', type: '6' }]), /no plain file/],
    ['a long name of another writer', tarOf([{ name: 'package/L', type: 'L', content: '../x' }]), /no plain file/],
    ['a path twice', tarOf([{ name: 'package/a' }, { name: 'package/a' }]), /twice/],
    [
      'a long path that leads out',
      tarOf([{ name: 'x', type: 'x', content: '18 path=a/../../x\n' }, { name: 'package/a' }]),
      /no path inside/,
    ],
    [
      'an extended header that lies about its length',
      tarOf([{ name: 'x', type: 'x', content: '99 path=a\n' }]),
      /damaged/,
    ],
    ['too many files', tarOf(Array.from({ length: 2100 }, (_, index) => ({ name: `package/${index}` }))), /files/],
    ['a file that is cut off', tarOf([{ name: 'package/a', content: 'x'.repeat(2000) }]).subarray(0, 1024), /cut off/],
    ['a changed header', changed(tarOf([{ name: 'package/a' }])), /damaged/],
  ])('attack T07: refuses a tarball with %s', (_, tar, message) => {
    expect(() => readPackage(gzipSync(tar))).toThrow(message);
  });

  it('attack T21: refuses a bomb before it is unpacked, and what is no tarball', () => {
    expect(() => readPackage(gzipSync(Buffer.alloc(60 * 1024 * 1024)))).toThrow(/unpacked/);
    expect(() => readPackage(Buffer.alloc(11 * 1024 * 1024))).toThrow(/more than/);
    expect(() => readPackage(Buffer.from('no tarball'))).toThrow(/gzipped/);
    expect(() => readPackage(gzipSync(Buffer.alloc(0)))).toThrow(/package\.json/);
  });
});

describe('permissions', () => {
  it('tells what a version asks for beyond another', () => {
    const { manifest: before } = packageOf(exampleManifest());
    const network = ['https://api.example.com', 'https://*.tracker.example'];
    const { manifest: after } = packageOf(
      exampleManifest({}, { permissions: { network, memoryMb: 32, storage: 1000 } }),
    );
    const { added, removed } = permissionChanges(before, after);
    expect(added).toEqual([
      { kind: 'network', origin: 'https://*.tracker.example' },
      { kind: 'storage', bytes: 1000 },
    ]);
    expect(removed).toEqual([{ kind: 'memory', megabytes: 64 }]);
    expect(permissionsOf(before)).toContainEqual({
      kind: 'credential',
      name: 'api_key',
      origin: 'https://api.example.com',
    });
  });

  it('grants origins, their subdomains where a star says so, and what a setting names', () => {
    const granted = ['https://api.example.com', 'https://*.example.org:8443', '{base_url}'];
    const settings = { base_url: 'http://intern.example/path' };
    const allows = (address: string) => isGranted(new URL(address), granted, settings);
    expect(allows('https://api.example.com/a?b')).toBe(true);
    expect(allows('https://a.b.example.org:8443/')).toBe(true);
    expect(allows('http://intern.example/other')).toBe(true);
    for (const address of [
      ...[
        'http://api.example.com/',
        'https://api.example.com.evil.test/',
        'https://example.com/',
        'https://api.example.com:444/',
      ],
      ...[
        'https://example.org:8443/',
        'https://evilexample.org:8443/',
        'https://a.example.org/',
        'https://intern.example/',
      ],
    ]) {
      expect(allows(address), address).toBe(false);
    }
  });

  it('fills in settings, two of them as a pair in base64, and nothing that is inherited', () => {
    expect(filled('Bearer {key}', { key: 'k' })).toBe('Bearer k');
    expect(filled('Basic {user:password}', { user: 'u', password: 'p' })).toBe(`Basic ${btoa('u:p')}`);
    expect(filled('{constructor}{key}', { key: '{user}', user: 'u' })).toBe('{user}');
  });
});

function changed(tar: Buffer): Buffer {
  const copy = Buffer.from(tar);
  copy[0] = (copy[0] ?? 0) + 1;
  return copy;
}

it('packs with headers that npm reads', () => {
  const folder = mkdtempSync(join(tmpdir(), 'package-'));
  writeFileSync(join(folder, 'p.tgz'), examplePackage().bytes);
  const told = execFileSync('tar', ['-tzf', 'p.tgz'], { cwd: folder, encoding: 'utf8' });
  expect(told.split('\n')).toContain('package/dist/plugin.js');
  expect(gunzipSync(examplePackage().bytes).length % 512).toBe(0);
});
