import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runWeft } from '#plugins/cli/testing/run-weft.ts';
import { readPackage, signerOf } from '#plugins/plugin-packages/contract.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'weft-sdk-test-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function weft(argv: readonly string[], directory = folder) {
  const platform = { url: 'http://127.0.0.1:9', token: '', home: folder };
  return runWeft(platform, argv, { directory, env: { XDG_CONFIG_HOME: join(folder, 'config') } });
}

/** A project with these files. */
async function project(name: string, files: Readonly<Record<string, string>>): Promise<string> {
  const place = join(folder, name);
  await mkdir(join(place, 'src'), { recursive: true });
  const description = { name, version: '1.0.0', license: 'MIT', description: 'Tries.', dependencies: { left: '1' } };
  const all = { 'package.json': JSON.stringify(description), 'README.md': '# Tries', ...files };
  for (const [path, text] of Object.entries(all)) await writeFile(join(place, path), text);
  return place;
}

const tool = (run: string, more = '') => `import { definePackage, defineTool } from 'weft/plugin';
  const say = defineTool({ title: 'Say', about: 'Says.', run: ${run},
    parameters: [{ name: 'times', type: 'number', form: 'llm', required: true, description: 'How often' }] });
  export default definePackage({ kind: 'tool', title: 'Say', about: 'Says.', tools: { say }, ${more} });`;

describe('a new plugin', () => {
  it.each(['tool', 'model', 'extension', 'bundle'])('of the kind %s is right as it is', async (kind) => {
    expect(await weft(['plugin', 'new', `@acme/my-${kind}`, '--kind', kind])).toMatchObject({ code: 0 });
    const tested = await weft(['plugin', 'test', `my-${kind}`]);
    expect(tested).toMatchObject({ code: 0, out: expect.stringMatching(/All \d+ are right/) });
  });

  it('is written into no folder that holds something', async () => {
    await project('there', {});
    const { code, err } = await weft(['plugin', 'new', 'there']);
    expect(code).toBe(1);
    expect(err).toMatch(/is not empty/);
  });

  it('has a name that registries take', async () => {
    expect(await weft(['plugin', 'new', '../Elsewhere'])).toMatchObject({
      code: 2,
      err: expect.stringMatching(/no name/),
    });
  });
});

