import { promptApp } from '../../../engine/testing/app-document.ts';
import { testClient } from '../../../http/testing/client.ts';
import { bitmap } from '../../avatars/testing/images.ts';
import type { TestPlatform } from '../../delivery-api/testing/platform.ts';
import { askNode, document, endNode, startNode } from '../../human-input/testing/documents.ts';
import { FormClient } from '../../human-input/testing/form-client.ts';
import { Jobs } from '../../jobs/contract.ts';
import { newMember, newWorkspace, type Person } from '../../members/testing/people.ts';
import { deafAddress } from '../../openapi/testing/webhook-calls.ts';

/** Ids of one object of each kind that the console has routes for. */
export interface ConsoleObjects {
  readonly workspace: string;
  /** A chat app with an annotation and a webhook. */
  readonly app: string;
  readonly appKey: string;
  readonly version: string;
  readonly deletedApp: string;
  readonly annotation: string;
  readonly webhook: string;
  readonly delivery: string;
  /** A run of a workflow that waits for its form. */
  readonly run: string;
  readonly form: string;
  readonly member: string;
  readonly invitation: string;
  readonly failedJob: string;
  readonly session: string;
  readonly personalKey: string;
  readonly auditEntry: string;
  /** A sign-in of the workspace's own. */
  readonly connection: string;
  readonly budget: string;
  /** Of no app. */
  readonly tag: string;
  /** Of the chat app. */
  readonly conversation: string;
  readonly message: string;
  readonly endUser: string;
  readonly invoice: string;
  readonly subscriptionChange: string;
  readonly pendingImport: string;
}

export type ConsoleKind = keyof ConsoleObjects;

export interface ConsoleOwner {
  readonly person: Person;
  readonly personalKey: string;
  /** With it and a key of the app the form is read and answered. */
  readonly formToken: string;
  readonly objects: ConsoleObjects;
}

/** What a platform needs for `consoleOwner`. */
export const consoleEnvironment = { WEFT_EGRESS_ALLOW: deafAddress, WEFT_WEBHOOK_ATTEMPTS: '1' };

/** Loads what `consoleOwner` needs beside the house's plugins; once. */
export async function loadWitness(platform: TestPlatform): Promise<void> {
  await platform.kernel.load(new URL('../../jobs/testing/witness-job/', import.meta.url));
}

const budget = { period: 'day', unit: 'tokens', amount: '1000000', action: 'warn' };

const flowDocument = () =>
  document('workflow', { start: startNode, ask: askNode(), yes: endNode({ note: ['ask', 'note'] }), no: endNode({}) }, [
    ['start', 'ask'],
    ['ask', 'yes', 'ok'],
    ['ask', 'no', 'no'],
  ]);

/** Of a version that must be confirmed. */
const laterDocument = (mark: string) =>
  JSON.stringify({ ...JSON.parse(promptApp('chat')), version: '99.0.0', description: mark });

