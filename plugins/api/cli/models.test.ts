import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPlatform, type TestPlatform } from '#plugins/delivery-api/testing/platform.ts';
import { runWeft } from './testing/run-weft.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await startPlatform({ threads: 0 });
  const body = { credentials: { openai_api_key: 'sk-canary0123456789' } };
  await platform.management.request('/console/api/providers/openai', { method: 'PUT', body });
});
afterAll(() => platform.dispose());

const weft = (...argv: string[]) => runWeft(platform, argv);

const cells = ({ out }: { out: string }) => out.split('\n').map((line) => line.split(/ {2,}/));

describe('weft providers set', () => {
  it('without credentials names what the provider takes', async () => {
    const { code, err, out } = await weft('providers', 'set', 'openai');
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toMatch(/--credential openai_api_key=…; openai takes/);
    expect(err).toMatch(/openai_api_key \(required, secret\)/);
    expect(err).toMatch(/openai_api_base \(optional\)/);
    expect(await weft('providers', 'set', 'nobody')).toMatchObject({ code: 1, err: expect.stringContaining('openai') });
  });
});

describe('weft models', () => {
  it('switches a model off and on', async () => {
    const row = ['demo', 'llm', 'demo-chat'];
    expect(cells(await weft('models', 'list', '--type', 'llm'))).toContainEqual(row);
    expect(await weft('models', 'disable', 'demo', 'demo-chat')).toMatchObject({
      code: 0,
      out: 'demo-chat is disabled.\n',
    });
    expect(cells(await weft('models', 'list'))).not.toContainEqual(row);
    expect(await weft('models', 'enable', 'demo', 'demo-chat')).toMatchObject({ code: 0 });
    expect(cells(await weft('models', 'list'))).toContainEqual(row);
  });

  it('adds a model, once, and removes it', async () => {
    const add = ['models', 'add', 'openai', 'team/mine', '--context-size', '4096'];
    expect(await weft(...add)).toMatchObject({ code: 0, out: 'Added.\n' });
    expect(cells(await weft('models', 'list'))).toContainEqual(['openai', 'llm', 'team/mine']);
    expect(await weft(...add)).toMatchObject({ code: 1, err: expect.stringContaining('already') });
    expect(await weft('models', 'remove', 'openai', 'team/mine')).toMatchObject({ code: 0 });
    expect(await weft('models', 'remove', 'openai', 'team/mine')).toMatchObject({
      code: 1,
      err: expect.stringContaining('team/mine'),
    });
    expect((await weft('models', 'list')).out).not.toContain('team/mine');
  });

  it('sets a default, shows it, and takes it away', async () => {
    const set = await weft('models', 'default', 'llm', '--provider', 'demo', '--model', 'demo-chat');
    expect(set).toMatchObject({ code: 0, out: 'Set.\n' });
    expect(cells(await weft('models', 'defaults'))).toContainEqual(['llm', 'demo', 'demo-chat']);
    expect(await weft('models', 'default', 'llm')).toMatchObject({ code: 0 });
    expect(cells(await weft('models', 'defaults'))).toContainEqual(['llm', '-', '-']);
  });

  it.each([
    [['models', 'list', '--type', 'constructor'], 2, '--type is llm, embedding, rerank'],
    [['models', 'default', 'llm', '--model', 'demo-chat'], 2, 'both'],
    [['models', 'default', 'llm', '--provider', 'demo', '--model', 'none-such'], 1, 'none-such'],
    [['models', 'disable', 'nobody', 'x'], 1, 'nobody'],
    [['models', 'add', 'demo', 'x'], 1, 'none can be added'],
    [['models', 'add', 'openai', 'x', '--context-size', 'big'], 2, 'context-size'],
    [['models', 'add', 'openai', 'x', '--context-size', '0'], 2, 'context-size'],
  ])('refuses %j', async (argv, code, said) => {
    const answer = await weft(...argv);
    expect(answer).toMatchObject({ code, out: '', err: expect.stringContaining(said) });
  });
});

