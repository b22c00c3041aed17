import type { Sockets } from '#plugins/egress/contract.ts';
import { createSockets } from '#plugins/egress/sockets.ts';

/** Real sockets that may reach this machine, for tests against local servers. */
export function openSockets(allow: readonly string[] = ['127.0.0.0/8', '::1', 'localhost']): Sockets {
  return createSockets({ allow });
}
