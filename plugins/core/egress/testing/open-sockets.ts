import type { Sockets } from '#plugins/egress/contract.ts';
import { createSockets } from '#plugins/egress/sockets.ts';

/** Real connections that may go to this machine, for tests against local servers; or to what is given. */
export function openSockets(allow: readonly string[] = ['127.0.0.0/8', '::1']): Sockets {
  return createSockets({ allow });
}
