import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#kernel';
import { migrateAgain } from '#plugins/database/testing/migrate-again.ts';
import { runQuery } from '#plugins/database/testing/run-query.ts';
import { createTestDatabase, type TestDatabase } from '#plugins/database/testing/test-database.ts';
import type { Rating } from './contract.ts';
import { ErasureStore } from './erasure-store.ts';
import { FeedbackStore } from './store.ts';

let test: TestDatabase;
let store: FeedbackStore;
beforeAll(async () => {
  test = await createTestDatabase();
  store = new FeedbackStore(test.database);
});
afterAll(() => test.dispose());

const query = <Row>(text: string) => runQuery<Row>(test.database, text);
const today = () => new Date().toISOString().slice(0, 10);
const ever = { from: '2000-01-01', to: '2100-01-01' };

function newPlace() {
  return { workspaceId: newId(), appId: newId() };
}
type Place = ReturnType<typeof newPlace>;

async function give(place: Place, rating: Rating, more: { messageId?: string; endUserId?: string } = {}) {
  const feedback = {
    ...place,
    conversationId: null,
    messageId: newId(),
    endUserId: newId(),
    rating,
    content: null,
    ...more,
  };
  await store.give(feedback);
  return feedback;
}

/** What is shown, and what the rows say: both must be the same. */
async function counts({ workspaceId, appId }: Place) {
  const rows = await query<{ day: string; like: number; dislike: number }>(`
    select to_char(created_at at time zone 'UTC', 'YYYY-MM-DD') as day,
      count(*) filter (where rating = 'like')::int as like, count(*) filter (where rating = 'dislike')::int as dislike
    from message_feedbacks where app_id = '${appId}' and source = 'user' group by 1 order by 1`);
  const daily = [...(await store.daily(workspaceId, appId, ever))].sort();
  expect(daily).toEqual(rows.map(({ day, like, dislike }) => [day, { like, dislike }]));
  return await store.counts(workspaceId, appId);
}

describe('opinions added up by day', () => {
  it('follow what is given, changed and taken back', async () => {
    const place = newPlace();
    expect(await counts(place)).toEqual({ like: 0, dislike: 0 });
    const given = await give(place, 'like');
    await give(place, 'dislike');
    expect(await counts(place)).toEqual({ like: 1, dislike: 1 });
    await store.give({ ...given, rating: 'dislike' });
    await store.give({ ...given, rating: 'dislike', content: 'Once more.' });
    expect(await counts(place)).toEqual({ like: 0, dislike: 2 });
    expect(await store.takeBack(given)).toBe(true);
    expect(await store.takeBack(given)).toBe(false);
    expect(await counts(place)).toEqual({ like: 0, dislike: 1 });
    expect(await counts(newPlace())).toEqual({ like: 0, dislike: 0 });
  });

  it('keep a changed opinion on the day on which it was given', async () => {
    const place = newPlace();
    const given = await give(place, 'like');
    await query(`update message_feedbacks set created_at = created_at - interval '3 days'
      where app_id = '${place.appId}'`);
    // No day is left behind by that: it is as if it had been given then.
    await query(`insert into feedback_days (workspace_id, app_id, day, likes)
      select workspace_id, app_id, (created_at at time zone 'UTC')::date, 1 from message_feedbacks
      where app_id = '${place.appId}'`);
    await store.give({ ...given, rating: 'dislike' });
    await give(place, 'like');
    const daily = [...(await store.daily(place.workspaceId, place.appId, ever))].sort();
    expect(daily).toEqual([
      [expect.not.stringMatching(today()), { like: 0, dislike: 1 }],
      [today(), { like: 1, dislike: 0 }],
    ]);
  });

  it('are exact when many are given, changed and taken back at a time', async () => {
    const place = newPlace();
    const given = await Promise.all(
      Array.from({ length: 40 }, (_, index) => give(place, index % 4 === 0 ? 'dislike' : 'like')),
    );
    await Promise.all(
      given.map((feedback, index) => {
        if (index % 5 === 0) return store.takeBack(feedback);
        return index % 2 === 0 ? store.give({ ...feedback, rating: 'dislike' }) : undefined;
      }),
    );
    expect(await counts(place)).toEqual({ like: 16, dislike: 16 });
  });

  it('forget what an end user said when they are erased', async () => {
    const place = newPlace();
    const endUserId = newId();
    await give(place, 'like', { endUserId });
    await give(place, 'dislike', { endUserId });
    await give(place, 'like');
    const erasure = new ErasureStore(test.database);
    await erasure.removeRest({ ...place, of: 'end-user', id: endUserId });
    expect(await counts(place)).toEqual({ like: 1, dislike: 0 });
    const alone = newPlace();
    await give(alone, 'like', { endUserId });
    await erasure.removeRest({ ...alone, of: 'end-user', id: endUserId });
    const rows = await query(`select from feedback_days where app_id = '${alone.appId}'`);
    expect(rows).toEqual([]);
  });

  it('leave out what is said by those who look after the app', async () => {
    const place = newPlace();
    await give(place, 'like');
    await query(`insert into message_feedbacks (id, workspace_id, app_id, message_id, source, rating)
      values ('${newId()}', '${place.workspaceId}', '${place.appId}', '${newId()}', 'admin', 'like')`);
    expect(await counts(place)).toEqual({ like: 1, dislike: 0 });
  });

  it('are made of the opinions that were there before', async () => {
    const place = newPlace();
    const given = await give(place, 'like');
    await give(place, 'dislike');
    await query('drop function count_feedbacks cascade');
    await query('drop table feedback_days');
    await give(place, 'dislike');
    await migrateAgain(test.database, 'feedbacks/0004-daily-counts');
    expect(await counts(place)).toEqual({ like: 1, dislike: 2 });
    await store.takeBack(given);
    expect(await counts(place)).toEqual({ like: 0, dislike: 2 });
  });
});
