import { type Contributions, PlatformError } from '#kernel';
import { findProvider, providerNamed } from './catalogue.ts';
import type { ModelProvider, ModelProviderSource, OwnModelProvider, ProviderImplementation } from './contract.ts';

/** A provider, of all workspaces or of one. */
export type KnownProvider = ModelProvider | OwnModelProvider;

/** The providers a workspace has: those of the server, and its own. */
export class Providers {
  readonly #installed: Contributions<ModelProvider>;
  readonly #sources: Pick<Contributions<ModelProviderSource>, 'all'>;

  constructor(installed: Contributions<ModelProvider>, sources: Pick<Contributions<ModelProviderSource>, 'all'>) {
    this.#installed = installed;
    this.#sources = sources;
  }

  async all(workspaceId: string): Promise<readonly KnownProvider[]> {
    return [...this.#installed.all(), ...(await this.own(workspaceId))];
  }

  async own(workspaceId: string, runId?: string): Promise<readonly OwnModelProvider[]> {
    const sources = this.#sources.all();
    if (sources.length === 0) return [];
    const lists = await Promise.all(sources.map((source) => source.list(workspaceId, runId)));
    // What a package calls itself never takes the place of what every workspace has.
    return lists.flat().filter(({ id }) => this.#installed.get(id) === undefined);
  }

  /** The provider a document's name stands for; null when there is none. */
  async find(workspaceId: string, name: string, runId?: string): Promise<KnownProvider | null> {
    const wanted = name.trim().toLowerCase();
    const exact = providerNamed(this.#installed.all(), wanted);
    if (exact !== null) return exact;
    const own = wanted === '' ? [] : await this.own(workspaceId, runId);
    return (
      own.find(({ id }) => id.toLowerCase() === wanted) ??
      findProvider(this.#installed, wanted) ??
      providerNamed(own, wanted)
    );
  }

  /** Throws `models.unknown_provider`. */
  async known(workspaceId: string, name: string): Promise<KnownProvider> {
    const provider = await this.find(workspaceId, name);
    if (provider !== null) return provider;
    throw unknownProvider(name);
  }

  /** What an own provider does, by its id. Throws `models.unknown_provider`. */
  async ownCode(workspaceId: string, id: string, runId?: string): Promise<ProviderImplementation> {
    const own = (await this.own(workspaceId, runId)).find((provider) => provider.id === id);
    if (own !== undefined) return own.implementation;
    throw unknownProvider(id);
  }
}

function unknownProvider(name: string): PlatformError {
  return new PlatformError('not-found', 'models.unknown_provider', `The model provider "${name}" is not installed.`);
}
