import { rawJson, stringify, unixSeconds } from '#http';
import type { MessageOfRun } from '#plugins/conversations/contract.ts';
import type { EndingRun, RunDetail } from '#plugins/runs/contract.ts';
import type { WebhookEvent } from './contract.ts';

/** Characters of outputs that are sent; larger ones are named instead. */
const MAX = 65_536;

export interface RunEvent {
  readonly type: string;
  readonly occurredAt: Date;
  readonly run: RunDetail;
  /** null: the run writes none. */
  readonly message: MessageOfRun | null;
}

/** What an event that a run has ended, or waits, is called. */
export function eventOfEnd(end: EndingRun['end']): WebhookEvent {
  if (end.kind === 'run-paused') return 'run.paused';
  return end.status === 'failed' || end.status === 'stopped' ? `run.${end.status}` : 'run.succeeded';
}

/** The body of a message about a run: `{type, timestamp, data}` (Standard Webhooks, payload). */
export function eventBody({ type, occurredAt, run, message }: RunEvent): string {
  const status = type === 'run.paused' ? 'paused' : run.status;
  const data = {
    app_id: run.appId,
    workflow_run_id: run.id,
    task_id: run.taskId,
    ...(message !== null && {
      message_id: message.messageId,
      ...(message.conversationId !== null && { conversation_id: message.conversationId }),
    }),
    status,
    ...(message === null ? outputsOf(run) : answerOf(run)),
    error: run.error,
    total_tokens: run.totalTokens,
    total_steps: run.totalSteps,
    total_price: run.totalPrice,
    currency: run.currency,
    elapsed_time: run.elapsed,
    created_at: unixSeconds(run.createdAt),
    finished_at: status === 'paused' ? null : unixSeconds(run.finishedAt),
  };
  return stringify({ type, timestamp: occurredAt.toISOString(), data });
}

function outputsOf({ id, outputs }: RunDetail): Readonly<Record<string, unknown>> {
  const text = outputs ?? '{}';
  if (text.length <= MAX) return { outputs: rawJson(text) };
  return { outputs: null, outputs_truncated: true, note: tooLarge('outputs', `/v1/workflows/run/${id}`) };
}

function answerOf({ outputs }: RunDetail): Readonly<Record<string, unknown>> {
  const parsed = JSON.parse(outputs ?? '{}') as { readonly answer?: unknown };
  const answer = typeof parsed.answer === 'string' ? parsed.answer : '';
  if (answer.length <= MAX) return { answer };
  return { answer: null, answer_truncated: true, note: tooLarge('answer', '/v1/messages') };
}

function tooLarge(what: string, where: string): string {
  return `The ${what} has more than ${MAX} characters and is not sent; GET ${where} has it.`;
}
