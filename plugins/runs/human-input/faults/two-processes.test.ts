import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { EventReader } from '#plugins/delivery-api/testing/event-reader.ts';
import { approvalWorkflow } from '#plugins/human-input/testing/documents.ts';
import { eventOf, FormClient, type RequiredForm, serverAt } from '#plugins/human-input/testing/form-client.ts';
import { importDocument } from '#plugins/runs/testing/fault-apps.ts';
import { type Installation, testInstallation } from '#plugins/runs/testing/installation.ts';
import { managementClient } from '#plugins/runs/testing/management-client.ts';

describe.skipIf(inject('testDatabaseUrl') === '')('forms between two processes on one database', () => {
  let installation: Installation;
  let address = '';
  let here: FormClient;
  let there: FormClient;
  let app: { readonly key: string };
  let hasty: { readonly key: string };

  beforeAll(async () => {
    installation = await testInstallation();
  });
  afterAll(() => installation.dispose());

  it('can be opened by both', async () => {
    for (const home of [installation.home, installation.otherHome]) {
      await writeFile(join(home, 'weft.json'), JSON.stringify({ 'human-input': { interval: 50 } }));
    }
    address = (await installation.start()).address;
    const other = await installation.startOther();
    const load = async (document: string) => ({
      key: await importDocument(address, installation.home, JSON.parse(document)),
    });
    app = await load(approvalWorkflow());
    hasty = await load(approvalWorkflow({ timeout: 0.00001 }));
    here = new FormClient(serverAt(address));
    there = new FormClient(serverAt(other.address));
    expect((await there.run(app)).forms).toHaveLength(1);
  }, 120_000);

  it('trap 24: are answered in one for a run that began in the other, and readers in both see it go on', async () => {
    const { runId, events, forms } = await here.run(app, { order: 'ferns' });
    const query = '&continue_on_pause=true&include_state_snapshot=true';
    const readers = [await here.join(app, runId, query), await there.join(app, runId, query)];
    expect(await there.answer(app, forms[0]?.form_token ?? '')).toMatchObject({ status: 200 });
    const [own, other] = await Promise.all(readers.map((reader) => reader.rest()));
    expect(own).toEqual(other);
    expect(own?.slice(0, events.length)).toEqual(events);
    expect(eventOf(own ?? [], 'workflow_finished').data).toMatchObject({ outputs: { note: 'fine' } });
  }, 60_000);

  it('lose no answer that comes to one just as the other pauses the run', async () => {
    const body = { inputs: { order: 'oak' }, response_mode: 'streaming', user: 'u1' };
    const runs = Array.from({ length: 12 }, async () => {
      const reader = new EventReader(await serverAt(address).open(app.key, '/v1/workflows/run', { body }));
      const required = await reader.until(({ event }) => event === 'human_input_required');
      const { form_token: token } = required.data as RequiredForm;
      expect(await there.answer(app, token)).toMatchObject({ status: 200 });
      await reader.rest();
      const events = await here.follow(app, String(required.workflow_run_id), '&continue_on_pause=true');
      return eventOf(events, 'workflow_finished').data;
    });
    for (const data of await Promise.all(runs)) expect(data).toMatchObject({ outputs: { note: 'fine' } });
  }, 60_000);

  it('take one of many answers that come to both at once', async () => {
    const { runId, forms } = await here.run(app);
    const token = forms[0]?.form_token ?? '';
    const answers = await Promise.all(
      Array.from({ length: 24 }, (_, index) =>
        (index % 2 === 0 ? here : there).answer(app, token, { inputs: { note: `n${index}` } }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(23).fill(412)]);
    const won = answers.findIndex(({ status }) => status === 200);
    const events = await there.follow(app, runId, '&continue_on_pause=true');
    expect(eventOf(events, 'workflow_finished').data).toMatchObject({ outputs: { note: `n${won}` } });
  }, 60_000);

  it('time out once', async () => {
    const management = await managementClient({ address }, installation);
    const runs = await Promise.all(Array.from({ length: 6 }, () => here.run(hasty, { order: 'moss' })));
    for (const { runId } of runs) {
      const events = await there.follow(hasty, runId, '&continue_on_pause=true');
      expect(eventOf(events, 'workflow_finished').data).toMatchObject({ outputs: { late: 'moss' } });
      const { text } = await management.request(`/console/api/runs/${runId}/events`);
      expect(text.split('human_input_form_timeout')).toHaveLength(2);
    }
  }, 60_000);
});
