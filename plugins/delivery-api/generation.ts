import { type Documents, toJson } from '../../engine/contract.ts';
import { json, type Reply } from '../../http/contract.ts';
import type { PlatformError } from '../../kernel/index.ts';
import type { PublishedVersion } from '../apps/contract.ts';
import type { Conversations } from '../conversations/contract.ts';
import type { DirectAnswers } from '../direct-answers/contract.ts';
import type { EndUser, EndUsers } from '../end-users/contract.ts';
import type { StoredFiles } from '../files/contract.ts';
import type { Claim, Idempotency } from '../idempotency/contract.ts';
import type { LiveRun, RunEnd, Runs, WaitingClient } from '../runs/contract.ts';
import type { AppCaller } from './caller.ts';
import type { NamerSeat } from './naming.ts';
import type { Narration, NarratorSeat } from './narration.ts';
import type { GenerationBody } from './schemas.ts';

/** What the generation routes work with. */
export interface Generation {
  readonly runs: Runs;
  readonly documents: Documents;
  readonly endUsers: EndUsers;
  readonly conversations: Conversations;
  readonly files: StoredFiles;
  readonly answers: DirectAnswers;
  readonly idempotency: Idempotency;
  readonly narrators: NarratorSeat;
  readonly namers: NamerSeat;
  /** Binds the run to the key its request was named by. */
  readonly claim?: Claim;
  /** `traceparent` of the request. */
  readonly traceparent?: string;
  /** Absent: by a key of the app. Builders try a draft: their runs are for debugging, and they are no users of the app. */
  readonly from?: 'console' | 'draft';
  /** A published version of an app by its id. */
  readonly versions: (workspaceId: string, appId: string, versionId: string) => Promise<PublishedVersion | null>;
  /** Milliseconds a blocking call may take (runtime API, size and time limits). */
  readonly blockingTimeout: number;
}

/** A request for a run. */
export interface Asked<Body extends GenerationBody> {
  readonly body: Body;
  readonly sessionId: string;
  /** Who asks: its signal aborts when the client is gone. Nobody may keep it, for it holds a socket. */
  readonly client: WaitingClient;
}

/** The client that waits for the run's answer: with 202 nobody does. */
export function waitingClient({ body, client }: Asked<GenerationBody>): WaitingClient | undefined {
  return body.response_mode === 'async' ? undefined : client;
}

/** Whether the caller waits for the end, as those do who say nothing (runtime API, request bodies). */
export function isBlockingCall({ response_mode: mode }: GenerationBody): boolean {
  return mode !== 'streaming' && mode !== 'async';
}

interface SpeakingApp {
  readonly workspaceId: string;
  readonly appId: string;
  readonly keyId: string | null;
  readonly parameters: Readonly<Record<string, unknown>>;
}

/** The voice of a streamed answer; null for answers that are read, and apps that don't speak by themselves. */
export function streamVoice(
  { narrators }: Generation,
  { response_mode: mode }: GenerationBody,
  { workspaceId, appId, keyId, parameters }: SpeakingApp,
): Promise<Narration | null> {
  return mode === 'streaming' ? narrators.open({ workspaceId, appId, keyId }, parameters) : Promise.resolve(null);
}

/** Seconds the run of a request may take: streaming has no limit of its own (runtime API, size and time limits). */
export function maxSecondsOf({ blockingTimeout }: Generation, body: GenerationBody): number | null | undefined {
  if (isBlockingCall(body)) return blockingTimeout / 1000 + 5;
  return body.response_mode === 'streaming' ? null : undefined;
}

/** Milliseconds a blocking call's first rows may wait: whoever is told nothing before the end loses nothing. */
export const BLOCKING_ACCEPT_DELAY = 100;

export const STOPPED_BY_USER = 'Stopped by the user.';

/** Who a caller's user is, and what his runs are for. */
export function callerKind({ from }: Generation) {
  if (from === 'draft') return { type: 'debugging', triggeredFrom: 'debugging' } as const;
  return { type: from ?? 'service-api', triggeredFrom: 'app-run' } as const;
}

/** The user of a request for a run, and what is remembered against it: nothing is looked up. */
export function askedBy(
  generation: Generation,
  { workspaceId, app, keyId }: AppCaller,
  sessionId: string,
): { readonly endUser: ReturnType<EndUsers['identify']>; readonly refusal: PlatformError | undefined } {
  const { type } = callerKind(generation);
  const endUser = generation.endUsers.identify({ workspaceId, appId: app.id, type, sessionId });
  const createdBy = { role: 'end_user', id: endUser.user.id } as const;
  return { endUser, refusal: generation.runs.refusal({ workspaceId, appId: app.id, createdBy, keyId }) };
}

/** The same for a run that begins now: throws what is remembered, before it costs anything. */
export function letIn(...asked: Parameters<typeof askedBy>): ReturnType<EndUsers['identify']> {
  const { endUser, refusal } = askedBy(...asked);
  if (refusal !== undefined) throw refusal;
  return endUser;
}

/** `sys` values a request gives a run, without those the engine knows by itself. */
export function systemValues(values: {
  readonly user: EndUser;
  readonly files: readonly unknown[];
  readonly chat?: { readonly query: string; readonly conversationId: string; readonly dialogueCount: number };
  readonly query?: string;
}): Readonly<Record<string, unknown>> {
  const { user, files, chat } = values;
  const base = { files, user_id: user.sessionId, invoke_from: user.type === 'debugging' ? 'debugger' : 'service-api' };
  if (chat !== undefined) {
    return {
      ...base,
      query: chat.query,
      conversation_id: chat.conversationId,
      dialogue_count: chat.dialogueCount,
    };
  }
  return values.query === undefined ? base : { ...base, query: values.query };
}

/** A run's recorded inputs: the user's, plus `sys.*` without the conversation's id (app DSL, run record). */
export function recordedInputs(
  inputs: Readonly<Record<string, unknown>>,
  system: Readonly<Record<string, unknown>>,
  ids: { readonly appId: string; readonly workflowId: string },
): string {
  const record: Record<string, unknown> = { ...inputs };
  for (const [name, value] of Object.entries(system)) {
    if (name !== 'conversation_id' && name !== 'invoke_from') record[`sys.${name}`] = value;
  }
  record['sys.app_id'] = ids.appId;
  record['sys.workflow_id'] = ids.workflowId;
  return toJson(record);
}

/** Waits for a blocking run; at the limit the run is stopped, its records stay, and the result is null. */
export async function finishWithin(run: LiveRun, milliseconds: number): Promise<RunEnd | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), milliseconds);
  });
  try {
    const end = await Promise.race([run.finished, late]);
    if (end === null) run.stop(`The blocking call exceeded its limit of ${milliseconds / 1000} seconds.`);
    return end;
  } finally {
    clearTimeout(timer);
  }
}

/**
 * The answer to a blocking call beyond its limit (runtime API, failure in blocking mode). A reply rather than an error:
 * the text of an internal error stays in the log, while this one tells the caller what to do.
 */
export function lateReply(milliseconds: number): Reply {
  const message = `The run exceeded the ${milliseconds / 1000} seconds a blocking call may take and was stopped; use response_mode "streaming" for long runs.`;
  return json({ code: 'internal_server_error', message, status: 500 }, { status: 500 });
}
