import type { ProviderImplementation } from '#plugins/models/contract.ts';

/** A provider that tells no list of its models. */
export const provider: ProviderImplementation = { async test() {} };
