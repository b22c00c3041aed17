import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HostCalls } from '#engine';
import { testClient } from '#http/testing/client.ts';
import { Accounts } from '#plugins/accounts/contract.ts';
import { Database } from '#plugins/database/contract.ts';
import { runQuery } from '#plugins/database/testing/run-query.ts';
import { textsOf } from '#plugins/database/testing/texts-of.ts';
import { startPlatform, type TestPlatform } from '#plugins/delivery-api/testing/platform.ts';
import { sharedPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';
import { PersonalData } from '#plugins/erasure/contract.ts';
import { Tasks } from '#plugins/jobs/contract.ts';
import { type MailServer, startMailServer } from '#plugins/mail/testing/mail-server.ts';
import { Members } from '#plugins/members/contract.ts';
import { FormOpen } from './contract.ts';
import { approvalWorkflow } from './testing/documents.ts';
import { FormClient } from './testing/form-client.ts';

let mail: MailServer;
let platform: TestPlatform;
let client: FormClient;
let number = 0;

beforeAll(async () => {
  mail = await startMailServer();
  platform = await startPlatform({
    config: { 'human-input': { interval: 50 } },
    env: { SMTP_URL: mail.url, MAIL_FROM: 'Weft <weft@example.com>' },
  });
  client = new FormClient(platform);
});
afterAll(async () => {
  await platform.dispose();
  await mail[Symbol.asyncDispose]();
});

const patience = { timeout: 60_000 };
const rows = <Row = object>(text: string) => runQuery<Row>(platform.kernel.resolve(Database), text);
/** An address that no other test writes to. */
const fresh = (name: string) => `${name}-${++number}@example.com`;
const external = (email: string) => ({ type: 'external', email });
const emailTo = (address: string) => mail.emails.filter(({ to }) => to === address);

const email = (config: object) => [{ id: 'mail', type: 'email', enabled: true, config }];

/** A workflow that asks by e-mail. */
function asking(config: object, changes: object = {}): string {
  const whole = { subject: 'Order {{#start.order#}}', body: 'Approve {{#start.order#}}: {{#url#}} !', ...config };
  return approvalWorkflow({ delivery_methods: email(whole), ...changes });
}

/** Runs it, and waits for the e-mails to all addresses. */
async function ask(addresses: readonly string[], inputs: Readonly<Record<string, unknown>> = { order: 'ferns' }) {
  const app = await platform.importApp(asking({ recipients: { items: addresses.map(external) } }));
  const run = await client.run(app, inputs);
  for (const address of addresses) await expect.poll(() => emailTo(address).length, patience).toBe(1);
  const tokens = addresses.map((address) => tokenOf(emailTo(address)[0]?.text ?? ''));
  return { ...run, app, tokens };
}

function tokenOf(text: string): string {
  return new RegExp(`${platform.url}/form#([A-Za-z0-9]{32})`).exec(text)?.[1] ?? 'no token';
}

const post = (path: string, body: unknown) => testClient(platform.url, '').request(path, { body });
const show = (token: string) => post('/form/show', { token });
const answer = (token: string, more: object = {}) =>
  post('/form/answer', { token, inputs: { note: 'fine' }, action: 'ok', ...more });

async function finished(appId: string, runId: string): Promise<{ status: string; outputs: string }> {
  const find = async () =>
    (
      await rows<{ status: string; outputs: string }>(
        `select status, outputs::text as outputs from workflow_runs where id = '${runId}' and app_id = '${appId}'`,
      )
    )[0] ?? { status: 'none', outputs: '' };
  await expect.poll(async () => (await find()).status, patience).toBe('succeeded');
  return find();
}

describe('a form by e-mail', () => {
  it('goes to everybody the document names, each with a link of their own, and the first answer counts', async () => {
    const [ada, bob] = [fresh('ada'), fresh('bob')];
    const { app, runId, forms, tokens } = await ask([ada, bob]);
    const [text = ''] = emailTo(ada).map((sentEmail) => sentEmail.text);
    expect(text).toMatch(/^Subject: Order ferns\r?$/m);
    expect(text).toContain(`Approve ferns: ${platform.url}/form#${tokens[0]} !`);
    expect(new Set(tokens).size).toBe(2);
    // Callers of the app were told no token: the form is not delivered to them.
    expect(forms).toMatchObject([{ form_token: null, display_in_ui: false }]);
    const [one = '', other = ''] = tokens;
    expect(await show(one)).toMatchObject({
      status: 200,
      body: { form_content: 'Approve ferns? {{#$output.note#}}', user_actions: [{ id: 'ok' }, { id: 'no' }] },
    });
    expect(await answer(one)).toMatchObject({ status: 200, body: {} });
    const { outputs } = await finished(app.appId, runId);
    expect(JSON.parse(outputs)).toMatchObject({ note: 'fine', action: 'ok' });
    expect(await rows(`select answered_by from human_input_forms where run_id = '${runId}'`)).toEqual([
      { answered_by: ada },
    ]);
    for (const token of [one, other]) {
      expect(await answer(token)).toMatchObject({ status: 412, body: { code: 'human_input_form_submitted' } });
      expect(await show(token)).toMatchObject({ status: 412 });
    }
  });

  it('is sent once, however often its node and its job run', async () => {
    const ada = fresh('ada');
    const { runId, forms } = await ask([ada]);
    const [row] = await rows<{ workspace_id: string; app_id: string; execution_id: string }>(
      `select workspace_id, app_id, execution_id from human_input_forms where run_id = '${runId}'`,
    );
    if (row === undefined) throw new Error('no form');
    const open = platform.kernel.contributions(HostCalls).get(FormOpen);
    const caller = { runId, workspaceId: row.workspace_id, appId: row.app_id, signal: new AbortController().signal };
    const emails = [
      { subject: 'Again', body: ['x'], receivers: { isWholeWorkspace: false, members: [], addresses: [ada] } },
    ];
    const request = { executionId: row.execution_id, content: [], inputs: [], actions: [], defaults: {}, emails };
    const again = { ...request, nodeId: 'ask', nodeTitle: 'Ask', timeoutSeconds: 60, isDelivered: false };
    expect(await open?.call(again, caller)).toMatchObject({ id: forms[0]?.form_id, isNew: false });
    const task = platform.kernel.contributions(Tasks).get('human-input.send-letters');
    const payload = { workspaceId: row.workspace_id, formId: forms[0]?.form_id };
    const attempt = { workspaceId: row.workspace_id, signal: caller.signal, attempt: 2 };
    // The mail server has it before the table does.
    const unsent = () => rows(`select id from human_input_letters where run_id = '${runId}' and sent_at is null`);
    await expect.poll(unsent, patience).toEqual([]);
    await task?.run(payload as never, attempt);
    expect(emailTo(ada)).toHaveLength(1);
    expect(await rows(`select id from human_input_letters where run_id = '${runId}'`)).toHaveLength(1);
    // Until it is noted as sent it goes out, and not to a form that is settled.
    const forget = () => rows(`update human_input_letters set sent_at = null where run_id = '${runId}'`);
    await forget();
    await task?.run(payload as never, attempt);
    expect(emailTo(ada)).toHaveLength(2);
    expect((await answer(tokenOf(emailTo(ada)[0]?.text ?? ''))).status).toBe(200);
    await forget();
    await task?.run(payload as never, attempt);
    expect(emailTo(ada)).toHaveLength(2);
  });

  it('goes to members of the workspace that are named, or to all, and to no other account', async () => {
    const accounts = platform.kernel.resolve(Accounts);
    const person = (address: string) => accounts.create({ email: address, name: 'P', password: 'a long password 1' });
    const [member, colleague, stranger] = [fresh('member'), fresh('colleague'), fresh('stranger')];
    const [one, other, outside] = [await person(member), await person(colleague), await person(stranger)];
    for (const { id } of [one, other]) await platform.kernel.resolve(Members).add(platform.workspaceId, id, 'member');
    const items = [one, outside].map(({ id }) => ({ type: 'member', user_id: id }));
    const named = await platform.importApp(asking({ recipients: { items: [...items, external(member)] } }));
    const { runId } = await client.run(named);
    const receivers = async (run: string) =>
      (
        await rows<{ receiver: string }>(`select receiver from human_input_letters where run_id = '${run}' order by 1`)
      ).map(({ receiver }) => receiver);
    expect(await receivers(runId)).toEqual([member]);
    const all = await platform.importApp(asking({ recipients: { whole_workspace: true, items: [] } }));
    const { runId: whole } = await client.run(all);
    expect(await receivers(whole)).toEqual([colleague, member]);
    await expect.poll(() => [emailTo(member).length, emailTo(colleague).length], patience).toEqual([2, 1]);
    expect(emailTo(stranger)).toEqual([]);
  });

  it('keeps its tokens sealed, and goes with its run', async () => {
    const { app, runId, tokens } = await ask([fresh('ada')]);
    const texts = await textsOf(platform.kernel.resolve(Database));
    expect(texts.filter(({ text }) => text.includes(tokens[0] ?? 'x'))).toEqual([]);
    const place = { workspaceId: platform.workspaceId, appId: app.appId };
    const owner = platform.kernel.contributions(PersonalData).get('human-input');
    await owner?.removeRuns?.(place, [{ runId, messageId: null, isOver: true }]);
    expect(await rows(`select id from human_input_letters where run_id = '${runId}'`)).toEqual([]);
    expect(await show(tokens[0] ?? '')).toMatchObject({ status: 404 });
  });
});

describe('attacks', () => {
  it('through variables add no header, no receiver and no link', async () => {
    const ada = fresh('ada');
    const eve = fresh('eve');
    const order = `x\r\nBcc: ${eve}\r\nX-Evil: 1\r\n\r\nbody {{#url#}} \u2028 \u202e`;
    const app = await platform.importApp(asking({ recipients: { items: [external(ada)] } }));
    await client.run(app, { order });
    await expect.poll(() => emailTo(ada).length, patience).toBe(1);
    const [head = '', text = ''] = emailTo(ada)[0]?.text.split(/\r?\n\r?\n(.*)/s) ?? [];
    expect(head).toMatch(/^To: ada-\d+@example\.com\r?$/m);
    expect(head).not.toMatch(/^(Bcc|X-Evil):/im);
    // What a variable holds is text, also where it looks like the place of the link.
    expect(text.match(/\/form#/g)).toHaveLength(1);
    expect(text).toContain('body {{#url#}}');
    expect(mail.emails.filter(({ to }) => to.includes(eve))).toEqual([]);
  });

  it('through the names of receivers reach nobody', async () => {
    const ada = fresh('ada');
    const evil = [`${ada}, ${fresh('eve')}`, `eve\r\nBcc: x@example.com`, `<${fresh('eve')}>`, '{{#start.order#}}', ''];
    const app = await platform.importApp(asking({ recipients: { items: [...evil, ada].map(external) } }));
    const { runId } = await client.run(app, { order: fresh('eve') });
    await expect.poll(() => emailTo(ada).length, patience).toBe(1);
    expect(await rows(`select receiver from human_input_letters where run_id = '${runId}'`)).toEqual([
      { receiver: ada },
    ]);
    expect(mail.emails.filter(({ to }) => to.includes('eve'))).toEqual([]);
  });

  it('with other tokens open nothing', async () => {
    const { app, runId, tokens } = await ask([fresh('ada')]);
    const [token = ''] = tokens;
    const [sentEmail] = await rows<{ token_hash: string; id: string }>(
      `select token_hash, id from human_input_letters where run_id = '${runId}'`,
    );
    const other = `${token.slice(0, -1)}${token.endsWith('a') ? 'b' : 'a'}`;
    expect(await show(other)).toMatchObject({ status: 404 });
    expect(await answer(other)).toMatchObject({ status: 404 });
    for (const wrong of ['', sentEmail?.token_hash, sentEmail?.id, `${token}x`, null, { $ne: '' }, [token]]) {
      expect((await post('/form/show', { token: wrong })).status).toBe(400);
    }
    // It is no token of the app's API, and no secret of another form.
    expect((await client.read(app, token)).status).toBe(404);
    expect((await client.answer(app, token)).status).toBe(404);
    // What a receiver may not say: who they are, and files of others.
    expect((await answer(token, { user: 'admin' })).status).toBe(400);
    expect(await answer(token, { action: 'none' })).toMatchObject({ status: 400, body: { code: 'invalid_form_data' } });
    expect((await show(token)).status).toBe(200);
  });

  it('through a workspace that is closed end there', async () => {
    const { tokens } = await ask([fresh('ada')]);
    await rows(`update workspaces set deleted_at = now() where id = '${platform.workspaceId}'`);
    try {
      expect((await show(tokens[0] ?? '')).status).toBe(404);
    } finally {
      await rows(`update workspaces set deleted_at = null where id = '${platform.workspaceId}'`);
    }
    // The server may have looked meanwhile which workspaces are closed, and looks again in its own time.
    await expect.poll(async () => (await platform.management.request('/console/api/workspace')).status).toBe(200);
    expect((await show(tokens[0] ?? '')).status).toBe(200);
  });
});

describe('the link of a form whose app was deleted', () => {
  it('opens nothing and sends no run on, and is good again when the app is back', async () => {
    const { app, runId, tokens } = await ask([fresh('ada')]);
    const [token = ''] = tokens;
    const path = `/console/api/apps/${app.appId}`;
    expect((await platform.management.request(path, { method: 'DELETE' })).status).toBe(204);
    expect((await show(token)).status).toBe(404);
    expect((await answer(token)).status).toBe(404);
    // Nor does its time end while the app is gone.
    const status = () => rows(`select status from human_input_forms where run_id = '${runId}'`);
    await rows(`update human_input_forms set expires_at = now() - interval '1 hour' where run_id = '${runId}'`);
    const other = await ask([fresh('bob')]);
    await rows(`update human_input_forms set expires_at = now() - interval '1 minute' where run_id = '${other.runId}'`);
    const others = () => rows(`select status from human_input_forms where run_id = '${other.runId}'`);
    await expect.poll(others, patience).toEqual([{ status: 'timed-out' }]);
    expect(await status()).toEqual([{ status: 'open' }]);
    await rows(`update human_input_forms set expires_at = now() + interval '1 hour' where run_id = '${runId}'`);
    expect(
      (await platform.management.request(`/console/api/deleted-apps/${app.appId}/restore`, { body: {} })).status,
    ).toBeLessThan(300);
    expect((await show(token)).status).toBe(200);
    expect((await answer(token)).status).toBe(200);
    await finished(app.appId, runId);
  });
});

describe('floods', () => {
  it('of methods in one document reach no more than a hundred receivers', async () => {
    const method = (name: string) => ({
      type: 'email',
      enabled: true,
      config: {
        recipients: { items: Array.from({ length: 30 }, () => external(fresh(name))) },
        subject: 'S',
        body: '{{#url#}}',
      },
    });
    const methods = ['a', 'b', 'c', 'd', 'e'].map(method);
    const app = await platform.importApp(approvalWorkflow({ delivery_methods: methods }));
    const { runId } = await client.run(app);
    expect(await rows(`select id from human_input_letters where run_id = '${runId}'`)).toHaveLength(100);
  });

  it('of one workspace end at its limit of an hour, however many runs try at a time', async () => {
    const narrow = await startPlatform({
      config: { 'human-input': { lettersPerHour: 5 } },
      env: { SMTP_URL: mail.url, MAIL_FROM: 'Weft <weft@example.com>' },
    });
    try {
      const items = [external(fresh('ada')), external(fresh('bob'))];
      const app = await narrow.importApp(asking({ recipients: { items } }));
      const body = { inputs: { order: 'ferns' }, user: 'u', response_mode: 'blocking' };
      const runs = await Promise.all(Array.from({ length: 6 }, () => narrow.post(app.key, '/v1/workflows/run', body)));
      const statuses = runs.map((run) => (run.body as { data: { status: string; error: string | null } }).data);
      expect(statuses.filter(({ status }) => status === 'paused')).toHaveLength(2);
      const failed = statuses.filter(({ status }) => status === 'failed');
      expect(failed).toHaveLength(4);
      expect(failed[0]?.error).toContain('have sent 4 e-mails within an hour, and may send 5');
      const database = narrow.kernel.resolve(Database);
      expect(await runQuery(database, 'select id from human_input_letters')).toHaveLength(4);
      expect(await runQuery(database, 'select id from human_input_forms')).toHaveLength(2);
      await runQuery(database, `update human_input_letters set created_at = now() - interval '61 minutes'`);
      const { body: later } = await narrow.post(app.key, '/v1/workflows/run', body);
      expect(later).toMatchObject({ data: { status: 'paused' } });
    } finally {
      await narrow.dispose();
    }
  });
});

it('without a mail server the form waits all the same, and the log says why nothing was sent', async () => {
  const silent = await sharedPlatform();
  const config = { recipients: { items: [external(fresh('ada'))] }, subject: 'S', body: '{{#url#}}' };
  const methods = [...email(config), { id: 'web', type: 'webapp', enabled: true, config: {} }];
  const app = await silent.importApp(approvalWorkflow({ delivery_methods: methods }));
  const here = new FormClient(silent);
  const { forms } = await here.run(app);
  expect(silent.log.some(({ message }) => message.includes('there is no mail server (SMTP_URL)'))).toBe(true);
  expect((await here.answer(app, forms[0]?.form_token ?? '')).status).toBe(200);
});
