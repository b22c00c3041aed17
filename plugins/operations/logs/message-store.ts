import { sql } from 'kysely';
import { type Database, few } from '#plugins/database/contract.ts';

/** A message as the log shows it; values are JSON texts. */
export interface MessageLog {
  readonly id: string;
  readonly conversation_id: string | null;
  readonly run_id: string;
  readonly end_user_id: string;
  readonly inputs: string;
  readonly query: string;
  readonly answer: string;
  /** Of the question, and of the answer; JSON texts of lists. */
  readonly files: string;
  readonly answer_files: string;
  readonly status: 'running' | 'normal' | 'stopped' | 'error';
  readonly error: string | null;
  readonly message_tokens: number;
  readonly answer_tokens: number;
  readonly total_price: string;
  readonly currency: string;
  readonly latency: number;
  readonly created_at: Date;
  readonly feedbacks: readonly FeedbackOfMessage[];
  readonly annotation_id: string | null;
  readonly annotation_score: number | null;
}

/** What somebody thinks of it. */
export interface FeedbackOfMessage {
  readonly source: 'user' | 'admin';
  readonly rating: 'like' | 'dislike';
  readonly content: string | null;
}

/** Messages of one conversation with what belongs to them; workspace role, reading only. */
export class MessageLogStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Oldest first, from after `after` on. The caller has found the conversation. */
  async page(
    { workspaceId, appId }: { readonly workspaceId: string; readonly appId: string },
    conversationId: string,
    { after, limit }: { readonly after: string | undefined; readonly limit: number },
  ): Promise<readonly MessageLog[]> {
    const { rows } = await sql<MessageLog>`
      select m.id, m.conversation_id, m.run_id, m.end_user_id, m.inputs::text as inputs, m.query, m.answer,
        m.files::text as files, m.answer_files::text as answer_files, m.status, m.error, m.message_tokens, m.answer_tokens, m.total_price, m.currency, m.latency, m.created_at,
        coalesce(f.feedbacks, '[]') as feedbacks, h.annotation_id, h.score as annotation_score
      from messages m
      left join annotation_hits h on h.message_id = m.id
      left join lateral (
        select json_agg(json_build_object('source', source, 'rating', rating, 'content', content) order by id) as feedbacks
        from message_feedbacks where ${few('message_id', sql`m.id`)}
      ) f on true
      where ${few('m.conversation_id', conversationId)} and m.app_id = ${appId}::uuid
        and m.workspace_id = ${workspaceId}::uuid ${after === undefined ? sql`` : sql`and m.id > ${after}::uuid`}
      order by m.id limit ${limit}`.execute(this.#database.workspace<never>(workspaceId));
    return rows;
  }
}
