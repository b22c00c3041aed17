import { CompiledQuery, sql } from 'kysely';
import type { Sink } from '#plugins/database/contract.ts';
import { clean, cleanJson } from './clean-text.ts';
import type { Conversation, ConversationVariable, Message } from './contract.ts';

/** Rows by id: of several states of one row in a batch the last is written. */
function latest<Row>(rows: readonly Row[], key: (row: Row) => string): Row[] {
  if (rows.length === 1) return [...rows];
  return [...new Map(rows.map((row) => [key(row), row])).values()];
}

/** Statements of one parameter, `$1` as JSON, whatever the rows: prepared once, and put together here instead of with each call. */
const CONVERSATIONS = `
  insert into conversations (id, workspace_id, app_id, end_user_id, name, mode, inputs, introduction,
    dialogue_count, created_at, updated_at)
  select id, workspace_id, app_id, end_user_id, name, mode, inputs::json, introduction,
    dialogue_count, created_at, updated_at
  from json_to_recordset($1::json) as r(id uuid, workspace_id uuid, app_id uuid,
    end_user_id uuid, name text, mode text, inputs text, introduction text, dialogue_count integer,
    created_at timestamptz, updated_at timestamptz)
  on conflict (id) do update set
    dialogue_count = greatest(conversations.dialogue_count, excluded.dialogue_count),
    updated_at = greatest(conversations.updated_at, excluded.updated_at),
    archived = conversations.archived and excluded.dialogue_count <= conversations.dialogue_count
  where excluded.dialogue_count > conversations.dialogue_count
    or excluded.updated_at > conversations.updated_at + interval '10 seconds'`;

/**
 * Conversations: the first row creates one, later ones count its messages. A name given meanwhile stays. One that was put away
 * comes back with its next message. An answer that comes
 * within ten seconds of its question moves nothing: a change of `updated_at` is one of all indexes.
 */
export const conversationSink: Sink<Conversation> = {
  id: 'conversations.conversations',
  isSingleStatement: true,
  async write(db, rows) {
    const records = latest(rows, (row) => row.id).map((row) => ({
      id: row.id,
      workspace_id: row.workspaceId,
      app_id: row.appId,
      end_user_id: row.endUserId,
      name: clean(row.name),
      mode: row.mode,
      inputs: cleanJson(row.inputs),
      introduction: clean(row.introduction),
      dialogue_count: row.dialogueCount,
      created_at: new Date(row.createdAt),
      updated_at: new Date(row.updatedAt),
    }));
    await db.executeQuery(CompiledQuery.raw(CONVERSATIONS, [JSON.stringify(records)]));
  },
};

const MESSAGES = `
  insert into messages (id, workspace_id, app_id, conversation_id, end_user_id, run_id, inputs, query, answer,
    files, answer_files, citations, agent_thoughts, status, error, message_tokens, answer_tokens, total_price,
    currency, latency, created_at, parent_id)
  select id, workspace_id, app_id, conversation_id, end_user_id, run_id, inputs::json, query, answer,
    files::json, answer_files::json, citations::json, agent_thoughts::json, status, error, message_tokens,
    answer_tokens, total_price, currency, latency, created_at, parent_id
  from json_to_recordset($1::json) as r(id uuid, workspace_id uuid, app_id uuid,
    conversation_id uuid, end_user_id uuid, run_id uuid, inputs text, query text, answer text, files text,
    answer_files text, citations text, agent_thoughts text, status text, error text, message_tokens integer,
    answer_tokens integer, total_price numeric, currency text, latency double precision, created_at timestamptz,
    parent_id uuid)
  on conflict (id) do update set
    answer = excluded.answer, answer_files = excluded.answer_files, citations = excluded.citations,
    agent_thoughts = excluded.agent_thoughts,
    status = excluded.status, error = excluded.error, message_tokens = excluded.message_tokens,
    answer_tokens = excluded.answer_tokens, total_price = excluded.total_price, currency = excluded.currency,
    latency = excluded.latency
  where messages.status = 'running'`;

/** Messages: written when a run is accepted and again, complete, when it ends. */
export const messageSink: Sink<Message> = {
  id: 'conversations.messages',
  isSingleStatement: true,
  weigh: ({ inputs, query, answer, citations, agentThoughts }) =>
    inputs.length + query.length + answer.length + citations.length + agentThoughts.length,
  async write(db, rows) {
    const records = latest(rows, (row) => row.id).map((row) => ({
      id: row.id,
      workspace_id: row.workspaceId,
      app_id: row.appId,
      conversation_id: row.conversationId,
      end_user_id: row.endUserId,
      run_id: row.runId,
      inputs: cleanJson(row.inputs),
      query: clean(row.query),
      answer: clean(row.answer),
      files: cleanJson(row.files),
      answer_files: cleanJson(row.answerFiles),
      citations: cleanJson(row.citations),
      agent_thoughts: cleanJson(row.agentThoughts),
      status: row.status,
      error: row.error === null ? null : clean(row.error),
      message_tokens: row.messageTokens,
      answer_tokens: row.answerTokens,
      total_price: row.totalPrice,
      currency: row.currency,
      latency: row.latency,
      created_at: new Date(row.createdAt),
      parent_id: row.parentId ?? null,
    }));
    await db.executeQuery(CompiledQuery.raw(MESSAGES, [JSON.stringify(records)]));
  },
};

export interface VariableRow extends ConversationVariable {
  readonly workspaceId: string;
  readonly conversationId: string;
}

/** Conversation variables as runs leave them. */
export const variableSink: Sink<VariableRow> = {
  id: 'conversations.variables',
  isSingleStatement: true,
  async write(db, rows) {
    const records = latest(rows, (row) => `${row.conversationId}.${row.name}`).map((row) => ({
      conversation_id: row.conversationId,
      name: clean(row.name),
      workspace_id: row.workspaceId,
      value_type: row.valueType,
      value: cleanJson(row.value),
    }));
    await sql`
      insert into conversation_variables (conversation_id, name, workspace_id, value_type, value)
      select conversation_id, name, workspace_id, value_type, value::json
      from json_to_recordset(${JSON.stringify(records)}::json)
        as r(conversation_id uuid, name text, workspace_id uuid, value_type text, value text)
      on conflict (conversation_id, name) do update set
        value_type = excluded.value_type, value = excluded.value, updated_at = now()`.execute(db);
  },
};

/** Settles messages whose run was left behind by a dead process. */
export const abandonedSink: Sink<{ readonly runId: string; readonly reason: string }> = {
  id: 'conversations.abandoned',
  isSingleStatement: true,
  async write(db, rows) {
    await sql`
      update messages set status = 'error', error = r.reason
      from json_to_recordset(${JSON.stringify(rows.map((row) => ({ run_id: row.runId, reason: row.reason })))}::json)
        as r(run_id uuid, reason text)
      where messages.run_id = r.run_id and messages.status = 'running'`.execute(db);
  },
};
