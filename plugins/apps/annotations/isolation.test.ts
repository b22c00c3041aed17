import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Documents } from '#engine';
import { promptApp } from '#engine/testing/app-document.ts';
import { newId } from '#kernel';
import { Apps } from '#plugins/apps/contract.ts';
import { Database, entry, GroupCommit } from '#plugins/database/contract.ts';
import { tableSums } from '#plugins/database/testing/table-sums.ts';
import { startPlatform, type TestPlatform } from '#plugins/delivery-api/testing/platform.ts';
import { Workspaces } from '#plugins/workspaces/contract.ts';
import { AnnotationStore } from './annotation-store.ts';
import { AnnotationClient, annotationOf, demoModel } from './testing/annotated-app.ts';
import { hitSink } from './vector-store.ts';

interface Owner {
  readonly workspaceId: string;
  readonly appId: string;
  readonly key: string;
  readonly client: AnnotationClient;
  /** An annotation, and the job that switched the reply on. */
  readonly annotation: string;
  readonly job: string;
}

let platform: TestPlatform;
let mine: Owner;
const strangers = new Map<string, Owner>();

beforeAll(async () => {
  platform = await startPlatform({ threads: 0 });
  const { kernel, workspaceId } = platform;
  const first = await platform.importApp(promptApp('chat'));
  mine = await owner({ ...first, workspaceId });
  strangers.set('another app', await owner({ ...(await platform.importApp(promptApp('chat'))), workspaceId }));
  const values = { name: 'Neighbour', plan: 'unlimited', ownerName: 'Eve' };
  const { id: foreign } = await kernel.resolve(Workspaces).create(values);
  const apps = kernel.resolve(Apps);
  const { id: appId } = await apps.import(foreign, kernel.resolve(Documents).parse(promptApp('chat')));
  await apps.publish(foreign, appId);
  const { secret: key } = await apps.createKey(foreign, appId, 'theirs');
  strangers.set('another workspace', await owner({ workspaceId: foreign, appId, key }));
});
afterAll(() => platform.dispose());

/** Has one annotation that answers its own question. */
async function owner(app: { workspaceId: string; appId: string; key: string }): Promise<Owner> {
  const client = new AnnotationClient(platform.url, app.key);
  const { id } = await client.add('What is the secret word?', `The secret of ${app.appId}.`);
  const job = await client.begin();
  await client.ended(job);
  await client.answered('What is the secret word?');
  return { ...app, client, annotation: id, job };
}

const database = () => platform.kernel.resolve(Database);

describe.each(['another app', 'another workspace'])('the key of %s', (whose) => {
  const stranger = () => strangers.get(whose) ?? mine;

  it('changes and deletes nothing', async () => {
    const before = await tableSums(database());
    const { client } = stranger();
    const wrong = { status: 404, body: { code: 'not_found' } };
    const text = { question: 'Mine now?', answer: 'No.' };
    expect(await client.send('PUT', `annotations/${mine.annotation}`, text)).toMatchObject(wrong);
    expect(await client.send('DELETE', `annotations/${mine.annotation}`)).toMatchObject(wrong);
    expect(await client.send('GET', `annotation-reply/enable/status/${mine.job}`)).toMatchObject({
      status: 400,
      body: { code: 'invalid_param' },
    });
    expect(await tableSums(database())).toEqual(before);
  });

  it('lists and is answered with its own', async () => {
    const { client, key, appId, annotation } = stranger();
    const { body } = await client.send('GET', 'annotations?keyword=secret');
    expect(body).toMatchObject({ total: 1, data: [{ id: annotation }] });
    const said = await platform.post(key, '/v1/chat-messages', {
      inputs: {},
      query: 'what is the secret word',
      user: 'u',
    });
    expect(said.body).toMatchObject({ answer: `The secret of ${appId}.` });
    expect(annotationOf(said.body)).toMatchObject({ id: annotation });
  });
});

describe('whoever looks after the first workspace', () => {
  it('finds no app of another workspace, and no annotation under another app', async () => {
    const foreign = strangers.get('another workspace') ?? mine;
    const sibling = strangers.get('another app') ?? mine;
    const { management } = platform;
    for (const path of ['annotations', `annotations/${foreign.annotation}/hits`, 'annotation-reply']) {
      expect((await management.request(`/console/api/apps/${foreign.appId}/${path}`)).status).toBe(404);
    }
    const reply = { score_threshold: 0, ...demoModel };
    const switching = { method: 'PUT', body: reply };
    expect((await management.request(`/console/api/apps/${foreign.appId}/annotation-reply`, switching)).status).toBe(
      404,
    );
    const path = `/console/api/apps/${mine.appId}/annotations/${sibling.annotation}`;
    expect((await management.request(path, { method: 'DELETE' })).status).toBe(404);
    expect((await management.request(`${path}/hits`)).status).toBe(404);
  });
});

describe('a session of one workspace', () => {
  type Tables = Record<(typeof tables)[number], { workspace_id: string }>;
  const tables = [
    'annotations',
    'annotation_vectors',
    'annotation_replies',
    'annotation_jobs',
    'annotation_hits',
  ] as const;

  it.each(tables)('sees and changes no row of another in %s', async (table) => {
    const foreign = strangers.get('another workspace') ?? mine;
    const count = async (workspaceId: string | null) => {
      const db = workspaceId === null ? database().system<Tables>() : database().workspace<Tables>(workspaceId);
      const rows = await db
        .selectFrom(table)
        .select('workspace_id')
        .where('workspace_id', '=', foreign.workspaceId)
        .execute();
      return rows.length;
    };
    expect(await count(null)).toBeGreaterThan(0);
    expect(await count(foreign.workspaceId)).toBe(await count(null));
    expect(await count(mine.workspaceId)).toBe(0);
  });

  it('reaches nothing by the id of a foreign app', async () => {
    const foreign = strangers.get('another workspace') ?? mine;
    const store = new AnnotationStore(database(), 10);
    const crossed = { workspaceId: mine.workspaceId, appId: foreign.appId };
    expect(await store.find(crossed, foreign.annotation)).toBeNull();
    expect((await store.list(crossed, { keyword: '', page: 1, limit: 20 })).total).toBe(0);
    expect(await store.update(crossed, foreign.annotation, { question: 'x', answer: 'y' })).toBeNull();
    expect(await store.delete(crossed, foreign.annotation)).toBe(false);
    expect(await store.find({ ...foreign }, foreign.annotation)).not.toBeNull();
  });
});

describe('the record of hits', () => {
  it('counts no annotation of another workspace, and each message once', async () => {
    const foreign = strangers.get('another workspace') ?? mine;
    const hits = async ({ client }: Owner) =>
      ((await client.send('GET', 'annotations')).body as { data: { hit_count: number }[] }).data[0]?.hit_count ?? -1;
    const before = [await hits(mine), await hits(foreign)];
    const place = { workspaceId: mine.workspaceId, appId: mine.appId };
    const hit = { ...place, messageId: newId(), query: 'q\\u0000"', score: 1, source: 'service-api' };
    const groups = platform.kernel.resolve(GroupCommit);
    await groups.add([entry(hitSink, { ...hit, annotationId: foreign.annotation })]);
    await groups.add([entry(hitSink, { ...hit, annotationId: mine.annotation })]);
    await groups.add([entry(hitSink, { ...hit, annotationId: mine.annotation })]);
    await groups.add([entry(hitSink, { ...hit, messageId: newId(), annotationId: newId() })]);
    expect([await hits(mine), await hits(foreign)]).toEqual([(before[0] ?? 0) + 1, before[1]]);
  });
});
