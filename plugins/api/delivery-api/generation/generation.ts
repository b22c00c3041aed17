import { type Documents, toJson } from '#engine';
import type { SharedReadings } from '#http';
import type { PlatformError } from '#kernel';
import type { AppCaller } from '#plugins/app-access/contract.ts';
import type { PublishedVersion } from '#plugins/apps/contract.ts';
import type { Conversations } from '#plugins/conversations/contract.ts';
import type { OpenStreams } from '#plugins/delivery-api/callers/open-streams.ts';
import { type CauseView, type StepView, shownCause } from '#plugins/delivery-api/frames/shown-steps.ts';
import type { DirectAnswers } from '#plugins/direct-answers/contract.ts';
import type { EndUser, EndUsers } from '#plugins/end-users/contract.ts';
import type { StoredFiles } from '#plugins/files/contract.ts';
import type { Claim, Idempotency } from '#plugins/idempotency/contract.ts';
import type { RunEnd, Runs } from '#plugins/runs/contract.ts';
import type { PurposeOwners, RunPurpose } from './run-purposes.ts';
import type { ProviderSlot, SpeechStreamer, TitleGenerator } from './single-providers.ts';

/** What the generation routes work with. */
export interface Generation {
  readonly runs: Runs;
  readonly documents: Documents;
  readonly endUsers: EndUsers;
  readonly conversations: Conversations;
  readonly files: StoredFiles;
  /** Under which the client of this request reached the server: for what it is answered, and not for what the run gets. */
  readonly origin?: string | undefined;
  /** What its client is shown of the steps of runs. */
  readonly steps?: StepView;
  /** What its client is told of why runs fail. */
  readonly causes?: CauseView;
  readonly answers: DirectAnswers;
  readonly idempotency: Idempotency;
  readonly speechStreamers: ProviderSlot<SpeechStreamer>;
  readonly titleGenerators: ProviderSlot<TitleGenerator>;
  /** Of runs that are followed by others than who started them. */
  readonly streams: OpenStreams;
  /** What these are told. */
  readonly shared: SharedReadings;
  /** Binds the run to the key its request was named by, or to what it is for. */
  readonly claim?: Claim;
  /** What other plugins start runs for; and for what this one is. */
  readonly purposes: PurposeOwners;
  readonly purpose?: RunPurpose;
  /** `traceparent` of the request. */
  readonly traceparent?: string;
  /** How many runs called each other as tools before it (app DSL, limits). */
  readonly callDepth?: number;
  /** The occasion that starts it, and its root; nobody asks for it then. */
  readonly trigger?: RunTrigger;
  /** Absent: by a key of the app. Builders try a draft: their runs are for debugging, and they are no users of the app. */
  readonly from?: 'console' | 'draft' | 'web-app';
  /** A published version of an app by its id. */
  readonly versions: (workspaceId: string, appId: string, versionId: string) => Promise<PublishedVersion | null>;
  /** Milliseconds a blocking call may take (runtime API, size and time limits). */
  readonly blockingTimeout: number;
}

/** An occasion that starts a run of a workflow. */
export interface RunTrigger {
  readonly kind: 'schedule' | 'webhook';
  /** The root of the graph that the run begins at. */
  readonly nodeId: string;
}

export const STOPPED_BY_USER = 'Stopped by the user.';

/** Who a caller's user is, and what their runs are for. */
export function callerKind({ from, trigger }: Generation) {
  if (trigger !== undefined) return { type: 'trigger', triggeredFrom: trigger.kind } as const;
  if (from === 'draft') return { type: 'debugging', triggeredFrom: 'debugging' } as const;
  return { type: from ?? 'service-api', triggeredFrom: 'app-run' } as const;
}

/** What gates are told of who asks for a run: of visitors (`RunStart.visitorAddress`), and of what nobody asks for by itself. */
export function visitOf(generation: Generation, { visitor }: AppCaller) {
  return {
    ...(callerKind(generation).type === 'web-app' && { visitorAddress: visitor?.address ?? null }),
    ...(visitor?.isExempt === true && { isExempt: true }),
    // A webhook was called for this one run.
    ...(generation.purpose !== undefined && generation.trigger?.kind !== 'webhook' && { isUnrequested: true }),
  };
}

/** The user of a request for a run, and what is remembered against it: nothing is looked up. */
export function callerOf(
  generation: Generation,
  caller: AppCaller,
  sessionId: string,
): { readonly endUser: ReturnType<EndUsers['identify']>; readonly refusal: PlatformError | undefined } {
  const { workspaceId, app, keyId } = caller;
  const { type } = callerKind(generation);
  const endUser = generation.endUsers.identify({ workspaceId, appId: app.id, type, sessionId });
  const createdBy = { role: 'end_user', id: endUser.user.id } as const;
  const entering = { workspaceId, appId: app.id, keyId, ...visitOf(generation, caller) };
  return { endUser, refusal: generation.runs.rejection({ ...entering, createdBy }) };
}

/** The user of a run that begins now: throws what is remembered against it, before it costs anything. */
export function allowedUser(...asked: Parameters<typeof callerOf>): ReturnType<EndUsers['identify']> {
  const { endUser, refusal } = callerOf(...asked);
  if (refusal !== undefined) throw refusal;
  return endUser;
}

/** `sys` values a request gives a run, without those the engine knows by itself. */
export function systemValues(values: {
  readonly user: EndUser;
  readonly files: readonly unknown[];
  readonly chat?: { readonly query: string; readonly conversationId: string; readonly dialogueCount: number };
  readonly query?: string;
  readonly callDepth?: number | undefined;
}): Readonly<Record<string, unknown>> {
  const { user, files, chat, callDepth } = values;
  const base = {
    files,
    user_id: user.sessionId,
    invoke_from: invokeFrom(user.type),
    ...(callDepth !== undefined && { workflow_call_depth: callDepth }),
  };
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

function invokeFrom(type: EndUser['type']): string {
  if (type === 'debugging') return 'debugger';
  return type === 'trigger' ? 'trigger' : 'service-api';
}

const unrecorded = ['conversation_id', 'invoke_from', 'workflow_call_depth'];

/** A run's recorded inputs: the user's, plus `sys.*` without the conversation's id (app DSL, run record). */
export function recordedInputs(
  inputs: Readonly<Record<string, unknown>>,
  system: Readonly<Record<string, unknown>>,
  ids: { readonly appId: string; readonly workflowId: string },
): string {
  const record: Record<string, unknown> = { ...inputs };
  for (const [name, value] of Object.entries(system)) {
    if (!unrecorded.includes(name)) record[`sys.${name}`] = value;
  }
  record['sys.app_id'] = ids.appId;
  record['sys.workflow_id'] = ids.workflowId;
  return toJson(record);
}

/** The end of a run with addresses of files that its caller can use. */
export function withAddresses({ files, origin, causes }: Generation, workspaceId: string, end: RunEnd): RunEnd {
  const addresses = files.at(origin);
  return {
    ...end,
    outputs: addresses.freshenText(workspaceId, end.outputs),
    answer: addresses.readdressed(end.answer),
    ...(end.kind === 'run-finished' && causes !== undefined && { error: shownCause(end.error, { causes }) }),
  };
}
