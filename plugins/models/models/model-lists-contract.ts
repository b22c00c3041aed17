import type { ModelDescription, ModelParameter } from './model-description.ts';
import type { TypedModelName } from './model-name.ts';

/** A model that a provider says it has, with what is known of it besides. No `price`: what it costs is not known here. */
export interface FetchedModel extends ModelDescription {
  /** Apps may choose it already. */
  readonly isListed: boolean;
}

/** What can be asked about the models of a provider before they are called. */
export interface ModelLists {
  /**
   * Asks the provider for its models, with the workspace's credentials. Throws `models.unknown_provider` (not-found),
   * `models.no_model_list` (conflict) where it tells none, and what its calls throw.
   */
  fetchModels(workspaceId: string, provider: string): Promise<readonly FetchedModel[]>;
  /**
   * Adds those of the names that the provider says it has and that are not listed yet; answers with those that were added.
   * Throws what `fetchModels` and `addModel` throw, and `models.unknown_model` (not-found) for a name it does not have:
   * then none is added.
   */
  addFetched(
    workspaceId: string,
    provider: string,
    names: readonly Pick<TypedModelName, 'type' | 'model'>[],
  ): Promise<readonly FetchedModel[]>;
  /**
   * What may be set of its calls, for forms; also of a provider that is not configured. Throws `models.unknown_provider`,
   * `models.model_currently_not_support`.
   */
  parameters(workspaceId: string, model: TypedModelName): Promise<readonly ModelParameter[]>;
}
