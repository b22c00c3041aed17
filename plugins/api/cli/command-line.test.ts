import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { appDocument, chain, greetingWorkflow, modelChat, node } from '#engine/testing/app-document.ts';
import { failingWorkflow, formWorkflow, speakingWorkflow, textInput } from '#plugins/delivery-api/testing/documents.ts';
import { sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';
import { runWeft } from './testing/run-weft.ts';

let platform: TestPlatform;
let folder: string;

beforeAll(async () => {
  platform = await sharedPlatform();
  folder = await mkdtemp(join(tmpdir(), 'weft-test-'));
  await writeFile(join(folder, 'greeting.yml'), greetingWorkflow());
  await writeFile(join(folder, 'chat.yml'), modelChat());
  await writeFile(join(folder, 'failing.yml'), failingWorkflow());
  await writeFile(join(folder, 'speaking.yml'), speakingWorkflow(0, 3));
  await writeFile(join(folder, 'broken.yml'), 'app: [');
  await writeFile(join(folder, 'later.yml'), greetingWorkflow().replace('"version":"0.6.0"', '"version":"9.0.0"'));
  await writeFile(join(folder, 'typed.yml'), typedIn());
});
afterAll(async () => {
  await platform.dispose();
  await rm(folder, { recursive: true, force: true });
});

/** A workflow with a key in a header. */
function typedIn(): string {
  const call = { title: 'Call', method: 'get', url: 'https://example.com/', headers: 'X-Api-Key: canary-of-a-header' };
  const nodes = [node('1', 'start', { variables: [] }), node('2', 'http-request', call)];
  return appDocument({ mode: 'workflow', nodes, edges: chain('1', '2') });
}

interface Options {
  /** Somebody sits there. */
  readonly secrets?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly lines?: readonly string[];
}

const weft = (argv: readonly string[], options: Options = {}) =>
  runWeft(platform, argv, { directory: folder, ...options });

/** Runs a command with `--json` that must succeed. */
async function json(...argv: string[]) {
  const { code, out, err } = await weft([...argv, '--json']);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  return JSON.parse(out);
}

async function imported(file: string): Promise<string> {
  return (await json('apps', 'import', file, '--publish')).app.id;
}

const uuid = expect.stringMatching(/^[0-9a-f-]{36}$/);
const absent = '3a6c1d1e-90f4-4a1c-8a08-7b2a3d9e4c55';

describe('weft workspace', () => {
  it('shows and changes what code may do', async () => {
    expect(await json('workspace', 'show')).toMatchObject({ code_network: false });
    expect(await weft(['workspace', 'set', 'code-network', 'on'])).toMatchObject({
      code: 0,
      out: 'code-network is on.\n',
    });
    expect((await weft(['workspace', 'show'])).out).toContain('code-network  on');
    expect(await json('workspace', 'set', 'code-network', 'off')).toMatchObject({ code_network: false });
    for (const argv of [['code-network', 'maybe'], ['plan', 'on'], ['__proto__', 'on'], ['code-network']]) {
      expect(await weft(['workspace', 'set', ...argv])).toMatchObject({ code: 2 });
    }
  });
});

describe('weft apps', () => {
  it('import with --publish --key --json prints exactly the app, the warnings and the key', async () => {
    const { code, out, err } = await weft(['apps', 'import', 'greeting.yml', '--publish', '--key', '--json']);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out.endsWith('}\n') && out.split('\n')).toHaveLength(2);
    const answer = JSON.parse(out);
    expect(answer).toEqual({
      app: { id: uuid, name: 'Greeting', mode: 'workflow' },
      warnings: expect.any(Array),
      api_key: expect.stringMatching(/^app-[A-Za-z0-9]{24}$/),
    });
    expect(Object.keys(answer)).toEqual(['app', 'warnings', 'api_key']);
    const run = await platform.post(answer.api_key, '/v1/workflows/run', { inputs: { name: 'Ada' }, user: 'u1' });
    expect(run).toMatchObject({ status: 200, body: { data: { outputs: { greeting: 'Hello Ada' } } } });
  });

  it('import asks whether a version that is not known is wanted all the same, unless --confirm is given', async () => {
    expect((await json('apps', 'import', 'later.yml', '--confirm')).app.name).toBe('Greeting');
    const asked = (answer: string) =>
      weft(['apps', 'import', 'later.yml', '--name', 'Later'], { secrets: {}, lines: [answer] });
    expect(await asked('y')).toMatchObject({ code: 0, out: expect.stringContaining('Imported Later') });
    expect(await asked('n')).toMatchObject({ code: 1 });
  });

  it('import moves typed-in credentials when it is asked to', async () => {
    const { out } = await weft(['apps', 'import', 'typed.yml', '--move-credentials']);
    expect(out).toContain("Moved headers of 'Call' to the secret variable x_api_key.");
    expect((await weft(['apps', 'import', 'typed.yml'])).out).toMatch(/warning: .*credential/);
  });

  it('import takes a name, and makes no key and no version unasked', async () => {
    const answer = await json('apps', 'import', 'greeting.yml', '--name', 'Renamed');
    expect(answer).toEqual({ app: { id: uuid, name: 'Renamed', mode: 'workflow' }, warnings: expect.any(Array) });
    const { data } = await json('apps', 'list');
    expect(data).toContainEqual(expect.objectContaining({ id: answer.app.id, name: 'Renamed', status: 'draft' }));
    expect(await json('apps', 'keys', 'list', answer.app.id)).toEqual({ data: [] });
  });

  it('list shows a table to people', async () => {
    const id = await imported('chat.yml');
    const { code, out } = await weft(['apps', 'list']);
    expect(code).toBe(0);
    expect(out).toMatch(/^ID +MODE +STATUS +NAME\n/);
    expect(out).toMatch(new RegExp(`${id} +advanced-chat +active +Model chat\n`));
  });

  it('export prints a document that imports again', async () => {
    const id = await imported('greeting.yml');
    const { code, out } = await weft(['apps', 'export', id]);
    expect(code).toBe(0);
    expect(out).toContain('kind: app');
    expect(await json('apps', 'export', id)).toEqual({ yaml: out });
    await writeFile(join(folder, 'again.yml'), out);
    expect((await json('apps', 'import', 'again.yml')).app.name).toBe('Greeting');
  });

  it('publish and delete do so', async () => {
    const { app } = await json('apps', 'import', 'greeting.yml');
    expect(await json('apps', 'publish', app.id)).toMatchObject({ workflow_id: uuid, number: 1, warnings: [] });
    expect((await weft(['apps', 'publish', app.id])).out).toBe('Published version 2.\n');
    expect(await json('apps', 'delete', app.id)).toEqual({ deleted: app.id });
    expect(await weft(['apps', 'delete', app.id])).toMatchObject({ code: 1, err: expect.stringContaining(app.id) });
  });

  it('keys are made, listed without their secret, and revoked', async () => {
    const id = await imported('greeting.yml');
    const made = await json('apps', 'keys', 'create', id, '--name', 'robot');
    expect(made).toMatchObject({ id: uuid, name: 'robot', api_key: expect.stringMatching(/^app-/) });
    const list = await weft(['apps', 'keys', 'list', id]);
    expect(list.out).toContain(made.id);
    expect(list.out).not.toContain(made.api_key);
    expect(await json('apps', 'keys', 'revoke', id, made.id)).toEqual({ revoked: made.id });
    expect((await platform.get(made.api_key, '/v1/info')).status).toBe(401);
    expect((await weft(['apps', 'keys', 'list', id])).out).toContain('No keys');
    const second = await json('apps', 'keys', 'create', id);
    expect(await json('apps', 'keys', 'revoke', second.id)).toEqual({ revoked: second.id });
    expect((await platform.get(second.api_key, '/v1/info')).status).toBe(401);
    const again = await weft(['apps', 'keys', 'revoke', second.id]);
    expect(again).toMatchObject({ code: 1, err: `weft: No app has a key ${second.id}.\n` });
    const third = await json('apps', 'keys', 'create', id);
    expect(await weft(['apps', 'keys', 'revoke', absent, third.id])).toMatchObject({ code: 1 });
    expect((await platform.get(third.api_key, '/v1/info')).status).not.toBe(401);
    await json('apps', 'keys', 'revoke', third.id);
    expect((await weft(['apps', 'keys', 'create', id])).out).toMatch(/^App key \(shown once\): app-/);
  });
});

