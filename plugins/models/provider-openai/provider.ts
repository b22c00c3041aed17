import type { ProviderImplementation } from '#plugins/models/contract.ts';
import { endpointOf } from './endpoint.ts';
import { createProtocol } from './protocol.ts';

/** Both providers: the service and servers that speak its protocol. */
export const provider: ProviderImplementation = createProtocol(endpointOf);
