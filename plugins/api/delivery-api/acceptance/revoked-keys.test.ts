import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';
import { approvalWorkflow } from '#plugins/human-input/testing/documents.ts';
import { FormClient } from '#plugins/human-input/testing/form-client.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await sharedPlatform();
});
afterAll(() => platform.dispose());

const revoked = { event: 'error', status: 401, code: 'unauthorized' };

describe('attack T20: the streams of an app key', () => {
  it('end when it is revoked, and no others do', async () => {
    const client = new FormClient(platform);
    const app = await platform.importApp(approvalWorkflow());
    const path = `/console/api/apps/${app.appId}/keys`;
    const made = await platform.management.request(path, { body: { name: 'lost' } });
    const { api_key: key, id } = made.body as { api_key: string; id: string };
    const { runId, taskId, forms } = await client.run({ key });
    const joined = await client.join({ key }, runId);
    const followed = await platform.open(key, `/v1/runs/${taskId}/events?user=u1&continue_on_pause=true`, {});
    const other = await client.join(app, runId);
    expect((await platform.management.request(`${path}/${id}`, { method: 'DELETE' })).status).toBe(204);
    expect((await joined.rest()).at(-1)).toMatchObject(revoked);
    expect((await followed.text()).split('data: ').at(-1)).toContain('"status":401,"code":"unauthorized"');
    await client.answer(app, forms[0]?.form_token ?? '');
    expect((await other.rest()).at(-1)).toMatchObject({ event: 'workflow_finished', data: { status: 'succeeded' } });
  });
});
