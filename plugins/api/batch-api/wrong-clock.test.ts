import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { greetingWorkflow, modelChat } from '#engine/testing/app-document.ts';
import { testClient } from '#http/testing/client.ts';
import {
  CLOCK_TOLERANCE_MS,
  clocksAgree,
  forgetReferenceTime,
  HealthChecks,
  monotonicTime,
  setReferenceTime,
  timeOf,
} from '#kernel';
import { type ImportedApp, startPlatform, type TestPlatform } from '#plugins/delivery-api/testing/platform.ts';
import { approvalWorkflow } from '#plugins/human-input/testing/documents.ts';
import { FormClient, type StreamedRun } from '#plugins/human-input/testing/form-client.ts';
import { batchClient } from './testing/batch-client.ts';

const DAY = 86_400_000;
const realNow = Date.now.bind(Date);
const forward = (milliseconds: number) => vi.spyOn(Date, 'now').mockImplementation(() => realNow() + milliseconds);

let platform: TestPlatform;
let apps: { readonly greeting: ImportedApp; readonly chat: ImportedApp; readonly approval: ImportedApp };
let forms: FormClient;

beforeAll(async () => {
  platform = await startPlatform();
  forms = new FormClient(platform);
  apps = {
    greeting: await platform.importApp(greetingWorkflow()),
    chat: await platform.importApp(modelChat()),
    approval: await platform.importApp(approvalWorkflow()),
  };
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => platform.dispose());

/** Runs in every way there is, and gives the ids of the runs. */
async function runAll(): Promise<string[]> {
  const { greeting, chat } = apps;
  const body = { inputs: { name: 'Ada' }, user: 'u1' };
  const blocking = await platform.post(greeting.key, '/v1/workflows/run', body);
  expect(blocking.body, blocking.text).toMatchObject({ data: { status: 'succeeded' } });
  const streamed = await platform.stream(chat.key, '/v1/chat-messages', {
    ...body,
    query: 'Hello',
    response_mode: 'streaming',
  });
  expect(streamed.events.at(-1)).toMatchObject({ event: 'workflow_finished', data: { status: 'succeeded' } });
  const accepted = await platform.post(greeting.key, '/v1/workflows/run', { ...body, response_mode: 'async' });
  expect(accepted.status, accepted.text).toBe(202);
  const { task_id } = accepted.body as { task_id: string };
  const followed = await platform.open(greeting.key, `/v1/runs/${task_id}/events?user=u1`, {});
  expect(await followed.text()).toContain('"workflow_finished"');
  const answered = await answer(await forms.run(apps.approval));
  const batches = batchClient(platform.url, greeting.key);
  const { id } = await batches.create('name\nAda\n');
  expect(await batches.until(id, ({ status }) => status === 'finished')).toMatchObject({ succeeded: 1 });
  const rows = await batches.rows(id);
  return [
    (blocking.body as { workflow_run_id: string }).workflow_run_id,
    String(streamed.events.find(({ event }) => event === 'workflow_started')?.workflow_run_id),
    (accepted.body as { workflow_run_id: string }).workflow_run_id,
    answered,
    ...rows.map(({ workflow_run_id }) => String(workflow_run_id)),
  ];
}

/** Answers the form of a run, which then ends; gives its id. */
async function answer({ runId, forms: asked }: StreamedRun): Promise<string> {
  const given = await forms.answer(apps.approval, asked[0]?.form_token ?? '');
  expect(given.status, given.text).toBe(200);
  const events = await forms.follow(apps.approval, runId);
  expect(events.at(-1)).toMatchObject({ event: 'workflow_finished', data: { status: 'succeeded' } });
  return runId;
}

const clockFinding = () =>
  platform.kernel.contributions(HealthChecks).get('database.clock')?.check(AbortSignal.timeout(5_000));
const ready = () => testClient(platform.url, '').request('/readyz');

function expectNear(ids: readonly string[], time: number): void {
  expect(ids).toHaveLength(5);
  for (const id of ids) expect(Math.abs(timeOf(id) - time), id).toBeLessThan(2 * CLOCK_TOLERANCE_MS);
}

describe('a clock that is 70 days ahead and then right again', () => {
  it("of the process: every kind of run works and is dated by the database's clock, /readyz says why it is red", async () => {
    const waiting = await forms.run(apps.approval);
    expectNear(await runAll(), realNow());
    forward(70 * DAY);
    expectNear(await runAll(), realNow());
    await answer(waiting);
    expect(await ready()).toMatchObject({
      status: 503,
      body: {
        checks: { database: { status: 'ok' }, 'database.clock': { status: 'failed', code: 'database.clocks_differ' } },
      },
    });
    expect(await clockFinding()).toMatchObject({
      summary: expect.stringMatching(
        /^This process's clock is 70 days ahead of the database's; .*the process's that jumped/,
      ),
      next: expect.stringMatching(/^Set the clock of this process's machine right/),
    });
    const kept = await forms.run(apps.approval);
    vi.restoreAllMocks();
    expect((await ready()).status).toBe(200);
    expectNear(await runAll(), realNow());
    await answer(kept);
    expect(await clockFinding()).toMatchObject({ state: 'ok' });
  });

  it('of the database as well: rows get their partitions at once, and ids come down again', async () => {
    const both = {};
    forward(70 * DAY);
    setReferenceTime(both, realNow() + 70 * DAY, monotonicTime());
    try {
      expect(clocksAgree()).toBe(true);
      expectNear(await runAll(), realNow() + 70 * DAY);
      const kept = await forms.run(apps.approval);
      vi.restoreAllMocks();
      setReferenceTime(both, realNow(), monotonicTime());
      expectNear(await runAll(), realNow());
      await answer(kept);
    } finally {
      forgetReferenceTime(both);
    }
  });
});
