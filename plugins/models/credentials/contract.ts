import { token } from '#kernel';

/** Values by field of a provider's schema; secrets. */
export type CredentialValues = Readonly<Record<string, string>>;

/**
 * Credentials of providers, per workspace and provider: sealed in the database, opened in memory for a moment, since every
 * call of a run asks for them. What is saved or removed counts in all processes within a second.
 */
export interface Vault {
  /** Null when there are none; throws `secrets.secret_unreadable` when they can't be opened. */
  find(workspaceId: string, provider: string): Promise<CredentialValues | null>;
  /** All that can be opened, by provider. */
  all(workspaceId: string): Promise<ReadonlyMap<string, CredentialValues>>;
  /** Providers whose credentials are there and can't be opened: what sealed them is missing. */
  unreadable(workspaceId: string): Promise<ReadonlySet<string>>;
  save(workspaceId: string, provider: string, values: CredentialValues): Promise<void>;
  remove(workspaceId: string, provider: string): Promise<void>;
}

/** One of a provider's sets of credentials in a workspace. */
export interface CredentialSet {
  readonly id: string;
  readonly provider: string;
  /** Unique among those of the provider in the workspace, whatever the case. */
  readonly name: string;
  /** What is called with where nothing else is said; one of the sets of each provider is. */
  readonly isDefault: boolean;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  /** Throws `secrets.secret_unreadable` when they can't be opened. */
  values(): CredentialValues;
}

/** What of a set may be changed. */
export interface SetChange {
  readonly name?: string;
  readonly values?: CredentialValues;
  /** It takes the place of the one that is the default. */
  readonly isDefault?: true;
}

/**
 * A vault with several sets for each provider. As a `Vault` it is that of the defaults: `save` makes a set "Default" where
 * there is none, `remove` takes all sets of the provider.
 */
export interface SetVault extends Vault {
  /** In the order they were made. */
  sets(workspaceId: string): Promise<readonly CredentialSet[]>;
  /**
   * The first one of a provider is its default. Answers with its id. Throws `credentials.name_taken`,
   * `credentials.too_many_sets` (conflict).
   */
  create(workspaceId: string, provider: string, set: { name: string; values: CredentialValues }): Promise<string>;
  /** False: the workspace has no such set of the provider. Throws `credentials.name_taken` (conflict). */
  change(workspaceId: string, provider: string, id: string, change: SetChange): Promise<boolean>;
  /** False: there is none, or it is the default. */
  removeSet(workspaceId: string, provider: string, id: string): Promise<boolean>;
}

/** Seals what is given for single models of a provider, which lies with what else a workspace says of them. */
export interface FieldSeal {
  seal(workspaceId: string, provider: string, plain: string): string;
  /** Throws `secrets.secret_unreadable` when it can't be opened. */
  open(workspaceId: string, provider: string, sealed: string): string;
}

/** The vaults of the house: for providers of models, and of tools. What is checked or masked is their users' matter. */
export interface Vaults {
  readonly models: SetVault;
  /** For `workspace_models.sealed`. */
  readonly modelFields: FieldSeal;
  readonly tools: Vault;
}

export const Vaults = token<Vaults>('credentials.vaults');
