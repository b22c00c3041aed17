import { type Contribution, extensionPoint } from '#kernel';
import type { ModelProvider, ProviderImplementation } from './contract.ts';

/** A provider that one workspace has. Its code is called on the main thread, wherever the call comes from. */
export interface OwnModelProvider extends Omit<ModelProvider, 'module'> {
  /** What it does, as a provider's module does it. Called as often as it likes: nothing of it is kept. */
  readonly implementation: ProviderImplementation;
}

/** Finds providers that a workspace has besides those that all have: installed packages. */
export interface ModelProviderSource extends Contribution {
  /**
   * Providers of a workspace, as they are in a run (the id tells when it began), or now. Contacts nobody. Ids are
   * `author~package~provider`, so that none is that of a contributed provider.
   */
  list(workspaceId: string, runId?: string): Promise<readonly OwnModelProvider[]>;
}

/** Where plugins contribute sources of providers. */
export const ModelProviderSources = extensionPoint<ModelProviderSource>('models.provider-sources');
