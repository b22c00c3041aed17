import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, inject, it, onTestFinished } from 'vitest';
import { testClient } from '#http/testing/client.ts';
import { endWaiting, lockTables, waitingFor } from '#plugins/database/testing/locked-tables.ts';
import { testDatabaseEnvironment } from '#plugins/database/testing/test-database.ts';
import { approvalWorkflow } from '#plugins/human-input/testing/documents.ts';
import { eventOf, FormClient, serverAt } from '#plugins/human-input/testing/form-client.ts';
import { startMailServer } from '#plugins/mail/testing/mail-server.ts';
import { importDocument } from '#plugins/runs/testing/fault-apps.ts';
import { killLeftovers, startServer } from '#plugins/runs/testing/server-process.ts';

afterEach(killLeftovers);

const ada = 'ada@example.com';
const bob = 'bob@example.com';
const patience = { timeout: 120_000 };

const document = approvalWorkflow({
  delivery_methods: [
    {
      id: 'mail',
      type: 'email',
      enabled: true,
      config: {
        subject: 'Order {{#start.order#}}',
        body: 'Approve: {{#url#}} !',
        recipients: { items: [ada, bob].map((email) => ({ type: 'external', email })) },
      },
    },
  ],
});

/** A server whose app sends two e-mails. `onEmail` is called before the mail server says that it took one. */
async function open(onEmail: (databaseUrl: string) => Promise<void>) {
  const environment = await testDatabaseEnvironment();
  onTestFinished(() => environment.dispose());
  const mail = await startMailServer({ onEmail: () => onEmail(environment.env.DATABASE_URL ?? '') });
  onTestFinished(() => mail[Symbol.asyncDispose]());
  await writeFile(join(environment.home, 'weft.json'), JSON.stringify({ 'human-input': { interval: 50 } }));
  const settings = { SMTP_URL: mail.url, MAIL_FROM: 'Weft <weft@example.com>', WEFT_SILENT_SECONDS: '2' };
  const start = () => startServer({ ...environment.env, ...settings });
  const first = await start();
  const app = { key: await importDocument(first.address, environment.home, JSON.parse(document)) };
  const { runId } = await new FormClient(serverAt(first.address)).run(app, { order: 'ferns' });
  const emailTo = (address: string) => mail.emails.filter(({ to }) => to === address);
  return { environment, first, start, app, runId, emailTo };
}

type Opened = Awaited<ReturnType<typeof open>>;

/** The next process sends what was not noted, and whichever link is opened, the form is answered once. */
async function expectOnceAnswered({ environment, start, app, runId, emailTo }: Opened): Promise<void> {
  const { address } = await start();
  await expect.poll(() => [emailTo(ada).length, emailTo(bob).length], patience).toEqual([2, 1]);
  const tokens = [...emailTo(ada), ...emailTo(bob)].map(
    ({ text }) => /\/form#([A-Za-z0-9]{32})/.exec(text)?.[1] ?? 'no token',
  );
  // The e-mail that came twice says the same: one link, of one receiver.
  expect(tokens[1]).toBe(tokens[0]);
  expect(tokens[2]).not.toBe(tokens[0]);
  const answer = (token: string) =>
    testClient(address, '').request('/form/answer', { body: { token, inputs: { note: 'fine' }, action: 'ok' } });
  const statuses = [];
  for (const token of tokens) statuses.push((await answer(token)).status);
  expect(statuses).toEqual([200, 412, 412]);
  const events = await new FormClient(serverAt(address)).follow(app, runId, '&continue_on_pause=true');
  expect(eventOf(events, 'workflow_finished').data).toMatchObject({ status: 'succeeded', outputs: { note: 'fine' } });
  const token = (await readFile(join(environment.home, 'management-token'), 'utf8')).trim();
  const { text: told } = await testClient(address, token).request(`/console/api/runs/${runId}/events`);
  expect(told.split('human_input_form_filled')).toHaveLength(2);
  expect([emailTo(ada).length, emailTo(bob).length]).toEqual([2, 1]);
}

describe('e-mails of a process that is killed', () => {
  it('when the mail server has one, and before it says so, are sent by the next: none is lost', async () => {
    let isHeld = true;
    const opened = await open(() => (isHeld ? new Promise(() => {}) : Promise.resolve()));
    await expect.poll(() => opened.emailTo(ada).length, patience).toBe(1);
    expect((await opened.first.kill()).signal).toBe('SIGKILL');
    isHeld = false;
    await expectOnceAnswered(opened);
  }, 300_000);

  it.skipIf(inject('testDatabaseUrl') === '')(
    'when the mail server has said that it has one, and before that is noted, are sent by the next',
    async () => {
      let unlock: (() => Promise<void>) | undefined;
      // From here on nothing can be noted; that the e-mail is taken is told right after.
      const opened = await open(async (url) => {
        unlock ??= await lockTables(url, ['human_input_letters']);
      });
      const url = opened.environment.env.DATABASE_URL ?? '';
      await expect.poll(() => waitingFor(url, 'human_input_letters'), patience).toBe(1);
      expect([opened.emailTo(ada).length, opened.emailTo(bob).length]).toEqual([1, 0]);
      expect((await opened.first.kill()).signal).toBe('SIGKILL');
      await endWaiting(url, 'human_input_letters');
      await unlock?.();
      await expectOnceAnswered(opened);
    },
    300_000,
  );
});
