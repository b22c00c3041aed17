import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { failingWorkflow } from '#plugins/delivery-api/testing/documents.ts';
import { sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';
import { approvalWorkflow } from '#plugins/human-input/testing/documents.ts';
import { eventOf, FormClient, names } from '#plugins/human-input/testing/form-client.ts';

let platform: TestPlatform;

beforeAll(async () => {
  platform = await sharedPlatform();
});
afterAll(() => platform.dispose());

describe('acceptance', () => {
  it('13. Workflow blocking with a failing node → 200, status: failed, error set; streaming shows workflow_finished failed, then error', async () => {
    const app = await platform.importApp(failingWorkflow());
    const body = { inputs: {}, user: 'u1' };
    expect(await platform.post(app.key, '/v1/workflows/run', body)).toMatchObject({
      status: 200,
      body: { data: { status: 'failed', error: expect.stringContaining('boom at noon') } },
    });
    const streamed = { ...body, response_mode: 'streaming' };
    const { status, events } = await platform.stream(app.key, '/v1/workflows/run', streamed);
    expect(status).toBe(200);
    expect(events.slice(-2)).toMatchObject([
      { event: 'workflow_finished', data: { status: 'failed', error: expect.stringContaining('boom at noon') } },
      { event: 'error', status: 400, code: 'invalid_param', message: expect.stringContaining('boom at noon') },
    ]);
  });

  it('20. Human input: stream ends at workflow_paused; GET form 200; POST 200 {}; second POST 412; GET /workflow/{run}/events continues to workflow_finished', async () => {
    const app = await platform.importApp(approvalWorkflow());
    const client = new FormClient(platform);
    const { runId, events, forms } = await client.run(app, { order: 'ferns' });
    expect(events.at(-1)?.event).toBe('workflow_paused');
    const token = forms[0]?.form_token ?? '';
    expect(await client.read(app, token)).toMatchObject({
      status: 200,
      body: { form_content: expect.stringContaining('ferns') },
    });
    expect(await client.answer(app, token)).toMatchObject({ status: 200, body: {} });
    expect(await client.answer(app, token)).toMatchObject({
      status: 412,
      body: { code: 'human_input_form_submitted', status: 412 },
    });
    const rest = await client.follow(app, runId);
    expect(names(rest).at(-1)).toBe('workflow_finished');
    expect(eventOf(rest, 'workflow_finished').data).toMatchObject({
      status: 'succeeded',
      outputs: { note: 'fine', action: 'ok' },
    });
  });
});
