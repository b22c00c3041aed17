import { token } from '#kernel';
import type { CredentialField, Credentials, TypedModelName } from './contract.ts';

/** How several sets of a model are used: the first alone, one after the other where they fail, or each in its turn. */
export const SET_MODES = ['single', 'failover', 'balance'] as const;
/** One of them. */
export type SetMode = (typeof SET_MODES)[number];

/** Which set a call was made with. */
export interface CalledSet {
  readonly id: string;
  readonly name: string;
}

/** A set of credentials of a provider, as its settings show it. */
export interface CredentialSetView extends CalledSet {
  /** What models are called with that name no set. */
  readonly isDefault: boolean;
  /** Secrets masked; null: they can't be opened any more, and must be given again. */
  readonly credentials: Credentials | null;
  /** Models that name it. */
  readonly models: readonly TypedModelName[];
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** What one model is called with. */
export interface ModelCredentialsView {
  /** The form of what is given for each model of its provider; empty: nothing. */
  readonly fields: readonly CredentialField[];
  /** Secrets masked; null as in `CredentialSetView`. */
  readonly credentials: Credentials | null;
  readonly mode: SetMode;
  /** In the order they are tried; none: the provider's default. */
  readonly sets: readonly CalledSet[];
}

/** What one model is to be called with. */
export interface ModelCredentialsChange {
  /** Absent: they stay as they are. Empty: none. */
  readonly credentials?: Credentials;
  readonly mode: SetMode;
  readonly setIds: readonly string[];
}

/**
 * Main thread: sets of credentials with names. A provider has several in a workspace, one of which is its default, and a model
 * may name those it is called with. Everything throws `models.unknown_provider`; what names a set `models.unknown_set`
 * (not-found) for one that the workspace does not have of that provider.
 */
export interface CredentialSets {
  list(workspaceId: string, provider: string): Promise<readonly CredentialSetView[]>;
  /**
   * Checked and sealed as `Models.configure` does; the first is the default. Throws what that throws, and
   * `credentials.name_taken`, `credentials.too_many_sets` (conflict). Answers with its id.
   */
  create(
    workspaceId: string,
    provider: string,
    set: { readonly name: string; readonly credentials: Credentials; readonly test?: boolean },
  ): Promise<string>;
  /** Secrets given as they are shown stay, as `Models.configure` has it. */
  change(
    workspaceId: string,
    provider: string,
    id: string,
    change: {
      readonly name?: string;
      readonly credentials?: Credentials;
      readonly isDefault?: true;
      readonly test?: boolean;
    },
  ): Promise<void>;
  /**
   * Throws `models.set_in_use` (conflict) with the names of models that are called with it, unless `isConfirmed`: then they
   * are called with the sets that are left, or the default; `models.default_set` (conflict) for the default.
   */
  remove(workspaceId: string, provider: string, id: string, options: { readonly isConfirmed: boolean }): Promise<void>;
  /** Calls the provider with the set, or with what is given in its place. Throws what the provider throws. */
  test(workspaceId: string, provider: string, id: string, credentials?: Credentials): Promise<void>;
  ofModel(workspaceId: string, model: TypedModelName): Promise<ModelCredentialsView>;
  /**
   * Throws `models.invalid_credentials`, also for an address of the model's own together with sets;
   * `models.model_currently_not_support` (invalid) where the provider has no such model; `models.too_many_models`.
   */
  setOfModel(workspaceId: string, model: TypedModelName, change: ModelCredentialsChange): Promise<void>;
}

export const CredentialSets = token<CredentialSets>('models.credential-sets');
