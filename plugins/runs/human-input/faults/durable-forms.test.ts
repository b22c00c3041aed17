import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabaseEnvironment, testDatabaseEnvironment } from '#plugins/database/testing/test-database.ts';
import { approvalChat, approvalWorkflow } from '#plugins/human-input/testing/documents.ts';
import { eventOf, FormClient, names, serverAt } from '#plugins/human-input/testing/form-client.ts';
import { importDocument } from '#plugins/runs/testing/fault-apps.ts';
import { killLeftovers, type ServerProcess, startServer } from '#plugins/runs/testing/server-process.ts';

let environment: TestDatabaseEnvironment;
beforeAll(async () => {
  environment = await testDatabaseEnvironment();
});
afterEach(killLeftovers);
afterAll(() => environment.dispose());

async function start(): Promise<{ readonly server: ServerProcess; readonly client: FormClient }> {
  const server = await startServer(environment.env);
  return { server, client: new FormClient(serverAt(server.address)) };
}

async function importApp({ address }: ServerProcess, document: string): Promise<{ readonly key: string }> {
  return { key: await importDocument(address, environment.home, JSON.parse(document)) };
}

describe('a run that waits for somebody', () => {
  it('trap 24: outlives kill -9, and goes on in the next process where its readers left it', async () => {
    const first = await start();
    const workflow = await importApp(first.server, approvalWorkflow());
    const chat = await importApp(first.server, approvalChat());
    const asked = await first.client.run(workflow, { order: 'ferns' });
    const hasty = await first.client.run(workflow, { order: 'moss' });
    const talked = await first.client.chat(chat, 'ivy');
    // Whether this answer has sent the run on by then, and how far, is all the same.
    expect(await first.client.answer(workflow, hasty.forms[0]?.form_token ?? '')).toMatchObject({ status: 200 });
    expect((await first.server.kill()).signal).toBe('SIGKILL');

    const { server, client } = await start();
    const snapshot = '&include_state_snapshot=true&continue_on_pause=true';
    const whole = await client.join(workflow, asked.runId, snapshot);
    const text = await client.join(chat, talked.runId, snapshot);
    await Promise.all([whole, text].map((reader) => reader.until(({ event }) => event === 'workflow_paused')));
    expect(whole.events).toEqual(asked.events);
    expect(text.events).toEqual(talked.events);
    const answers = [
      await client.answer(workflow, asked.forms[0]?.form_token ?? ''),
      await client.answer(chat, talked.forms[0]?.form_token ?? ''),
      await client.answer(workflow, hasty.forms[0]?.form_token ?? ''),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 412]);

    const events = await whole.rest();
    expect(events.slice(0, asked.events.length)).toEqual(asked.events);
    const later = names(events.slice(asked.events.length));
    expect(later.filter((name) => name !== 'text_chunk')).toEqual([
      'workflow_started',
      'human_input_form_filled',
      'node_finished',
      'node_started',
      'node_finished',
      'workflow_finished',
    ]);
    expect(eventOf(events, 'workflow_finished').data).toMatchObject({ outputs: { text: 'Approve ferns? fine' } });
    const said = (await text.rest()).flatMap(({ event, answer }) => (event === 'message' ? [answer] : [])).join('');
    expect(said).toMatch(/^Thinking: .+\. You said fine\.$/);
    expect(eventOf(text.events, 'workflow_finished').data).toMatchObject({ outputs: { answer: said } });
    const late = await client.follow(workflow, hasty.runId, '&continue_on_pause=true');
    expect(eventOf(late, 'workflow_finished').data).toMatchObject({ outputs: { text: 'Approve moss? fine' } });
    expect((await server.stop()).code).toBe(0);
  }, 120_000);
});