describe('weft providers', () => {
  it('are listed, set and tested', async () => {
    const { data } = await json('providers', 'list');
    expect(data.map((provider: { id: string }) => provider.id)).toEqual(
      expect.arrayContaining(['demo', 'openai', 'openai_api_compatible']),
    );
    expect((await weft(['providers', 'list'])).out).toMatch(/demo +ready/);
    expect(await json('providers', 'test', 'demo')).toEqual({ provider: 'demo', works: true });
    const set = await weft(['providers', 'set', 'openai', '--credential', 'openai_api_key=sk-secret=1']);
    expect(set).toEqual({ code: 0, out: 'Stored.\n', err: '' });
    expect((await weft(['providers', 'list'])).out).toMatch(/openai +ready/);
    expect(JSON.stringify(await json('providers', 'list'))).not.toContain('sk-secret');
    expect((await weft(['providers', 'remove', 'openai'])).out).toBe('Removed.\n');
    expect((await weft(['providers', 'list'])).out).toMatch(/openai +not configured/);
  });

  it.each([
    ['an unknown provider', ['providers', 'test', 'nobody'], 1],
    ['an unknown field', ['providers', 'set', 'openai', '--credential', 'password=x'], 1],
    ['no credential', ['providers', 'set', 'openai'], 2],
    ['a credential without a value', ['providers', 'set', 'openai', '--credential', 'openai_api_key'], 2],
  ])('refuse %s', async (_case, argv, code) => {
    const result = await weft(argv);
    expect(result).toMatchObject({ code, out: '', err: expect.stringMatching(/^weft: ./) });
  });
});

