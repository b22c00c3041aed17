import { Documents } from '#engine';
import { promptApp } from '#engine/testing/app-document.ts';
import { Apps } from '#plugins/apps/contract.ts';
import { batchClient } from '#plugins/batch-api/testing/batch-client.ts';
import { ConversationShares } from '#plugins/conversations/contract.ts';
import { endUserId } from '#plugins/end-users/contract.ts';
import { rememberingChat } from '#plugins/history-api/testing/documents.ts';
import { askNode, document, endNode, startNode } from '#plugins/human-input/testing/documents.ts';
import { FormClient } from '#plugins/human-input/testing/form-client.ts';
import { Workspaces } from '#plugins/workspaces/contract.ts';
import type { ImportedApp, TestPlatform } from './platform.ts';

/** The apps of an owner. */
export interface OwnedApps {
  /** A chatflow with variables, files, a voice, and suggestions. */
  readonly chat: ImportedApp;
  /** A workflow that waits for people. */
  readonly flow: ImportedApp;
  readonly completion: ImportedApp;
}

/** The ids of one user's objects. */
export interface OwnedObjects {
  readonly conversation: string;
  readonly message: string;
  readonly variable: string;
  /** An upload that a message took. */
  readonly file: string;
  /** An upload for the workflow, which nothing took yet. */
  readonly paper: string;
  readonly chatVersion: string;
  readonly chatTask: string;
  /** A run that waits for people, its form, and the version it is of. */
  readonly run: string;
  /** One that waited, and is over. */
  readonly ended: string;
  readonly task: string;
  readonly form: string;
  readonly version: string;
  readonly endUser: string;
  readonly completionTask: string;
  /** A batch of the completion app that is over. */
  readonly batch: string;
  readonly annotation: string;
  /** A link to the conversation, and the token in it. */
  readonly share: string;
  readonly shareToken: string;
  /** A job that switched the annotation reply off. */
  readonly annotationJob: string;
}

export type ObjectKind = keyof OwnedObjects;

export interface Owner {
  readonly user: string;
  readonly apps: OwnedApps;
  readonly objects: OwnedObjects;
}

const fileRules = {
  allowed_file_types: ['document'],
  allowed_file_upload_methods: ['local_file'],
};

function chatDocument(): string {
  const tree = JSON.parse(rememberingChat());
  tree.workflow.features = {
    suggested_questions_after_answer: { enabled: true },
    text_to_speech: { enabled: true, voice: '' },
    file_upload: { enabled: true, number_limits: 3, ...fileRules },
  };
  return JSON.stringify(tree);
}

function flowDocument(): string {
  const paper = { variable: 'paper', label: 'Paper', type: 'file', required: false, ...fileRules };
  const start = { ...startNode, variables: [...(startNode.variables as object[]), paper] };
  const nodes = {
    start,
    ask: askNode(),
    yes: endNode({ note: ['ask', 'note'] }),
    no: endNode({ no: ['ask', 'note'] }),
  };
  const edges = [
    ['start', 'ask'],
    ['ask', 'yes', 'ok'],
    ['ask', 'no', 'no'],
  ] as const;
  return document('workflow', nodes, edges);
}

const switchedOff = { score_threshold: 0.9, embedding_provider_name: 'demo', embedding_model_name: 'demo-embedding' };

const documents = (): readonly string[] => [chatDocument(), flowDocument(), promptApp('completion')];

/** Apps in the first workspace. */
export async function ownedApps(platform: TestPlatform): Promise<OwnedApps> {
  return asApps(await Promise.all(documents().map((yaml) => platform.importApp(yaml))));
}

/** The same apps in a workspace of somebody else. */
export async function foreignApps(platform: TestPlatform): Promise<OwnedApps> {
  const { kernel } = platform;
  const apps = kernel.resolve(Apps);
  const values = { name: 'Neighbour', plan: 'unlimited', ownerName: 'Eve' };
  const { id: workspaceId } = await kernel.resolve(Workspaces).create(values);
  const made = documents().map(async (yaml) => {
    const { id: appId } = await apps.import(workspaceId, kernel.resolve(Documents).parse(yaml));
    await apps.publish(workspaceId, appId);
    return { appId, key: (await apps.createKey(workspaceId, appId, 'theirs')).secret };
  });
  return asApps(await Promise.all(made));
}

function asApps([chat, flow, completion]: readonly ImportedApp[]): OwnedApps {
  if (chat === undefined || flow === undefined || completion === undefined) throw new Error('an app is missing');
  return { chat, flow, completion };
}