/** Somebody who owns a workspace of his own, with one object of each kind; names and texts in it contain `mark`. */
export async function consoleOwner(platform: TestPlatform, mark: string): Promise<ConsoleOwner> {
  const workspace = await newWorkspace(platform);
  const person = await newMember(platform, 'owner', workspace);
  const call = async (path: string, body?: object, method = body === undefined ? 'GET' : 'POST'): Promise<Item> => {
    const { status, body: answer, text } = await person.client.request(`/console/api/${path}`, { method, body });
    if (status >= 300) throw new Error(`${path} answered ${status}: ${text}`);
    return answer as Item;
  };
  const first = async (path: string): Promise<Item> => {
    for (let attempt = 0; attempt < 400; attempt += 1) {
      const [item] = ((await call(path)) as unknown as { data: Item[] }).data;
      if (item !== undefined) return item;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error(`${path} stays empty`);
  };
  const imported = async (yaml: string) => {
    const made = await call('apps/import', { yaml, name: `${mark} app`, publish: true, key_name: `${mark} key` });
    return { appId: (made.app as Item).id, key: made.api_key as string };
  };
  const chat = await imported(promptApp('chat'));
  const flow = await imported(flowDocument());
  const run = await new FormClient(platform).run(flow, { order: `${mark} ferns` });
  const gone = await imported(promptApp('completion'));
  await testClient(platform.url, person.token).request(`/console/api/apps/${gone.appId}`, { method: 'DELETE' });
  const app = `apps/${chat.appId}`;
  const { id: webhook } = await call(`${app}/webhooks`, { url: `http://${deafAddress}/${mark}` });
  await call(`${app}/webhooks/${webhook}/test`, {});
  const jobs = platform.kernel.resolve(Jobs);
  const payload = { url: 'http://127.0.0.1:1/' };
  await jobs.enqueue({ task: 'witness-job.tell', payload, workspaceId: workspace, maxAttempts: 1 });
  const personal = await call('account/keys', { name: `${mark} key` });
  const invited = { email: `${mark}@example.com`, role: 'member' };
  const connection = {
    kind: 'oidc',
    name: `${mark} sign-in`,
    issuer: `http://${deafAddress}/`,
    client_id: 'weft',
    client_secret: `${mark} secret`,
  };
  const question = { inputs: {}, query: `${mark}?`, user: `${mark} user` };
  const said = await testClient(platform.url, chat.key).request('/v1/chat-messages', { body: question });
  if (said.status !== 200) throw new Error(`the chat answered ${said.status}: ${said.text}`);
  const { conversation_id: conversation, message_id: message } = said.body as Readonly<Record<string, string>>;
  await call('billing/subscription', { plan: 'team' });
  const invoice = await platform.management.request('/console/api/billing/invoices', {
    headers: { 'x-workspace-id': workspace },
    body: { currency: 'EUR', due_at: 1_900_000_000, lines: [{ description: `${mark} month`, amount: '9' }] },
  });
  const objects: ConsoleObjects = {
    workspace,
    app: chat.appId,
    appKey: (await first(`${app}/keys`)).id,
    version: (await first(`${app}/versions`)).id,
    deletedApp: gone.appId,
    annotation: (await call(`${app}/annotations`, { question: `${mark}?`, answer: `${mark}.` })).id,
    webhook,
    pendingImport: String((await call('apps/import', { yaml: laterDocument(mark) })).import_id),
    delivery: (await first(`${app}/webhook-deliveries?status=dead`)).id,
    run: run.runId,
    form: (await first('forms')).id,
    member: await memberWithPicture(platform, workspace),
    invitation: (await call('invitations', invited)).id,
    failedJob: (await first('jobs/failed')).id,
    session: (await first('sessions')).id,
    personalKey: personal.id,
    auditEntry: (await first('audit')).id,
    connection: (await call('sso/connections', connection)).id,
    tag: (await call('tags', { name: `${mark} tag` })).id,
    budget: (await call('budgets', budget, 'PUT')).id,
    conversation: conversation ?? '',
    message: message ?? '',
    endUser: (await first(`${app}/conversations`)).end_user_id as string,
    invoice: (invoice.body as Item).id,
    subscriptionChange: (await first('billing/changes')).id,
  };
  return { person, personalKey: personal.api_key as string, formToken: run.forms[0]?.form_token ?? '', objects };
}

interface Item {
  readonly id: string;
  readonly [field: string]: unknown;
}

async function memberWithPicture(platform: TestPlatform, workspace: string): Promise<string> {
  const { accountId, token } = await newMember(platform, 'editor', workspace);
  const body = new FormData();
  body.append('file', new File([new Uint8Array(bitmap(3))], 'me.bmp'));
  const headers = { authorization: `Bearer ${token}` };
  const { status } = await fetch(`${platform.url}/console/api/account/avatar`, { method: 'PUT', body, headers });
  if (status !== 200) throw new Error(`the picture was answered with ${status}`);
  return accountId;
}
