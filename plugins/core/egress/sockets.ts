import { connect, isIP, type Socket } from 'node:net';
import { type AllowList, createAllowList } from './allow-list.ts';
import type { SocketRequest, Sockets } from './contract.ts';
import { invalidRequest, refused, timeout, toEgressError } from './failure.ts';
import { checkedLookup, createResolver, type Resolve } from './look-up.ts';

const DEFAULT_CONNECT_TIMEOUT = 10_000;

/** `resolve` replaces the system's look-up; for tests. */
export function createSockets(settings: { readonly allow: readonly string[]; readonly resolve?: Resolve }): Sockets {
  const allow = createAllowList(settings.allow);
  const resolve = settings.resolve ?? createResolver();
  return {
    async connect(request) {
      request.signal?.throwIfAborted();
      const host = request.host
        .trim()
        .toLowerCase()
        .replace(/^\[(.*)\]$/, '$1');
      const { port } = request;
      if (!/^[a-z0-9_.:-]{1,253}$/.test(host)) throw invalidRequest('The host is no name or address.', 'host');
      if (!Number.isInteger(port) || port < 1 || port > 65_535) {
        throw invalidRequest('The port is no number from 1 to 65535.', 'port');
      }
      // A literal address is connected to without a look-up.
      if (isIP(host) !== 0 && !allow.allows(host, port, host)) throw refused(host);
      const socket = connect({ host, port, lookup: checkedLookup({ host, port, allow, resolve }) });
      return connected(socket, { ...request, host, port }, allow);
    },
  };
}

function connected(socket: Socket, request: SocketRequest, allow: AllowList): Promise<Socket> {
  const { host, port, signal, connectTimeout = DEFAULT_CONNECT_TIMEOUT } = request;
  return new Promise((resolve, reject) => {
    const settle = (error?: unknown): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
      if (error === undefined) {
        resolve(socket);
        return;
      }
      socket.destroy();
      reject(error);
    };
    const onAbort = () => settle(signal?.reason);
    const timer = setTimeout(() => settle(timeout(host, 'did not accept a connection in time')), connectTimeout);
    signal?.addEventListener('abort', onAbort, { once: true });
    // Stays: nothing that a peer does before its user listens may end the process.
    socket.on('error', (error) => settle(toEgressError(error, host)));
    socket.once('connect', () =>
      settle(allow.allows(host, port, socket.remoteAddress ?? '') ? undefined : refused(host)),
    );
  });
}
