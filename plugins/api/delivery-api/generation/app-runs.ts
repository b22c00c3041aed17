import { token } from '#kernel';
import type { AppCaller } from '#plugins/app-access/contract.ts';
import type { PublishedVersion } from '#plugins/apps/contract.ts';
import type { CommitEntry } from '#plugins/database/contract.ts';
import { requireCallableRoot } from '#plugins/delivery-api/callers/callable-version.ts';
import type { EndUser } from '#plugins/end-users/contract.ts';
import type { LiveRun } from '#plugins/runs/contract.ts';
import { beginRun } from './generate.ts';
import type { Generation, RunTrigger } from './generation.ts';
import { checkFileCount } from './request-files.ts';
import type { RunPurpose, RunPurposeOwner } from './run-purposes.ts';

/** Milliseconds the first rows of a run may wait whose caller is told nothing before its end. */
const UNTOLD_DELAY = 100;

type Inputs = Readonly<Record<string, unknown>>;

/** A run of a workflow or completion app, for one of its users. */
export interface AppRunRequest {
  /** Whose limits it counts against; its version is the one that runs. */
  readonly caller: AppCaller & { readonly version: PublishedVersion };
  readonly user: Pick<EndUser, 'sessionId'> & { readonly type: 'service-api' | 'web-app' };
  readonly inputs: Inputs;
}

/**
 * The run of a workflow that a trigger of it starts: it begins at that root, with inputs that the trigger has checked; its
 * user is of the type `trigger`.
 */
export interface TriggeredRunRequest extends Pick<AppRunRequest, 'caller' | 'inputs'> {
  readonly user: Pick<EndUser, 'sessionId'>;
  readonly trigger: RunTrigger;
}

/** A run that was begun, and the message it writes; null: it writes none. */
export interface BegunRun {
  readonly run: LiveRun;
  readonly messageId: string | null;
}

/** A run of an app of any mode for whoever waits for it, as a request under `/v1` starts one. */
export interface AppCallRequest {
  /** `caller.keyId` null: the request was counted by nobody, so the run counts as one. */
  readonly caller: AppCaller & { readonly version: PublishedVersion };
  /** The caller's name for its user. */
  readonly sessionId: string;
  readonly inputs: Inputs;
  /** Chats: what is said, and the conversation it goes on with; null: a new one. */
  readonly query?: string;
  readonly conversationId?: string | null;
  /** References as requests have them; only for apps that take files with a message. */
  readonly files?: readonly Readonly<Record<string, unknown>>[];
  readonly traceparent?: string | undefined;
  /** How many runs called each other as tools before this one; absent: none did. */
  readonly callDepth?: number;
  /** Whether the caller reads along (`LiveRun.read`), or is told the end only. */
  readonly isRead: boolean;
}

/** A run that somebody waits for. */
export interface AppCall extends BegunRun {
  /** null: the run is in none. */
  readonly conversationId: string | null;
  /** Id of the end user it is for. */
  readonly userId: string;
}

/** Runs that plugins start by themselves, checked and limited as those of callers are. */
export interface AppRuns {
  /**
   * Starts a run for a caller who waits for it. Throws what a request for it would be answered with. It survives a crash, and
   * goes on when its caller has left.
   */
  call(request: AppCallRequest): Promise<AppCall>;
  /** Whoever starts runs is told of their ends, also of those that a process before this one began. Returns the undo. */
  register(owner: RunPurposeOwner): () => void;
  /** The inputs as a run would take them. Throws what starting one with them would throw. */
  check(request: AppRunRequest): Promise<Inputs>;
  /**
   * Begins a run that goes on after a crash. `entries` become durable with its first rows, before anything of it happens;
   * where they are refused there is no run. Throws what gates throw, and what the check of inputs does.
   */
  begin(
    request: (AppRunRequest | TriggeredRunRequest) & {
      readonly purpose: RunPurpose;
      readonly entries: (runId: string) => readonly CommitEntry[];
    },
  ): Promise<BegunRun>;
}

/** The service that starts runs of apps. */
export const AppRuns = token<AppRuns>('delivery-api.app-runs');

export function appRuns(generation: Generation, owners: Map<string, RunPurposeOwner>): AppRuns {
  return {
    async call({ caller, sessionId, inputs, query, conversationId, files, traceparent, callDepth, isRead }) {
      const own = {
        ...generation,
        ...(traceparent !== undefined && { traceparent }),
        ...(callDepth !== undefined && { callDepth }),
      };
      const body = {
        inputs,
        files: files === undefined ? null : [...files],
        ...(query !== undefined && { query }),
        conversation_id: conversationId ?? null,
      };
      const how = { isRead, acceptDelay: isRead ? 0 : UNTOLD_DELAY };
      const { run, message, endUser } = await beginRun(own, caller, { body, sessionId }, how);
      const conversationOf = message?.data.turn.conversation ?? null;
      return {
        run,
        messageId: message?.id ?? null,
        conversationId: conversationOf?.id ?? null,
        userId: endUser.user.id,
      };
    },
    register(owner) {
      owners.set(owner.id, owner);
      return () => void owners.delete(owner.id);
    },
    async check({ caller, user, inputs }) {
      const { workspaceId, app, version } = caller;
      requireCallableRoot(version);
      const scope = { workspaceId, appId: app.id };
      const { documents, endUsers, files } = generation;
      const { id: endUserId } = endUsers.identify({ ...scope, ...user }).user;
      checkFileCount(version, { mode: app.mode, inputs, files: null }, documents.limits.filesPerRun);
      return documents.checkInputs(version.compiled.inputForm, inputs, files.resolver({ ...scope, endUserId }));
    },
    async begin(request) {
      const { caller, user, inputs, purpose, entries } = request;
      const own = {
        ...generation,
        purpose,
        claim: { entries },
        ...kindOf(request),
      };
      const body = { inputs, response_mode: 'async' as const };
      const { run, message } = await beginRun(own, caller, { body, sessionId: user.sessionId }, { isRead: false });
      return { run, messageId: message?.id ?? null };
    },
  };
}

function kindOf(request: AppRunRequest | TriggeredRunRequest): Pick<Generation, 'from' | 'trigger'> {
  if ('trigger' in request) return { trigger: request.trigger };
  return request.user.type === 'web-app' ? { from: 'web-app' } : {};
}
