import type { Credentials } from './contract.ts';
import type { CalledSet } from './credential-sets-contract.ts';
import type { ModelDescription, ModelType } from './model-description.ts';

/** A model as a document names it; input of `models.resolve`. */
export interface ModelReference {
  readonly type: ModelType;
  /** As the document names it. */
  readonly provider: string;
  readonly model: string;
}

/** What a model may be called with: the prices of a workspace's own lie in its credentials. */
export interface ModelAlternative {
  readonly credentials: Credentials;
  readonly description: ModelDescription;
  /** Absent: the credentials are the model's own, or there are none. */
  readonly credentialSet?: CalledSet;
  /** What cooldowns when a call fails: of the set, as it is now, and the model. */
  readonly cooldownKey?: string;
}

/** Plain data; holds credentials: never logged, never part of an output. */
export interface ResolvedModel extends ModelAlternative {
  readonly provider: string;
  /** Address of the provider's module. Null: it is the workspace's own, and the main thread calls it. */
  readonly module: string | null;
  /** What else it may be called with, in this order, where a call fails before anything has come. Absent: nothing. */
  readonly alternatives?: readonly ModelAlternative[];
  /** A budget guard applies to the run: its calls are asked about and told (`models.admit`, `models.spent`). */
  readonly isMetered?: boolean;
  /** A budget guard has put it in the place of the model that was asked for. */
  readonly isReplacement?: boolean;
  /** Somebody observes the calls of the run: they are told (`models.called`). */
  readonly isObserved?: boolean;
}
