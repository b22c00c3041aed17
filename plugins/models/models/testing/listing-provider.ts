import type { ModelDescription, ProviderImplementation } from '#plugins/models/contract.ts';

/** A provider whose server tells whatever its key says: JSON of a list of models. */
export const provider: ProviderImplementation = {
  async test() {},
  models: async ({ list = '[]' }) => JSON.parse(list) as readonly ModelDescription[],
};