/** Uses the apps as `user`, so that there is one object of each kind. */
export async function ownerOf(platform: TestPlatform, apps: OwnedApps, user: string): Promise<Owner> {
  const { chat, flow, completion } = apps;
  const file = await upload(platform, chat.key, user);
  const files = [{ type: 'document', transfer_method: 'local_file', upload_file_id: file }];
  const message = { inputs: {}, query: `I am ${user}`, user, files };
  const said = await fieldsOf(platform, chat.key, '/v1/chat-messages', message);
  await platform.post(chat.key, `/v1/messages/${said.message_id}/feedbacks`, { user, rating: 'like' });
  const variables = await platform.get(
    chat.key,
    `/v1/conversations/${said.conversation_id}/variables?limit=1&user=${user}`,
  );
  const client = new FormClient(platform);
  const ended = await client.run(flow, { order: 'moss' }, user);
  await client.answer(flow, ended.forms[0]?.form_token ?? '');
  await client.follow(flow, ended.runId, '', user);
  const waiting = await client.run(flow, { order: 'ferns' }, user);
  const logs = await platform.get(flow.key, `/v1/workflows/logs?created_by_end_user_session_id=${user}`);
  const chatVersion = await platform.kernel.resolve(Apps).byKey(chat.key);
  const version = await platform.kernel.resolve(Apps).byKey(flow.key);
  const written = await fieldsOf(platform, completion.key, '/v1/completion-messages', {
    inputs: { topic: 'ferns' },
    user,
  });
  const shareToken = `a-token-of-${user}-${chat.appId}`;
  const chatOwner = {
    workspaceId: chatVersion?.app.workspaceId ?? '',
    appId: chat.appId,
    endUserId: endUserId({ appId: chat.appId, type: 'service-api', sessionId: user }),
  };
  const share = await platform.kernel
    .resolve(ConversationShares)
    .create(chatOwner, said.conversation_id ?? '', shareToken);
  const objects: Record<ObjectKind, string | undefined> = {
    conversation: said.conversation_id,
    message: said.message_id,
    share: share?.id,
    shareToken,
    variable: (variables.body as { data: { id: string }[] }).data[0]?.id,
    file,
    paper: await upload(platform, flow.key, user),
    chatVersion: chatVersion?.version?.id,
    chatTask: said.task_id,
    run: waiting.runId,
    ended: ended.runId,
    task: waiting.taskId,
    form: waiting.forms[0]?.form_token,
    version: version?.version?.id,
    endUser: (logs.body as { data: { created_by_end_user: { id: string } }[] }).data[0]?.created_by_end_user.id,
    completionTask: written.task_id,
    batch: await finishedBatch(platform, completion.key, user),
    annotation: (await fieldsOf(platform, chat.key, '/v1/apps/annotations', { question: 'Q?', answer: 'A.' })).id,
    annotationJob: (await fieldsOf(platform, chat.key, '/v1/apps/annotation-reply/disable', switchedOff)).job_id,
  };
  for (const [kind, id] of Object.entries(objects)) if (!id) throw new Error(`${user} has no ${kind}`);
  return { user, apps, objects: objects as OwnedObjects };
}

async function finishedBatch({ url }: TestPlatform, key: string, user: string): Promise<string> {
  const client = batchClient(url, key, user);
  const { id } = await client.create(`topic\na secret of ${user}\n`);
  await client.until(id, ({ status }) => status === 'finished');
  return id;
}

async function fieldsOf(platform: TestPlatform, key: string, path: string, body: object) {
  const answer = await platform.post(key, path, body);
  if (!answer.status.toString().startsWith('20')) throw new Error(`${path} answered ${answer.status}: ${answer.text}`);
  return answer.body as Record<string, string>;
}

/** A file of that user's; gives its id. */
export async function upload(platform: TestPlatform, key: string, user: string): Promise<string> {
  const form = new FormData();
  form.append('file', new File([`a secret of ${user}`], 'secret.txt', { type: 'text/plain' }));
  form.append('user', user);
  const headers = { authorization: `Bearer ${key}` };
  const answer = await fetch(`${platform.url}/v1/files/upload`, { method: 'POST', body: form, headers });
  if (answer.status !== 201) throw new Error(`the upload answered ${answer.status}: ${await answer.text()}`);
  return ((await answer.json()) as { id: string }).id;
}
