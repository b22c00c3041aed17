import { createEgress } from '#plugins/egress/client.ts';
import type { Egress } from '#plugins/egress/contract.ts';

/** A real client that may reach this machine, for tests against local servers. */
export function openEgress(): Egress & AsyncDisposable {
  return egressFor(['127.0.0.0/8', '::1']);
}

/** A real client that may reach what every server's may: no private address. */
export function closedEgress(): Egress & AsyncDisposable {
  return egressFor([]);
}

function egressFor(allow: readonly string[]): Egress & AsyncDisposable {
  const client = createEgress({ allow });
  return {
    request: (request) => client.request(request),
    check: (url) => client.check(url),
    [Symbol.asyncDispose]: () => client.close(),
  };
}
