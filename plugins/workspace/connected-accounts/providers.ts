import type { Contributions } from '#kernel';
import type { AccountProvider, Capability, ProviderClient } from './contract.ts';
import { unknownProvider } from './failures.ts';
import type { GrantStore } from './grant-store.ts';
import type { Sealed } from './sealed.ts';

/** The client that the operator registered for all workspaces; null: none. */
export type InstallationClient = (provider: string) => Promise<ProviderClient | null>;

export interface ProviderParts {
  readonly contributed: Contributions<AccountProvider>;
  readonly store: GrantStore;
  readonly sealed: Sealed;
  readonly installation: InstallationClient;
}

/** Services, and the clients by which they know us. */
export class Providers {
  readonly #parts: ProviderParts;

  constructor(parts: ProviderParts) {
    this.#parts = parts;
  }

  all(): readonly AccountProvider[] {
    return this.#parts.contributed.all();
  }

  /** Throws `connected-accounts.unknown_provider`. */
  get(id: string): AccountProvider {
    const provider = this.#parts.contributed.get(id);
    if (provider === undefined) throw unknownProvider();
    return provider;
  }

  /** Those that a client may ask for. */
  capabilities(provider: AccountProvider, client: ProviderClient | null): ReadonlyMap<string, Capability> {
    const entries = Object.entries(provider.capabilities);
    return new Map(
      entries.filter(([, { needsSetting: name }]) => name === undefined || client?.extra?.[name] === 'true'),
    );
  }

  /** Those that scopes are good for. */
  granted(provider: AccountProvider, scopes: readonly string[]): readonly string[] {
    const has = new Set(scopes.map((scope) => scope.toLowerCase()));
    const isGranted = ({ scopes: needed }: Capability) => needed.every((scope) => has.has(scope.toLowerCase()));
    return Object.entries(provider.capabilities).flatMap(([id, capability]) => (isGranted(capability) ? [id] : []));
  }

  /** The workspace's own client, else the installation's; null: there is none. `baseUrl` absent: wherever there is one. */
  async client(workspaceId: string, provider: AccountProvider, baseUrl?: string): Promise<ProviderClient | null> {
    const [own, shared] = [await this.own(workspaceId), await this.#parts.installation(provider.id)];
    const all = [...own.filter(({ provider: id }) => id === provider.id).map(({ client }) => client)];
    if (shared !== null) all.push(shared);
    return all.find((client) => baseUrl === undefined || client.baseUrl === baseUrl) ?? null;
  }

  /** Clients that the workspace has registered. */
  async own(workspaceId: string): Promise<readonly { readonly provider: string; readonly client: ProviderClient }[]> {
    const rows = await this.#parts.store.clients(workspaceId);
    return rows.map(({ provider, sealed }) => ({
      provider,
      client: this.#parts.sealed.open<ProviderClient>(workspaceId, 'client', sealed),
    }));
  }

  async saveOwn(workspaceId: string, provider: string, client: ProviderClient): Promise<void> {
    const sealed = this.#parts.sealed.seal(workspaceId, 'client', client);
    await this.#parts.store.saveClient(workspaceId, provider, { baseUrl: client.baseUrl, sealed });
  }
}
