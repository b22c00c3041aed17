import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#kernel';
import { createTestDatabase, type TestDatabase } from '#plugins/database/testing/test-database.ts';
import { FormStore, type NewForm } from './store.ts';

let test: TestDatabase;
let store: FormStore;

beforeAll(async () => {
  test = await createTestDatabase();
  store = new FormStore(test.database);
});
afterAll(() => test.dispose());

function form(changes: Partial<NewForm> = {}): NewForm {
  return {
    id: newId(),
    workspaceId: crypto.randomUUID(),
    appId: newId(),
    runId: newId(),
    executionId: crypto.randomUUID(),
    nodeId: 'ask',
    nodeTitle: 'Ask',
    content: ['Well?'],
    inputs: [],
    actions: [{ id: 'ok', title: 'OK', button_style: 'default' }],
    defaults: {},
    token: { hash: crypto.randomUUID(), sealed: 'sealed' },
    waitSeconds: 3_600,
    endsRun: false,
    ...changes,
  };
}

const answer = { actionId: 'ok', answers: '{}', user: null };

describe('the store of forms', () => {
  it('keeps one form per execution: the first', async () => {
    const first = form();
    const { workspaceId, runId, executionId } = first;
    const isNew = await Promise.all(
      Array.from({ length: 8 }, () => store.insert({ ...first, id: newId(), token: null })),
    );
    expect(isNew.filter((value) => value)).toHaveLength(1);
    expect(await store.ofExecution(workspaceId, runId, executionId)).toMatchObject({ isOpen: true, isTold: false });
    expect(await store.ofRuns(workspaceId, [runId])).toHaveLength(1);
  });

  it('forgets the forms of runs that are forgotten, and no other', async () => {
    const old = '00000001-0000-7000-8000-000000000000';
    const [taken, waiting, later] = [form({ runId: old }), form({ runId: old }), form()];
    for (const each of [taken, waiting, later]) await store.insert(each);
    await store.take(taken.workspaceId, taken.id);
    await store.take(later.workspaceId, later.id);
    await store.forget('00000002-0000-0000-0000-000000000000');
    const left = await Promise.all([taken, waiting, later].map(({ workspaceId, id }) => store.byId(workspaceId, id)));
    expect(left.map((found) => found?.id)).toEqual([undefined, waiting.id, later.id]);
  });

  it('takes the first of many answers', async () => {
    const one = form();
    await store.insert(one);
    const taken = await Promise.all(Array.from({ length: 8 }, () => store.submit(one.workspaceId, one.id, answer)));
    expect(taken.filter((value) => value)).toHaveLength(1);
    expect(await store.hasUntaken(one.workspaceId, one.runId)).toBe(true);
    await store.take(one.workspaceId, one.id);
    expect(await store.hasUntaken(one.workspaceId, one.runId)).toBe(false);
  });

  it('takes no answer after the time is over, even before anybody has noticed', async () => {
    const late = form({ waitSeconds: 0 });
    await store.insert(late);
    expect(await store.submit(late.workspaceId, late.id, answer)).toBe(false);
    expect(await store.byId(late.workspaceId, late.id)).toMatchObject({ status: 'open', isOpen: false });
  });

  it('shows and changes no form of another workspace', async () => {
    const own = form();
    const other = crypto.randomUUID();
    await store.insert(own);
    const hash = own.token?.hash ?? '';
    expect(await store.byId(other, own.id)).toBeNull();
    expect(await store.byToken(other, own.appId, hash)).toBeNull();
    expect(await store.byToken(own.workspaceId, newId(), hash)).toBeNull();
    expect(await store.ofExecution(other, own.runId, own.executionId)).toBeNull();
    expect(await store.list(other, { limit: 100 })).toEqual([]);
    expect(await store.submit(other, own.id, answer)).toBe(false);
    await store.close(other, own.runId);
    expect(await store.byToken(own.workspaceId, own.appId, hash)).toMatchObject({ id: own.id, isOpen: true });
  });

  it('gives each form whose time is over to one of many who look', async () => {
    await store.expire(1_000);
    const due = Array.from({ length: 12 }, (_, index) => form({ waitSeconds: 0, endsRun: index % 2 === 1 }));
    for (const one of due) await store.insert(one);
    const found = (await Promise.all(Array.from({ length: 6 }, () => store.expire(2)))).flat();
    // Those who looked at the same moment may have left some for the next look.
    for (let more = await store.expire(4); more.length > 0; more = await store.expire(4)) found.push(...more);
    expect(found.map(({ id }) => id).sort()).toEqual(due.map(({ id }) => id).sort());
    expect(found.filter(({ status }) => status === 'expired')).toHaveLength(6);
    expect(found.filter(({ status }) => status === 'timed-out')).toHaveLength(6);
    expect(await store.untaken(60, 100)).toEqual([]);
    const untaken = (await store.untaken(-1, 100)).map(({ id }) => id);
    expect(untaken).toEqual(expect.arrayContaining(due.map(({ id }) => id)));
  });

  it('closes what a run leaves', async () => {
    const open = form();
    const settled = { ...form(), workspaceId: open.workspaceId, runId: open.runId };
    for (const one of [open, settled]) await store.insert(one);
    await store.submit(settled.workspaceId, settled.id, answer);
    await store.close(open.workspaceId, open.runId);
    expect(await store.byId(open.workspaceId, open.id)).toMatchObject({ status: 'closed', isOpen: false });
    expect(await store.byId(open.workspaceId, settled.id)).toMatchObject({ status: 'submitted' });
    expect(await store.hasUntaken(open.workspaceId, open.runId)).toBe(false);
  });
});
