import { createEgress } from '#plugins/egress/client.ts';
import type { Egress } from '#plugins/egress/contract.ts';

/** A real client that may reach this machine, for tests against local servers. */
export function openEgress(): Egress & AsyncDisposable {
  const client = createEgress({ allow: ['127.0.0.0/8', '::1'] });
  return {
    request: (request) => client.request(request),
    check: (url) => client.check(url),
    [Symbol.asyncDispose]: () => client.close(),
  };
}
