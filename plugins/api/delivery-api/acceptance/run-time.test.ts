import { afterAll, beforeAll, expect, it } from 'vitest';
import { speakingWorkflow } from '#plugins/delivery-api/testing/documents.ts';
import { type ImportedApp, startPlatform, type TestPlatform } from '#plugins/delivery-api/testing/platform.ts';
import { approvalWorkflow } from '#plugins/human-input/testing/documents.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await startPlatform({ config: { runs: { maxSeconds: 1 } } });
});
afterAll(() => platform.dispose());

const request = (mode: string) => ({ inputs: {}, response_mode: mode, user: 'u1' });

async function begin(app: ImportedApp): Promise<string> {
  const { body } = await platform.post(app.key, '/v1/workflows/run', request('async'));
  return (body as { task_id: string }).task_id;
}

async function show(app: ImportedApp, task: string): Promise<Record<string, unknown>> {
  return (await platform.get(app.key, `/v1/runs/${task}?user=u1`)).body as Record<string, unknown>;
}

it('a run that nobody streams ends at its time, one that is streamed or waits for people does not', async () => {
  const slow = await platform.importApp(speakingWorkflow(60));
  const form = await platform.importApp(approvalWorkflow());
  const waiting = await begin(form);
  await expect.poll(() => show(form, waiting)).toMatchObject({ status: 'paused' });
  const late = await begin(slow);
  await expect
    .poll(() => show(slow, late), { timeout: 30_000 })
    .toMatchObject({
      status: 'stopped',
      error: expect.stringMatching(/^Maximum execution time exceeded: \d+\.\d\d s > 1 s \(WEFT_MAX_RUN_SECONDS\)$/),
    });
  const { events } = await platform.stream(slow.key, '/v1/workflows/run', request('streaming'));
  const end = events.at(-1) as { data: { status: string; elapsed_time: number } };
  expect(end.data).toMatchObject({ status: 'succeeded' });
  expect(end.data.elapsed_time).toBeGreaterThan(1);
  // It has waited for longer than it may run.
  const { text } = await platform.get(form.key, `/v1/runs/${waiting}/events?user=u1`);
  const token = /"form_token":"([^"]+)"/.exec(text)?.[1];
  const answer = { inputs: { note: 'fine' }, action: 'ok', user: 'reviewer' };
  expect(await platform.post(form.key, `/v1/form/human_input/${token}`, answer)).toMatchObject({ status: 200 });
  await expect.poll(() => show(form, waiting)).toMatchObject({ status: 'succeeded' });
});
