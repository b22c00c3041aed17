import type { SchemaValue } from '#http';
import type { JsonSchema } from '#kernel';
import { conditionsSchema } from '#plugins/dataset-retrieval/contract.ts';
import { mergeRetrieval, type RetrievalModel, retrievalModelSchema } from '#plugins/datasets/contract.ts';

/** `retrieval_model` of a question: how to search, and which documents count (runtime API, RetrievalModel). */
export const askedRetrievalSchema = {
  ...retrievalModelSchema,
  properties: { ...retrievalModelSchema.properties, metadata_filtering_conditions: conditionsSchema },
} as const satisfies JsonSchema;

export type AskedRetrieval = SchemaValue<typeof askedRetrievalSchema>;

/** How a base is searched this time: what was sent, and where that says nothing, as the base does; undefined: as the base does. */
export function retrievalOf(sent: AskedRetrieval | undefined, stored: RetrievalModel): RetrievalModel | undefined {
  return sent === undefined || sent === null ? undefined : mergeRetrieval(stored, sent);
}
