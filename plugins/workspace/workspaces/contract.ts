import { eventName, token } from '#kernel';
import type { OpenTransaction } from '#plugins/database/contract.ts';
import type { PlanAllowance, PlanLimit } from './plan-limits.ts';

/** Plans: what they allow, who counts it, and how a refusal reads. */
export {
  allowanceNames,
  type PlanAllowance,
  type PlanLimit,
  PlanLimits,
  type PlanPrice,
  type PlanResource,
  type PlanRoom,
  type PlanUse,
  PlanUses,
  roomOf,
} from './plan-limits.ts';

/** A workspace that its owner has deleted: closed for everybody, and kept until it is purged. */
export interface WorkspaceDeletion {
  /** Milliseconds since the epoch. */
  readonly requestedAt: number;
  readonly purgeAt: number;
  /** For people: an address, or `operator`. */
  readonly requestedBy: string;
}

/** A workspace: everything a team has. */
export interface Workspace {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  /** Plan id: `unlimited`, `sandbox`, `professional`, `team`, `enterprise`. */
  readonly plan: string;
  /** What was agreed on with this workspace, in place of what its plan says; null: nothing. */
  readonly planTerms: Partial<PlanAllowance> | null;
  /** Display name of the owner; the account behind it is claimed when accounts exist. */
  readonly ownerName: string;
  /** Whether code nodes may use the network; false at first. */
  readonly codeNetwork: boolean;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  /** null: it is open. */
  readonly deletion: WorkspaceDeletion | null;
}

/** What may be changed of a workspace. */
export interface WorkspaceChanges {
  readonly name?: string;
  readonly description?: string;
  readonly codeNetwork?: boolean;
  readonly plan?: string;
  readonly planTerms?: Partial<PlanAllowance> | null;
}

/** What a new workspace is given; see `Workspace`. */
export interface NewWorkspace {
  readonly name: string;
  /** Default empty. */
  readonly description?: string;
  /** Default: what the installation gives new workspaces (`workspaces.plan`). */
  readonly plan?: string;
  readonly ownerName: string;
}

/** Whose workspace it is, and how many the account may have made, with those that are closed and not yet removed. */
export interface WorkspaceMaker {
  readonly accountId: string;
  readonly most: number;
}

/** A deleted workspace that came back, and who brought it. */
export interface RestoredWorkspace {
  readonly workspaceId: string;
  /** null: the operator. */
  readonly accountId: string | null;
  readonly actor: string;
  /** Of the caller. */
  readonly address: string;
}

/** Emitted in the process where it happened, for records. */
export const WorkspaceRestored = eventName<RestoredWorkspace>('workspaces.workspace-restored');

/** Workspaces: everything else belongs to one. */
export interface Workspaces {
  /** The oldest workspace that is open, at first that of the first start; null before that. */
  first(): Promise<Workspace | null>;
  /** Null for an unknown id, and for anything that is no UUID. */
  get(id: string): Promise<Workspace | null>;
  /** Changes settings of a workspace; null for an unknown id. Plans are set by `limits`, which knows which there are. */
  update(id: string, values: WorkspaceChanges): Promise<Workspace | null>;
  /** What a workspace is allowed: by its plan, and what was agreed on with it. Of an unknown one, as for `sandbox`. */
  planOf(id: string): Promise<PlanLimit>;
  /** Gives the new workspace an id of version 7, so that the order of ids is the order of creation. */
  create(values: NewWorkspace): Promise<Workspace>;
  /** The same for an account; null when it has made as many as it may. Who tries several at a time gets no more. */
  createBy(maker: WorkspaceMaker, values: NewWorkspace): Promise<Workspace | null>;
  /**
   * Creates the workspace of a first start; null when there is one already. Processes that start together on one
   * database wait for each other, so that one of them makes it.
   */
  createFirst(values: NewWorkspace): Promise<Workspace | null>;
  /** All there are, closed ones too, oldest first; `after` is the id of the last one seen. */
  page(query: { readonly limit: number; readonly after?: string | undefined }): Promise<readonly Workspace[]>;
  /**
   * Whether it is closed, from memory: told to every process at once, and looked at again every second should that be
   * missed. Ids of workspaces that are gone count as closed, others that nobody knows do not.
   */
  isClosed(id: string): boolean;
  /** Aborts when the workspace is closed: for who follows something of it. */
  closing(id: string): AbortSignal;
  /**
   * Closes it; `within` adds rows of others to the transaction. null: there is none, or it is closed already. Throws
   * `workspaces.last_one` for the last open one.
   */
  close(
    id: string,
    deletion: { readonly by: string; readonly purgeAt: Date },
    within: (transaction: OpenTransaction) => Promise<unknown>,
  ): Promise<Workspace | null>;
  /** Opens it again; `within` as in `close`. null: it is not closed, or its time is over. */
  reopen(id: string, within: (transaction: OpenTransaction) => Promise<unknown>): Promise<Workspace | null>;
  /** Removes a closed workspace itself, whose time is over; what belongs to it is gone by then. */
  remove(id: string): Promise<void>;
}

export const Workspaces = token<Workspaces>('workspaces.workspaces');
