import { token } from '#kernel';
import type { AppCaller } from '#plugins/app-access/contract.ts';
import type { PublishedVersion } from '#plugins/apps/contract.ts';
import type { CommitEntry } from '#plugins/database/contract.ts';
import { requireCallableRoot } from '#plugins/delivery-api/callers/callable-version.ts';
import type { EndUser } from '#plugins/end-users/contract.ts';
import type { LiveRun } from '#plugins/runs/contract.ts';
import { beginRun } from './generate.ts';
import type { Generation } from './generation.ts';
import { checkFileCount } from './request-files.ts';
import type { RunPurpose, RunPurposeOwner } from './run-purposes.ts';

type Inputs = Readonly<Record<string, unknown>>;

/** A run of a workflow or completion app, for one of its users. */
export interface AppRunRequest {
  /** Whose limits it counts against; its version is the one that runs. */
  readonly caller: AppCaller & { readonly version: PublishedVersion };
  readonly user: Pick<EndUser, 'sessionId'> & { readonly type: 'service-api' | 'web-app' };
  readonly inputs: Inputs;
}

/** A run that was begun, and the message it writes; null: it writes none. */
export interface BegunRun {
  readonly run: LiveRun;
  readonly messageId: string | null;
}

/** Runs that plugins start by themselves, checked and limited as those of callers are. */
export interface AppRuns {
  /** Whoever starts runs is told of their ends, also of those that a process before this one began. Returns the undo. */
  register(owner: RunPurposeOwner): () => void;
  /** The inputs as a run would take them. Throws what starting one with them would throw. */
  check(request: AppRunRequest): Promise<Inputs>;
  /**
   * Begins a run that goes on after a crash. `entries` become durable with its first rows, before anything of it happens;
   * where they are refused there is no run. Throws what gates throw, and what the check of inputs does.
   */
  begin(
    request: AppRunRequest & {
      readonly purpose: RunPurpose;
      readonly entries: (runId: string) => readonly CommitEntry[];
    },
  ): Promise<BegunRun>;
}

/** The service that starts runs of apps. */
export const AppRuns = token<AppRuns>('delivery-api.app-runs');

export function appRuns(generation: Generation, owners: Map<string, RunPurposeOwner>): AppRuns {
  return {
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
    async begin({ caller, user, inputs, purpose, entries }) {
      const own = {
        ...generation,
        purpose,
        claim: { entries },
        ...(user.type === 'web-app' && { from: user.type }),
      };
      const body = { inputs, response_mode: 'async' as const };
      const { run, message } = await beginRun(own, caller, { body, sessionId: user.sessionId }, { isRead: false });
      return { run, messageId: message?.id ?? null };
    },
  };
}
