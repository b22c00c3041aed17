import { fromJson } from '#engine';
import { rawJson } from '#http';
import type { ConversationDetail, ConversationLog } from './conversation-store.ts';
import type { MessageLog } from './message-store.ts';
import type { RunLog } from './run-store.ts';

/** Where a run came from, as `source` chooses it. */
function sourceOf({ triggered_from: from, user_type: type }: Pick<RunLog, 'triggered_from' | 'user_type'>): string {
  return from === 'app-run' ? (type ?? 'service-api') : from;
}

/** Times are seconds since the epoch, prices decimal texts. */
export function runLogItem(run: RunLog) {
  return {
    id: run.id,
    kind: run.kind,
    version_id: run.version_id,
    source: sourceOf(run),
    end_user_id: run.created_by_role === 'end_user' ? run.created_by : null,
    user: run.user,
    message_id: run.message_id,
    conversation_id: run.conversation_id,
    status: run.status,
    error: run.error,
    error_code: run.error_code,
    total_steps: run.total_steps,
    total_tokens: run.total_tokens,
    total_price: run.total_price,
    currency: run.currency,
    elapsed_time: run.elapsed,
    likes: run.likes,
    dislikes: run.dislikes,
    annotated: run.is_annotated,
    created_at: seconds(run.created_at),
    finished_at: run.finished_at === null ? null : seconds(run.finished_at),
  };
}

export function conversationLogItem(conversation: ConversationLog) {
  return {
    id: conversation.id,
    name: conversation.name,
    mode: conversation.mode,
    end_user_id: conversation.end_user_id,
    user: conversation.user,
    source: conversation.user_type ?? 'service-api',
    messages: conversation.messages,
    errors: conversation.errors,
    tokens: conversation.tokens,
    prices: conversation.prices.map(({ currency, amount }) => ({ currency, amount })),
    likes: conversation.likes,
    dislikes: conversation.dislikes,
    annotated: conversation.annotated,
    created_at: seconds(conversation.created_at),
    updated_at: seconds(conversation.updated_at),
  };
}

export function conversationDetailItem(conversation: ConversationDetail) {
  const { inputs, introduction } = conversation;
  return { ...conversationLogItem(conversation), inputs: rawJson(inputs), introduction };
}

export function messageLogItem(message: MessageLog) {
  return {
    id: message.id,
    run_id: message.run_id,
    inputs: rawJson(message.inputs),
    query: message.query,
    answer: message.answer,
    files: [...filesOf(message.files, 'user'), ...filesOf(message.answer_files, 'assistant')],
    status: message.status,
    error: message.error,
    message_tokens: message.message_tokens,
    answer_tokens: message.answer_tokens,
    total_price: message.total_price,
    currency: message.currency,
    latency: message.latency,
    feedbacks: message.feedbacks.map(({ source, rating, content }) => ({ from_source: source, rating, content })),
    annotation: annotationOf(message),
    created_at: seconds(message.created_at),
  };
}

/** What is known of files; they are read where their run is shown, as long as there are both. */
function filesOf(text: string, belongsTo: 'user' | 'assistant') {
  if (text === '[]') return [];
  return (fromJson(text) as readonly Readonly<Record<string, unknown>>[]).map((file) => ({
    filename: textOrNull(file.filename),
    type: textOrNull(file.type),
    mime_type: textOrNull(file.mime_type),
    size: typeof file.size === 'number' ? file.size : null,
    belongs_to: belongsTo,
  }));
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

function annotationOf({ annotation_id: id, annotation_score: score }: MessageLog) {
  // Written together.
  return id === null || score === null ? null : { id, score };
}

/** As the console writes times. */
export function seconds(time: Date): number {
  return Math.floor(time.getTime() / 1000);
}
