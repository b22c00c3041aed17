import { token } from '../../kernel/index.ts';

/** A workspace: everything a team has. */
export interface Workspace {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  /** Plan id: `unlimited`, `sandbox`, `professional`, `team`, `enterprise`. */
  readonly plan: string;
  /** Display name of the owner; the account behind it is claimed when accounts exist. */
  readonly ownerName: string;
  /** Whether code nodes may use the network; false at first. */
  readonly codeNetwork: boolean;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
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

/** Workspaces: everything else belongs to one. */
export interface Workspaces {
  /** The oldest workspace, created on the first start; null before that. */
  first(): Promise<Workspace | null>;
  /** Null for an unknown id, and for anything that is no UUID. */
  get(id: string): Promise<Workspace | null>;
  /** Changes settings of a workspace; null for an unknown id. */
  update(id: string, values: { readonly codeNetwork?: boolean; readonly plan?: string }): Promise<Workspace | null>;
  /** Gives the new workspace an id of version 7, so that the order of ids is the order of creation. */
  create(values: NewWorkspace): Promise<Workspace>;
  /**
   * Creates the workspace of a first start; null when there is one already. Processes that start together on one
   * database wait for each other, so that one of them makes it.
   */
  createFirst(values: NewWorkspace): Promise<Workspace | null>;
}

export const Workspaces = token<Workspaces>('workspaces.workspaces');
