import type { ModelType } from './model-description.ts';

/** A model by the id of its provider. */
export interface ModelName {
  readonly provider: string;
  readonly model: string;
}

/** A model of a provider. */
export interface TypedModelName extends ModelName {
  readonly type: ModelType;
}
