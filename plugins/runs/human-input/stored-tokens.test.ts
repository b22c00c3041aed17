import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Database } from '#plugins/database/contract.ts';
import { runQuery } from '#plugins/database/testing/run-query.ts';
import { textsOf } from '#plugins/database/testing/texts-of.ts';
import { type ImportedApp, startPlatform, type TestPlatform } from '#plugins/delivery-api/testing/platform.ts';
import { Runs } from '#plugins/runs/contract.ts';
import { approvalWorkflow } from './testing/documents.ts';
import { eventOf, FormClient } from './testing/form-client.ts';

let platform: TestPlatform;
let client: FormClient;
let app: ImportedApp;
let database: Database;

beforeAll(async () => {
  platform = await startPlatform({ config: { 'human-input': { interval: 50 } } });
  client = new FormClient(platform);
  app = await platform.importApp(approvalWorkflow());
  database = platform.kernel.resolve(Database);
});
afterAll(() => platform.dispose());

async function ask() {
  const run = await client.run(app, { order: 'ferns' });
  const [form] = run.forms;
  if (form === undefined) throw new Error('the run opened no form');
  return { ...run, form, token: form.form_token };
}

/** Where in the database a text lies. */
async function placesOf(text: string): Promise<string[]> {
  const found = (await textsOf(database)).filter((stored) => stored.text.includes(text));
  return found.map(({ table, column }) => `${table}.${column}`);
}

/** What readers of the journal are told of a run's form. */
async function required(runId: string): Promise<unknown> {
  const page = await platform.kernel.resolve(Runs).events(platform.workspaceId, runId, { after: 0 });
  for (const { event } of page.events) {
    if (event.kind === 'signal' && event.name === 'human_input_required') return JSON.parse(event.data);
  }
  return null;
}

describe('the token of a form', () => {
  it('is nowhere in the database, and told to whoever reads the run', async () => {
    const { runId, events, form, token } = await ask();
    expect(token).toMatch(/^[A-Za-z0-9]{32}$/);
    expect(eventOf(events, 'workflow_paused').data).toMatchObject({ reasons: [{ form_token: token }] });
    // What is looked for is found where it is.
    expect((await placesOf(form.form_id)).length).toBeGreaterThan(1);
    expect(await placesOf(token)).toEqual([]);
    const again = await client.join(app, runId, '&include_state_snapshot=true&continue_on_pause=true');
    const paused = await again.until(({ event }) => event === 'workflow_paused');
    expect(paused.data).toMatchObject({ reasons: [{ form_token: token }] });
    expect(await required(runId)).toMatchObject({ form_token: token });
    expect(await client.answer(app, token)).toMatchObject({ status: 200 });
    await client.follow(app, runId);
    expect(await placesOf(token)).toEqual([]);
  });

  it('is told of runs that were written before tokens were sealed', async () => {
    const { runId, token } = await ask();
    const clear = (column: string) =>
      `${column} = regexp_replace(${column}::text, 'sealed-token:[A-Za-z0-9+/=.]+', '${token}', 'g')::json`;
    await runQuery(database, `update workflow_runs set ${clear('pause')} where id = '${runId}'`);
    await runQuery(database, `update run_events set ${clear('entries')} where run_id = '${runId}'`);
    expect((await placesOf(token)).length).toBeGreaterThan(1);
    expect(await required(runId)).toMatchObject({ form_token: token });
    expect(await client.answer(app, token)).toMatchObject({ status: 200 });
    expect(eventOf(await client.follow(app, runId), 'workflow_finished').data).toMatchObject({ status: 'succeeded' });
  });
});