describe('packing', () => {
  it('puts code of several files and types into one, and its manifest into package.json', async () => {
    const place = await project('several', {
      'src/plugin.ts': `import { more } from './more.ts'; ${tool('({ arguments: { times } }) => more.repeat(times)')}`,
      'src/more.ts': 'export const more: string = "la";',
    });
    expect(await weft(['plugin', 'pack', '--out', 'out.tgz'], place)).toMatchObject({ code: 0 });
    const read = readPackage(await readFile(join(place, 'out.tgz')));
    expect(read.files.map(({ path }) => path)).toEqual(['README.md', 'dist/plugin.js', 'package.json']);
    expect(read.code).not.toMatch(/^\s*import\b/m);
    expect(read.manifest).toMatchObject({ kind: 'tool', tools: [{ name: 'say', parameters: [{ name: 'times' }] }] });
    const called = await weft(['plugin', 'call', 'say', '--input', 'times=2'], place);
    expect(called).toMatchObject({ code: 0, out: expect.stringContaining('"lala"') });
  });

  it('gives the same bytes for the same files', async () => {
    const place = await project('same', { 'src/plugin.js': tool('() => "a"') });
    await weft(['plugin', 'pack', '--out', 'a.tgz'], place);
    await weft(['plugin', 'pack', '--out', 'b.tgz'], place);
    expect(await readFile(join(place, 'a.tgz'))).toEqual(await readFile(join(place, 'b.tgz')));
  });

  it('takes a manifest that is written by hand', async () => {
    const tools = [{ name: 'hi', title: 'Hi', about: 'Says hi.', parameters: [] }];
    const weftOf = { api: 1, kind: 'tool', title: 'Hi', about: 'Hi.', entry: 'main.js', tools };
    const place = await project('by-hand', {
      'package.json': JSON.stringify({ name: 'by-hand', version: '1.0.0', license: 'MIT', weft: weftOf }),
      'main.js': 'export default { tools: { hi: () => "hi" } };',
    });
    expect(await weft(['plugin', 'test'], place)).toMatchObject({ code: 0 });
  });

  it.each([
    ['a module of Node', "import 'node:fs';", /imports node:fs: packages run where Node is not/],
    ['a package that is not installed', "import 'left-pad';", /imports left-pad, which is not there/],
    ['code that is none', 'const = 1;', /can't be put together: src\/plugin.js/],
    ['code that fails when it is loaded', 'throw new Error("no way");', /fails when it is loaded: Error: no way/],
    ['a permission that is none', tool('() => ""', "permissions: { network: ['https://*'] }"), /is no origin/],
  ])('says what is wrong with %s', async (name, code, message) => {
    const place = await project(name.replaceAll(' ', '-'), { 'src/plugin.js': code });
    expect(await weft(['plugin', 'pack'], place)).toMatchObject({ code: 1, err: expect.stringMatching(message) });
  });
});

describe('testing', () => {
  it('tells what is missing and what answers otherwise', async () => {
    const cases = [
      { name: 'says a', call: 'say', arguments: { times: 1 }, expect: { text: 'a' } },
      { name: 'says b', call: 'say', arguments: { times: 1 }, expect: { text: 'b' } },
      { name: 'fails', call: 'say', arguments: { times: 1 }, error: 'no' },
    ];
    const place = await project('cases', {
      'src/plugin.js': tool('() => "a"'),
      'weft-test.json': JSON.stringify(cases),
    });
    const { code, out } = await weft(['plugin', 'test'], place);
    expect(code).toBe(1);
    expect(out).toContain('ok    says a\n');
    expect(out).toContain('wrong says b: it answered {"text":"a"}\n');
    expect(out).toContain('wrong fails: it did not fail');
  });

  it('attack T04: asks no server, and none that was not granted', async () => {
    const code = tool("() => fetch('https://example.com/').then((r) => r.text())");
    const cases = [{ name: 'asks', call: 'say', arguments: { times: 1 }, error: 'not among its permissions' }];
    const place = await project('asks', { 'src/plugin.js': code, 'weft-test.json': JSON.stringify(cases) });
    expect(await weft(['plugin', 'test'], place)).toMatchObject({ code: 0 });
  });

  it('attack T11: shows a secret to servers only', async () => {
    const origin = 'https://api.example.com';
    const more = `settings: { type: 'object', properties: { api_key: { type: 'string', secret: true } } },
      inject: [{ origin: '${origin}', header: 'Authorization', value: 'Bearer {api_key}' }],
      permissions: { network: ['${origin}'] }`;
    const run = `async (_call, host) => JSON.stringify({ settings: host.settings, body: await (await fetch('${origin}/a')).text() })`;
    const answers = { [`GET ${origin}/a`]: { body: 'you sent key-for-tests' } };
    const expected = { text: '{"settings":{},"body":"you sent ***"}' };
    const one = { name: 'keeps it', call: 'say', arguments: { times: 1 }, settings: { api_key: 'key-for-tests' } };
    const cases = JSON.stringify([{ ...one, answers, expect: expected }]);
    const place = await project('secret', { 'src/plugin.js': tool(run, more), 'weft-test.json': cases });
    const { out, code } = await weft(['plugin', 'test'], place);
    expect(out).toContain('ok    keeps it');
    expect(code).toBe(0);
  });
});

describe('settings', () => {
  const more = `settings: { type: 'object', required: ['place'], properties: {
    place: { type: 'string' }, unit: { type: 'string', enum: ['C', 'F'], default: 'C' } } }`;
  const code = tool("(_call, { settings: { place, unit } }) => place + ' in ' + unit", more);
  const call = ['plugin', 'call', 'say', '--input', 'times=1'];

  it('have their defaults, as on a server', async () => {
    const one = { name: 'has it', call: 'say', arguments: { times: 1 }, settings: { place: 'Rome' } };
    const cases = JSON.stringify([{ ...one, expect: { text: 'Rome in C' } }]);
    const place = await project('defaults', { 'src/plugin.js': code, 'weft-test.json': cases });
    expect(await weft(['plugin', 'test'], place)).toMatchObject({ code: 0 });
    expect((await weft([...call, '--set', 'place=Oslo'], place)).out).toContain('Oslo in C');
  });

  it.each([
    ['missing', [], /needs the setting place: --set place=…/],
    ['unknown', ['--set', 'place=Oslo', 'town=Oslo'], /"town" is no setting of this plugin/],
    ['none of those there are', ['--set', 'place=Oslo', 'unit=K'], /"unit" must be one of C, F/],
  ])('are told when one is %s', async (name, set, message) => {
    const place = await project(`set-${name.replaceAll(' ', '-')}`, { 'src/plugin.js': code });
    expect(await weft([...call, ...set], place)).toMatchObject({ code: 1, err: expect.stringMatching(message) });
  });

  it('are missed in a test case', async () => {
    const cases = JSON.stringify([{ name: 'has none', call: 'say', arguments: { times: 1 } }]);
    const place = await project('case-without', { 'src/plugin.js': code, 'weft-test.json': cases });
    expect(await weft(['plugin', 'test'], place)).toMatchObject({
      code: 1,
      out: expect.stringContaining('wrong has none: The plugin needs the setting place: add it to "settings"'),
    });
  });
});

describe('keys', () => {
  it('are read by their owner alone, never written over, and sign what others can check', async () => {
    const made = await weft(['plugin', 'keygen', '--json']);
    const { id, public_key: publicKey, path } = JSON.parse(made.out);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(made.out).not.toContain(JSON.parse(await readFile(path, 'utf8')).privateKey);
    const again = await weft(['plugin', 'keygen']);
    expect(again).toMatchObject({ code: 1, err: expect.stringContaining('holds a key already') });
    expect(again.err).toContain(publicKey);
    const place = await project('signed', { 'src/plugin.js': tool('() => "a"') });
    expect(await weft(['plugin', 'pack', '--out', 'a.tgz', '--sign'], place)).toMatchObject({ code: 0 });
    const read = readPackage(await readFile(join(place, 'a.tgz')));
    const signature = JSON.parse(await readFile(join(place, 'a.tgz.weft-signature.json'), 'utf8'));
    expect(signerOf(read, signature, [{ id, publicKey, expiresAt: null }])).toMatchObject({ id });
  });

  it('are missed with a word on how to make one', async () => {
    const place = await project('unsigned', { 'src/plugin.js': tool('() => "a"') });
    const answer = await weft(['plugin', 'pack', '--sign', '--key', 'nowhere.json'], place);
    expect(answer).toMatchObject({ code: 1, err: expect.stringMatching(/weft plugin keygen/) });
  });
});
