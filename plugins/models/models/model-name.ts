/** A model by the id of its provider. */
export interface ModelName {
  readonly provider: string;
  readonly model: string;
}
