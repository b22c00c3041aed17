import { type ModelUse, modelUses, type Usage } from '#engine';
import { currentTime } from '#kernel';
import type { MeteredRun } from '#plugins/models/contract.ts';
import type { AggregatedRun, RunEndWriter } from '#plugins/runs/contract.ts';
import { bucketOf } from './latency-buckets.ts';

/** Names come from documents, and are part of a key: no more of them counts. */
const MAX_NAME = 200;

/** What counts of a run, as it is noted with its end. */
export interface UsageNote {
  /** The app key the run was started with; null: none, or what the run's own row says. */
  readonly key_id: string | null;
  /** `2026-01-31`, UTC. Null: what the run's own row says. */
  readonly day: string | null;
  readonly status: 'succeeded' | 'partial-succeeded' | 'failed' | 'stopped';
  /** Of a run that failed. */
  readonly code: string;
  readonly messages: number;
  /** 1: a request of the runtime API started it. Null: what the run's own row says; absent: it was counted otherwise. */
  readonly requests?: number | null;
  readonly end_user_id: string | null;
  readonly bucket: number | null;
  /** Null: what the run's own row says, which knows no model. */
  readonly models: readonly ModelRow[] | null;
}

/** A run that has ended, as it is counted. */
export interface UsageRow extends Omit<UsageNote, 'status'> {
  readonly status: UsageNote['status'] | 'call';
  /** 1: it is a call of a model outside of runs, and no run. */
  readonly calls: 0 | 1;
  readonly run_id: string;
  readonly workspace_id: string;
  readonly app_id: string;
}

type EndedForGood = Parameters<NonNullable<RunEndWriter['note']>>[0];

/** What a model used in a run. */
export interface ModelRow {
  readonly model: string;
  readonly currency: string;
  readonly prompt: number;
  readonly completion: number;
  readonly total: number;
  /** Kinds of tokens. Absent: none. */
  readonly cached?: number;
  readonly cache_write?: number;
  readonly reasoning?: number;
  readonly unpriced?: number;
  readonly price: string;
}

/** What is noted of a run with its end. */
export function endedRow({ end, kind, triggeredFrom, createdBy, keyId }: EndedForGood): UsageNote {
  const isUse = triggeredFrom !== 'debugging';
  const isDone = end.status === 'succeeded' || end.status === 'partial-succeeded';
  return {
    key_id: keyId,
    day: dayOf(end.finishedAt),
    status: end.status,
    code: nameOf(end.errorCode ?? ''),
    messages: isUse && kind === 'chat' ? 1 : 0,
    requests: isUse && keyId !== null ? 1 : 0,
    end_user_id: isUse && createdBy.role === 'end_user' ? createdBy.id : null,
    bucket: isUse && isDone ? bucketOf(end.elapsed) : null,
    models: modelUses(end.usage).map(toModelRow),
  };
}

/** A run that was given up has noted nothing: it has failed, and used what was durable of it. */
const givenUp: UsageNote = {
  key_id: null,
  day: null,
  status: 'failed',
  code: '',
  messages: 0,
  requests: null,
  end_user_id: null,
  bucket: null,
  models: null,
};

export function usageRow({ runId, workspaceId, appId, notes }: AggregatedRun): UsageRow {
  const note = notes?.usage as UsageNote | undefined;
  const counted = note === undefined ? givenUp : { ...note, requests: note.requests ?? 0 };
  return { run_id: runId, workspace_id: workspaceId, app_id: appId, calls: 0, ...counted };
}

/** A call of a model outside of runs, as it is counted: also one that used no tokens. */
export function callRow({ runId, workspaceId, appId, keyId = null }: MeteredRun, usage: Usage): UsageRow {
  const { model = '', totalPrice: price } = usage;
  return {
    ...givenUp,
    run_id: runId,
    workspace_id: workspaceId,
    app_id: appId,
    key_id: keyId,
    day: dayOf(currentTime()),
    status: 'call',
    requests: 0,
    calls: 1,
    models: [toModelRow({ ...usage, model, price })],
  };
}

/** The day of a time in milliseconds, UTC. */
export function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

function toModelRow({
  model,
  currency,
  promptTokens,
  completionTokens,
  totalTokens,
  price,
  ...kinds
}: ModelUse): ModelRow {
  const { cachedTokens, cacheWriteTokens, reasoningTokens, unpricedTokens } = kinds;
  return {
    model: nameOf(model),
    currency: nameOf(currency),
    prompt: promptTokens,
    completion: completionTokens,
    total: totalTokens,
    ...(cachedTokens !== undefined && { cached: cachedTokens }),
    ...(cacheWriteTokens !== undefined && { cache_write: cacheWriteTokens }),
    ...(reasoningTokens !== undefined && { reasoning: reasoningTokens }),
    ...(unpricedTokens !== undefined && { unpriced: unpricedTokens }),
    price,
  };
}

/** PostgreSQL can't store NUL or half a surrogate pair. */
function nameOf(text: string): string {
  return text.slice(0, MAX_NAME).replaceAll('\0', '').toWellFormed();
}