describe('weft providers sets', () => {
  const credential = (key: string) => ['--credential', `openai_api_key=${key}`];

  it('makes a set, gives it to a model, changes and deletes it', async () => {
    const made = await weft('providers', 'add-set', 'openai', 'EU', ...credential('sk-canary-of-eu-0123456789'));
    expect(made).toMatchObject({ code: 0, out: expect.stringMatching(/^[0-9a-f-]{36}\n$/) });
    expect(await weft('providers', 'add-set', 'openai', 'eu', ...credential('x'))).toMatchObject({ code: 1 });
    const both = ['--set', 'Default', '--set', 'EU'];
    expect(await weft('models', 'credentials', 'openai', 'gpt-4o', ...both)).toMatchObject({ code: 0, out: 'Set.\n' });
    expect(await weft('models', 'credentials', 'openai', 'gpt-4o', '--mode', 'balance')).toMatchObject({ code: 0 });
    const shown = await weft('models', 'credentials', 'openai', 'gpt-4o');
    expect(shown.out).toBe('Mode: balance\nSets: Default, EU\n');
    const listed = cells(await weft('providers', 'sets', 'openai'));
    expect(listed).toContainEqual([made.out.trim(), 'EU', '-', 'gpt-4o']);
    expect(await weft('providers', 'delete-set', 'openai', 'EU')).toMatchObject({
      code: 1,
      err: expect.stringContaining('gpt-4o'),
    });
    const renamed = await weft('providers', 'change-set', 'openai', 'EU', '--name', 'Europe');
    expect(renamed).toMatchObject({ code: 0, out: 'Changed.\n' });
    expect(await weft('models', 'credentials', 'openai', 'gpt-4o', '--clear')).toMatchObject({ code: 0 });
    expect((await weft('models', 'credentials', 'openai', 'gpt-4o')).out).toBe('Mode: single\nSets: the default\n');
    expect(await weft('providers', 'delete-set', 'openai', 'europe')).toMatchObject({ code: 0, out: 'Deleted.\n' });
    expect(await weft('providers', 'test-set', 'openai', 'Europe')).toMatchObject({
      code: 1,
      err: expect.stringContaining('Default'),
    });
  });

  it.each([
    [['providers', 'change-set', 'openai', 'Default'], '--name'],
    [['models', 'credentials', 'openai', 'gpt-4o', '--mode', 'random'], 'failover'],
    [['models', 'credentials', 'openai', 'gpt-4o', '--clear', '--set', 'Default'], '--clear'],
  ])('says what is missing or wrong: %j', async (argv, said) => {
    expect(await weft(...argv)).toMatchObject({ code: 2, out: '', err: expect.stringContaining(said) });
  });
});

describe('weft secrets', () => {
  it('rotates all secrets, shows where they are, and forgets the old key when told so', async () => {
    const before = await weft('secrets', 'status');
    expect(before).toMatchObject({ code: 0, out: expect.stringContaining('model_credentials') });
    const rotated = await weft('secrets', 'rotate', '--json');
    expect(rotated.code, rotated.err).toBe(0);
    const state = JSON.parse(rotated.out) as { sealing_key: string; previous_keys: string[] };
    expect(state).toMatchObject({ left: 0, unreadable: 0, previous_keys: [expect.any(String)] });
    expect(before.out).toContain(state.previous_keys[0]);
    expect(await weft('secrets', 'forget')).toMatchObject({ code: 2, err: expect.stringContaining('--yes') });
    expect((await weft('secrets', 'status')).out).toContain(state.previous_keys[0]);
    const forgotten = await weft('secrets', 'forget', '--yes');
    expect(forgotten.code, forgotten.err).toBe(0);
    const after = await weft('secrets', 'status');
    expect(after.out).not.toContain(state.previous_keys[0]);
    expect(after.out).toContain(`Key ${state.sealing_key} seals`);
    expect([before, rotated, forgotten, after].map(({ out }) => out).join('')).not.toContain('canary');
    // Still there, and open.
    expect((await platform.management.request('/console/api/providers')).text).toContain('••••6789');
  });
});
