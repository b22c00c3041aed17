import { type Kysely, type Selectable, sql } from 'kysely';
import { newId } from '#kernel';
import { type Database, inIndexOrder, only } from '#plugins/database/contract.ts';
import type { Feedback, FeedbackCounts, Feedbacks, Rating, UserFeedback } from './contract.ts';
import type { FeedbackTables } from './tables.ts';

/** Feedback of one workspace at a time. */
export class FeedbackStore implements Feedbacks {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async give(feedback: UserFeedback): Promise<void> {
    const { rating } = feedback;
    const content = feedback.content?.replaceAll('\0', '') ?? null;
    await this.#db(feedback.workspaceId)
      .insertInto('message_feedbacks')
      .values({
        id: newId(),
        workspace_id: feedback.workspaceId,
        app_id: feedback.appId,
        conversation_id: feedback.conversationId,
        message_id: feedback.messageId,
        source: 'user',
        end_user_id: feedback.endUserId,
        account_id: null,
        rating,
        content,
      })
      .onConflict((conflict) =>
        conflict.columns(['message_id', 'source']).doUpdateSet({ rating, content, updated_at: sql`now()` }),
      )
      .execute();
  }

  async takeBack(feedback: Pick<UserFeedback, 'workspaceId' | 'appId' | 'messageId' | 'endUserId'>): Promise<boolean> {
    const result = await this.#db(feedback.workspaceId)
      .deleteFrom('message_feedbacks')
      .where('message_id', '=', feedback.messageId)
      // Asked in a way that no index answers: that of all that the user has given is not to be read for one.
      .where('app_id', 'is not distinct from', feedback.appId)
      .where('end_user_id', 'is not distinct from', feedback.endUserId)
      .where('source', '=', 'user')
      .executeTakeFirst();
    return result.numDeletedRows > 0n;
  }

  async ofMessages(workspaceId: string, messageIds: readonly string[]): Promise<ReadonlyMap<string, Rating>> {
    if (messageIds.length === 0) return new Map();
    const rows = await this.#db(workspaceId)
      .selectFrom('message_feedbacks')
      .select(['message_id', 'rating'])
      .where('message_id', 'in', messageIds)
      .where('source', '=', 'user')
      .execute();
    return new Map(rows.map((row) => [row.message_id, row.rating as Rating]));
  }

  async list(workspaceId: string, appId: string, { page, limit }: { page: number; limit: number }) {
    const rows = await inIndexOrder(this.#db(workspaceId), (db) =>
      db
        .selectFrom('message_feedbacks')
        .selectAll()
        .where(only('app_id', appId))
        .orderBy('id', 'desc')
        .limit(limit)
        .offset((page - 1) * limit)
        .execute(),
    );
    return rows.map(toFeedback);
  }

  async counts(workspaceId: string, appId: string): Promise<FeedbackCounts> {
    const { rows } = await sql<FeedbackCounts>`
      select coalesce(sum(likes), 0)::bigint as like, coalesce(sum(dislikes), 0)::bigint as dislike
      from feedback_days where app_id = ${appId}::uuid`.execute(this.#db(workspaceId));
    return rows[0] ?? { like: 0, dislike: 0 };
  }

  async daily(workspaceId: string, appId: string, { from, to }: { readonly from: string; readonly to: string }) {
    const { rows } = await sql<FeedbackCounts & { readonly day: string }>`
      select to_char(day, 'YYYY-MM-DD') as day, likes as like, dislikes as dislike from feedback_days
      where app_id = ${appId}::uuid and day between ${from}::date and ${to}::date and likes + dislikes > 0`.execute(
      this.#db(workspaceId),
    );
    return new Map(rows.map(({ day, like, dislike }): [string, FeedbackCounts] => [day, { like, dislike }]));
  }

  #db(workspaceId: string): Kysely<FeedbackTables> {
    return this.#database.workspace<FeedbackTables>(workspaceId);
  }
}

function toFeedback(row: Selectable<FeedbackTables['message_feedbacks']>): Feedback {
  return {
    id: row.id,
    workspaceId: row.workspace_id,
    appId: row.app_id,
    conversationId: row.conversation_id,
    messageId: row.message_id,
    source: row.source as Feedback['source'],
    endUserId: row.end_user_id,
    accountId: row.account_id,
    rating: row.rating as Rating,
    content: row.content,
    createdAt: row.created_at.getTime(),
    updatedAt: row.updated_at.getTime(),
  };
}