describe('weft run', () => {
  it('prints the outputs of a workflow, and its whole answer with --json', async () => {
    const id = await imported('greeting.yml');
    const { code, out } = await weft(['run', id, '--input', 'name=Ada = B']);
    expect({ code, outputs: JSON.parse(out) }).toEqual({ code: 0, outputs: { greeting: 'Hello Ada = B' } });
    expect(await json('run', id, '--input', 'name=Ada')).toMatchObject({
      workflow_run_id: uuid,
      data: { status: 'succeeded', outputs: { greeting: 'Hello Ada' } },
    });
  });

  it('streams text as it comes, and events with --json', async () => {
    const id = await imported('speaking.yml');
    const { code, out } = await weft(['run', id, '--stream']);
    expect({ code, out }).toEqual({ code: 0, out: expect.stringMatching(/^This is the demo model.*word2\n$/) });
    const lines = (await weft(['run', id, '--stream', '--json'])).out.trimEnd().split('\n');
    const events = lines.map((line) => JSON.parse(line).event);
    expect([events[0], events.at(-1)]).toEqual(['workflow_started', 'workflow_finished']);
  });

  it('prints the outputs of a streamed workflow that says nothing', async () => {
    await writeFile(join(folder, 'silent.yml'), formWorkflow([textInput('note')]));
    const { code, out } = await weft(['run', await imported('silent.yml'), '--stream']);
    expect({ code, outputs: JSON.parse(out) }).toEqual({ code: 0, outputs: { note: null } });
  });

  it('answers a chat app with --query, and asks for one', async () => {
    const id = await imported('chat.yml');
    expect(await weft(['run', id, '--query', 'Hi'])).toMatchObject({ code: 0, out: expect.stringContaining('Hi') });
    expect(await weft(['run', id])).toMatchObject({ code: 1, err: expect.stringContaining('query') });
  });

  it.each([[[]], [['--stream']]])('of a workflow that fails exits 1 and says why, with %j', async (more) => {
    const result = await weft(['run', await imported('failing.yml'), ...more]);
    expect(result).toMatchObject({ code: 1, err: expect.stringContaining('boom at noon') });
  });

  it('of an app without a version exits 1', async () => {
    const { app } = await json('apps', 'import', 'greeting.yml');
    const result = await weft(['run', app.id, '--input', 'name=x']);
    expect(result).toMatchObject({ code: 1, err: expect.stringContaining('publish') });
  });
});

