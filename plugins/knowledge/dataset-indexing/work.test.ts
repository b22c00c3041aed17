import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#kernel';
import { runQuery } from '#plugins/database/testing/run-query.ts';
import { silentLogger } from '#plugins/database/testing/silent-logger.ts';
import { createTestDatabase, type TestDatabase } from '#plugins/database/testing/test-database.ts';
import { AnswerStore } from './answer-store.ts';
import { Sweeper } from './sweeper.ts';
import { type ClaimedWork, type NewWork, WorkStore } from './work-store.ts';

let test: TestDatabase;
let store: WorkStore;
let answers: AnswerStore;
beforeAll(async () => {
  test = await createTestDatabase();
  store = new WorkStore(test.database);
  answers = new AnswerStore(test.database);
});
afterAll(() => test.dispose());

const document = (workspaceId: string): NewWork => {
  return { id: newId(), workspaceId, datasetId: newId(), kind: 'document', revision: 1 };
};
const add = (work: readonly NewWork[]) => store.add(work, test.database.system());
async function claimed(workspaceId: string, limit = 2): Promise<ClaimedWork> {
  const work = await store.claim(workspaceId, limit);
  if (typeof work === 'string') throw new Error(`nothing was taken: ${work}`);
  return work;
}

describe('work', () => {
  it('is taken once, in its order, and not more of it at a time than may be', async () => {
    const workspaceId = newId();
    const all = [document(workspaceId), document(workspaceId), document(workspaceId)];
    for (const each of all) await add([each]);
    const [first, second] = [await claimed(workspaceId), await claimed(workspaceId)];
    expect([first.id, second.id]).toEqual([all[0]?.id, all[1]?.id]);
    expect(await store.claim(workspaceId, 2)).toBe('full');
    await store.end(first);
    expect((await claimed(workspaceId)).id).toBe(all[2]?.id);
  });

  it('attack T01: of another workspace is not taken, renewed or ended', async () => {
    const [mine, theirs] = [newId(), newId()];
    await add([document(theirs)]);
    expect(await store.claim(mine, 2)).toBe('none');
    const work = await claimed(theirs);
    expect(await store.renew({ ...work, workspaceId: mine })).toBe(false);
    await store.end({ ...work, workspaceId: mine });
    expect(await store.renew(work)).toBe(true);
  });

  it('that is asked for again while it is done stays, and is due at once', async () => {
    const workspaceId = newId();
    const one = document(workspaceId);
    await add([one]);
    const work = await claimed(workspaceId);
    await add([{ ...one, revision: 2 }]);
    await store.end(work);
    expect(await claimed(workspaceId)).toMatchObject({ id: one.id, revision: 2, starts: 1 });
  });

  it('of a process that died is taken by the next, which knows how often that was', async () => {
    const workspaceId = newId();
    await add([document(workspaceId)]);
    const lost = await claimed(workspaceId);
    expect(await store.claim(workspaceId, 2)).toBe('none');
    await runQuery(test.database, `update indexing_work set claimed_until = now() where id = '${lost.id}'`);
    const work = await claimed(workspaceId);
    expect(work).toMatchObject({ id: lost.id, starts: 2 });
    expect(await store.renew(lost)).toBe(false);
    await store.leave(work, { failures: 3, seconds: 0 });
    expect(await claimed(workspaceId)).toMatchObject({ failures: 3, starts: 1 });
  });

  it('says when it wants its next turn', async () => {
    const workspaceId = newId();
    expect(await store.nextDue(workspaceId, false)).toBe(null);
    await add([document(workspaceId)]);
    const work = await claimed(workspaceId);
    await store.leave(work, { failures: 1, seconds: 3_600 });
    const due = (await store.nextDue(workspaceId, false))?.getTime() ?? 0;
    expect(due).toBeGreaterThan(Date.now() + 3_000_000);
    expect(await store.nextDue(workspaceId, true)).toBe(null);
  });

  it('goes with its base, but for indexes that are still to be removed', async () => {
    const workspaceId = newId();
    const work = [document(workspaceId), document(workspaceId)];
    const datasetId = work[0]?.datasetId ?? '';
    const drop: NewWork = { ...document(workspaceId), datasetId, kind: 'drop' };
    await add([...work, drop]);
    await store.removeOf(workspaceId, datasetId, test.database.system());
    expect([(await claimed(workspaceId)).id, (await claimed(workspaceId)).id].sort()).toEqual(
      [work[1]?.id, drop.id].sort(),
    );
  });

  it('without a job is found by the sweep', async () => {
    const [forgotten, fresh] = [newId(), newId()];
    const old = document(forgotten);
    await add([old, document(fresh)]);
    await runQuery(
      test.database,
      `update indexing_work set due_at = now() - interval '5 minutes' where id = '${old.id}'`,
    );
    const given: string[] = [];
    const turns = { enqueue: async (workspaceId: string) => void given.push(workspaceId) };
    const bounds = { days: 30, bytes: 1_000 };
    await new Sweeper({ store, turns, answers, bounds, logger: silentLogger }).sweep();
    expect(given).toContain(forgotten);
    expect(given).not.toContain(fresh);
  });
});

describe('what models answered', () => {
  const asked = { provider: 'p', model: 'm', kind: 'document' } as const;
  const texts = ['a', 'b', 'c'];
  const keep = (workspaceId: string) =>
    answers.keep(
      workspaceId,
      asked,
      texts.map((text) => ({ text, answer: Buffer.alloc(400, text) })),
    );

  it('attack T01: is known to its workspace only, for its model and kind', async () => {
    const workspaceId = newId();
    await keep(workspaceId);
    const found = await answers.find(workspaceId, asked, ['x', 'b', 'a']);
    expect([...found].sort().map(([place, answer]) => [place, answer.toString().charAt(0)])).toEqual([
      [1, 'b'],
      [2, 'a'],
    ]);
    expect((await answers.find(newId(), asked, texts)).size).toBe(0);
    expect((await answers.find(workspaceId, { ...asked, model: 'n' }, texts)).size).toBe(0);
    expect((await answers.find(workspaceId, { ...asked, kind: 'pairs' }, texts)).size).toBe(0);
  });

  it('goes when it was not used for long, and what was used longest ago beyond the bytes', async () => {
    const workspaceId = newId();
    await keep(workspaceId);
    expect(await answers.workspaces()).toContain(workspaceId);
    const age = (days: number, limit: number) =>
      runQuery(
        test.database,
        `update model_answers set used_on = used_on - ${days} where key in (
           select key from model_answers where workspace_id = '${workspaceId}' order by key limit ${limit})`,
      );
    await age(31, 1);
    await answers.bound(workspaceId, { days: 30, bytes: 10_000 });
    expect((await answers.find(workspaceId, asked, texts)).size).toBe(2);
    await age(5, 1);
    await answers.bound(workspaceId, { days: 30, bytes: 500 });
    expect((await answers.find(workspaceId, asked, texts)).size).toBe(1);
  });
});
