import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { greetingWorkflow } from '#engine/testing/app-document.ts';
import { sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';
import { type LocalServer, startServer } from '#plugins/egress/testing/local-server.ts';
import { runWeft } from './testing/run-weft.ts';

let platform: TestPlatform;
let receiver: LocalServer;
beforeAll(async () => {
  receiver = await startServer((_, response) => response.end());
  platform = await sharedPlatform();
});
afterAll(() => platform.dispose().finally(() => receiver[Symbol.asyncDispose]()));

const weft = (...argv: string[]) => runWeft(platform, ['webhooks', ...argv]);

describe('weft webhooks', () => {
  it('goes from adding one to sending a message again', async () => {
    const { appId } = await platform.importApp(greetingWorkflow());
    expect((await weft('list', appId)).out).toContain('No webhooks');
    const added = await weft('add', appId, receiver.url, '--event', 'run.failed', '--event', 'run.stopped');
    expect(added.code, added.err).toBe(0);
    const [, id = ''] = /Added (\S+)\./.exec(added.out) ?? [];
    expect(added.out).toMatch(/Secret \(shown once\): whsec_\S+/);
    expect((await weft('list', appId)).out).toMatch(new RegExp(`${id} +on +run.failed run.stopped +http://127`));
    expect((await weft('rotate', appId, id)).out).toMatch(/whsec_/);

    const [, sent = ''] = /Sending (\S+)\./.exec((await weft('test', appId, id)).out) ?? [];
    const shown = async () => (await weft('deliveries', appId, '--status', 'delivered')).out;
    await expect.poll(shown).toMatch(new RegExp(`${sent} .*webhook.test +delivered +1 +200`));
    expect((await weft('redeliver', appId, sent)).code).toBe(0);
    await expect.poll(() => receiver.seen.length).toBe(2);

    expect((await weft('change', appId, id, '--event', 'run.failed', '--off')).out).toMatch(/off.* run\.failed +http/);
    expect((await weft('change', appId, id, '--on')).out).toMatch(new RegExp(`${id} +on +run\\.failed +http`));
    for (const wrong of [[], ['--on', '--off']]) expect((await weft('change', appId, id, ...wrong)).code).toBe(2);

    expect(await weft('remove', appId, id)).toMatchObject({ code: 0, out: 'Removed.\n' });
    expect((await weft('test', appId, id)).err).toContain('weft webhooks list');
  });

  it('says what is wrong', async () => {
    const { appId } = await platform.importApp(greetingWorkflow());
    expect((await weft('add', appId, 'http://10.0.0.1/')).err).toContain('WEFT_EGRESS_ALLOW');
    expect((await weft('remove', appId, 'first')).err).toContain('not the id of a webhook');
  });
});
