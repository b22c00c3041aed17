import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';
import { type FakeOpenAi, startFakeOpenAi } from '#plugins/provider-openai/testing/fake-openai.ts';
import { askingWorkflow, configureModels, pricedScript } from '#plugins/usage/testing/priced-models.ts';
import { runWeft } from './testing/run-weft.ts';

let platform: TestPlatform;
let provider: FakeOpenAi;
beforeAll(async () => {
  provider = await startFakeOpenAi({ priced: pricedScript, cheap: pricedScript });
  platform = await sharedPlatform();
  await configureModels(platform.management, provider.url);
});
afterAll(() => platform.dispose().finally(() => provider[Symbol.asyncDispose]()));

const weft = (...argv: string[]) => runWeft(platform, argv);

describe('weft usage and weft budgets', () => {
  it('show what was used, and stop what is too much', async () => {
    const { appId, key } = await platform.importApp(askingWorkflow(['priced']));
    const run = () => platform.post(key, '/v1/workflows/run', { inputs: {}, user: 'u' });
    expect((await weft('budgets', 'list')).out).toContain('weft budgets set');
    const set = await weft('budgets', 'set', '120', '--app', appId);
    expect(set.code, set.err).toBe(0);
    expect((await run()).status).toBe(200);
    expect((await run()).status).toBe(429);
    expect((await weft('usage', '--by', 'model')).out).toMatch(/openai\/priced +1 +- +0 +0 +0 +1100 +120 USD/);
    const overview = await weft('usage', 'overview');
    expect(overview).toMatchObject({ code: 0, err: '' });
    expect(overview.out).toMatch(new RegExp(`Asking ${appId} +1 +0 .*openai/priced +1 +- .*120 USD`, 's'));
    expect((await weft('usage', '--app', appId)).out).toMatch(/total +1 +0 +0 +0 +\d+ +1100 +120 USD/);
    const listed = (await weft('budgets', 'list')).out;
    expect(listed).toMatch(new RegExp(`app Asking ${appId} +120 USD +month +120 +stop: used up`));
    expect((await weft('usage', '--by', 'app')).out).toMatch(new RegExp(`Asking ${appId} +1 +0 `));
    const keys = async () => (await weft('apps', 'keys', 'list', appId)).out;
    await expect.poll(keys).toMatch(/LAST USED.*app-\S+ +\d{4}-\d{2}-\d{2}T[\d:]+Z +test/s);
    const [id = ''] = /[0-9a-f-]{36}/.exec(listed) ?? [];
    expect(await weft('budgets', 'remove', id)).toMatchObject({ code: 0, out: 'Removed.\n' });
    expect((await run()).status).toBe(200);
  });

  it('watch an app key, and have a cheaper model called', async () => {
    const { appId, key } = await platform.importApp(askingWorkflow(['priced', 'priced']));
    const [id = ''] = /[0-9a-f-]{36}/.exec((await weft('apps', 'keys', 'list', appId)).out) ?? [];
    const set = await weft('budgets', 'set', '100', '--key', id, '--model', 'openai/cheap');
    expect(set.code, set.err).toBe(0);
    const body = { inputs: {}, user: 'u' };
    expect((await platform.post(key, '/v1/workflows/run', body)).status).toBe(200);
    const { out } = await weft('budgets', 'list');
    expect(out).toMatch(
      new RegExp(`key test ${id} of app Asking ${appId} +100 USD +month +132 +openai/cheap: used up`),
    );
  });

  it('say what is wrong', async () => {
    expect((await weft('usage', '--from', 'yesterday')).code).toBe(1);
    expect((await weft('budgets', 'set', '5', '--per', 'week')).err).toContain('day or month');
    expect((await weft('budgets', 'set', 'much')).code).toBe(1);
    expect((await weft('budgets', 'set', '5', '--model', 'cheap')).err).toContain('PROVIDER/NAME');
    expect((await weft('budgets', 'set', '5', '--action', 'downgrade')).err).toContain('`model`');
    expect((await weft('budgets', 'remove', 'first')).err).toContain('weft budgets list');
  });
});