describe('weft chat', () => {
  it('keeps one conversation over its lines and ends at an empty one', async () => {
    const id = await imported('chat.yml');
    const { code, out } = await weft(['chat', id], { lines: ['Hello', ' And now? ', '', 'Never said'] });
    expect(code).toBe(0);
    expect(out).toMatch(/You said: Hello\n.*You said: And now\?\n$/);
    const events = (await weft(['chat', id, '--json'], { lines: ['One', 'Two'] })).out.trimEnd().split('\n');
    const conversations = new Set(events.map((line) => JSON.parse(line).conversation_id));
    expect(conversations.size).toBe(1);
  });
});

describe('the command line', () => {
  it.each([
    [['help', 'all'], 0],
    [['help', 'apps'], 0],
    [['apps', 'list', '--help'], 0],
  ])('explains itself on %j', async (argv, code) => {
    const result = await weft(argv);
    expect(result).toMatchObject({
      code,
      out: expect.stringContaining('weft apps list [OPTION…]\n'),
    });
  });

  it('says of one command what its options are', async () => {
    const { out } = await weft(['help', 'apps', 'list']);
    expect(out).toMatch(/^ {8}--status draft\|active\|paused$/m);
    expect(out).toMatch(/^ {8}--name TEXT {2}Only items whose name contains this text/m);
    expect((await weft(['help', 'apps'])).out).not.toContain('--favourite');
  });

  it.each([
    [['help', 'runs', 'fork'], ['weft runs fork']],
    [['runs', 'stop', '--help'], ['weft runs stop']],
    [
      ['apps', 'keys', '--help'],
      ['weft apps keys create', 'weft apps keys list', 'weft apps keys revoke'],
    ],
    [['run', absent, '--input', 'a=b', '--help'], ['weft run ID']],
  ])('explains what was asked for on %j', async (argv, usages) => {
    const { out } = await weft(argv);
    const shown = out.split('\n').filter((line) => line.startsWith('  weft '));
    expect(shown.map((line, index) => line.trim().slice(0, usages[index]?.length))).toEqual(usages);
  });

  it('shows where to begin when it is called with nothing', async () => {
    expect(await weft([])).toMatchObject({
      code: 2,
      out: expect.stringContaining('`weft help all` lists all of them.'),
    });
  });

  it('says how the beginning of a command goes on', async () => {
    expect((await weft(['forms'])).err).toContain("'forms' goes on: forms list, forms show, forms answer\n");
    expect((await weft(['--nothing'])).err).toContain("there is no command '--nothing'\n");
  });

  it.each([
    [['nothing']],
    [['apps']],
    [['apps', 'list', 'extra']],
    [['apps', 'export']],
    [['apps', 'keys', 'revoke']],
    [['apps', 'keys', 'revoke', absent, absent, absent]],
    [['apps', 'list', '--what']],
    [['run', 'x', '--input', 'novalue']],
  ])('exits 2 on %j', async (argv) => {
    expect(await weft(argv)).toMatchObject({ code: 2, out: '', err: expect.stringMatching(/^weft: ./) });
    const { code, err } = await weft([...argv, '--json']);
    expect({ code, error: JSON.parse(err) }).toMatchObject({ code: 2, error: { error: { code: 'usage' } } });
  });

  it.each([
    ['a file that is not there', ['apps', 'import', 'none.yml'], 'no_file'],
    ['a file that is no document', ['apps', 'import', 'broken.yml'], expect.any(String)],
    ['an address nobody may fetch', ['apps', 'import', 'https://127.0.0.1:9/app.yml'], 'no_document'],
    ['a version that is not known', ['apps', 'import', 'later.yml'], 'confirmation_needed'],
    ['an app that is not there', ['apps', 'export', absent], 'not_found'],
    ['an id that is none', ['apps', 'export', '../../etc'], 'not_found'],
  ])('exits 1 for %s', async (_case, argv, code) => {
    const result = await weft([...argv, '--json']);
    expect(result).toMatchObject({ code: 1, out: '' });
    expect(JSON.parse(result.err)).toEqual({ error: { code, message: expect.stringMatching(/./) } });
  });

  it.each([
    ['apps export', 'app', 'weft apps list'],
    ['apps publish', 'app', 'weft apps list'],
    ['apps delete', 'app', 'weft apps list'],
    ['apps keys create', 'app', 'weft apps list'],
    ['apps keys list', 'app', 'weft apps list'],
    ['run', 'app', 'weft apps list'],
    ['chat', 'app', 'weft apps list'],
    ['runs show', 'run', 'weft runs list'],
    ['runs events', 'run', 'weft runs list'],
    ['runs stop', 'run', 'weft runs list'],
    ['runs fork --at n1', 'run', 'weft runs list'],
    ['runs list --app', 'app', 'weft apps list'],
    ['runs list --before', 'run', 'weft runs list'],
    ['apps keys revoke', 'key', 'weft apps keys list ID'],
    [`apps keys revoke ${absent}`, 'key', 'weft apps keys list ID'],
  ])('%s tells what is no id, and where ids are shown', async (words, kind, remedy) => {
    const result = await weft([...words.split(' '), '12\u001b[2J3'], { lines: ['Hello'] });
    const article = kind === 'app' ? 'an' : 'a';
    const err = `weft: '12\ufffd[2J3' is not the id of ${article} ${kind}; \`${remedy}\` shows them.\n`;
    expect(result).toEqual({ code: 1, out: '', err });
  });

  it.each([
    ['apps export', /\bapp\b.*<id>/],
    ['apps publish', /\bapp\b.*<id>/],
    ['apps delete', /\bapp\b.*<id>/],
    ['apps keys create', /\bapp\b.*<id>/],
    ['apps keys list', /\bapp\b.*<id>/],
    ['run', /\bapp\b.*<id>/],
    ['runs show', /\brun\b.*<id>/],
    ['runs events', /\brun\b.*<id>/],
    ['runs fork --at n1', /\brun\b.*<id>/],
    ['providers test', /\bprovider\b.*<id>/],
  ])('%s names what is not there', async (words, message) => {
    const { code, err } = await weft([...words.split(' '), absent]);
    expect({ code, err: err.replace(absent, '<id>') }).toEqual({ code: 1, err: expect.stringMatching(message) });
  });

  it('says where it looked for a token', async () => {
    const result = await weft(['apps', 'list'], { env: { WEFT_TOKEN: undefined, WEFT_HOME: 'nowhere' } });
    expect(result).toMatchObject({
      code: 1,
      err: expect.stringContaining(join(folder, 'nowhere', 'management-token')),
    });
  });

  it('finds the token in the data folder, which nobody else may read', async () => {
    const result = await weft(['apps', 'list'], { env: { WEFT_TOKEN: undefined, WEFT_HOME: platform.home } });
    expect(result.code).toBe(0);
    expect((await stat(join(platform.home, 'management-token'))).mode & 0o777).toBe(0o600);
  });

  it('says when its token is wrong', async () => {
    const result = await weft(['apps', 'list', '--json'], { env: { WEFT_TOKEN: 'mgmt-wrong' } });
    expect({ code: result.code, error: JSON.parse(result.err) }).toMatchObject({
      code: 1,
      error: { error: { code: 'unauthorized' } },
    });
  });

  it.each(['http://127.0.0.1:1', 'not an address'])('says when no server answers at %s', async (address) => {
    const result = await weft(['apps', 'list'], { env: { WEFT_URL: address } });
    expect(result).toMatchObject({ code: 1, out: '', err: expect.stringContaining(address) });
  });
});
