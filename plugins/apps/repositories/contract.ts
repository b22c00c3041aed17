/** Repositories that a workspace has linked, for plugins that read of them, and what is told of them. */
import { eventName, token } from '#kernel';
import type { RepositoryPlace } from '#plugins/repository-hosts/contract.ts';

/** The links of workspaces. */
export interface RepositoryLinks {
  /** With what its link was made, deploy key included. null: the workspace has no such link. */
  place(workspaceId: string, repositoryId: string): Promise<RepositoryPlace | null>;
}

/** The service of links. */
export const RepositoryLinks = token<RepositoryLinks>('repositories.links');

/** What a look at a link left to people. */
export interface RepositoryLook {
  readonly workspaceId: string;
  readonly linkId: string;
  /** As the host calls it: `team/apps`. */
  readonly repository: string;
  /** The host refuses it, and nothing of it is in step. */
  readonly isBroken: boolean;
  /** Apps that somebody must do something about; `state` says what of (`conflict`, `blocked`, …). */
  readonly waiting: readonly { readonly key: string; readonly name: string; readonly state: string }[];
}

/** Emitted in the process where it happened, for who tells people. A look that found everything in step as before is not told. */
export const RepositoryLooked = eventName<RepositoryLook>('repositories.looked');
