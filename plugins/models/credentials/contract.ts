import { token } from '#kernel';

/** Values by field of a provider's schema; secrets. */
export type CredentialValues = Readonly<Record<string, string>>;

/**
 * Credentials of providers, per workspace and provider: sealed in the database, opened in memory for a moment, since every
 * call of a run asks for them. What is saved or removed counts in all processes within a second.
 */
export interface Vault {
  /** Null when there are none; throws `secrets.unreadable` when they can't be opened. */
  find(workspaceId: string, provider: string): Promise<CredentialValues | null>;
  /** All that can be opened, by provider. */
  all(workspaceId: string): Promise<ReadonlyMap<string, CredentialValues>>;
  save(workspaceId: string, provider: string, values: CredentialValues): Promise<void>;
  remove(workspaceId: string, provider: string): Promise<void>;
}

/** The vaults of the house: for providers of models, and of tools. What is checked or masked is their users' matter. */
export interface Vaults {
  readonly models: Vault;
  readonly tools: Vault;
}

export const Vaults = token<Vaults>('credentials.vaults');
