import { isIP, type Socket } from 'node:net';
import { buildConnector } from 'undici';
import type { AllowList } from './allow-list.ts';
import { refused } from './failure.ts';
import { checkedLookup, type Resolve } from './look-up.ts';

export interface ConnectorOptions {
  /** Lower case, IPv6 without brackets. */
  readonly host: string;
  readonly port: number;
  readonly verifyTls: boolean;
  readonly allow: AllowList;
  readonly resolve: Resolve;
}

/**
 * Connects to one origin. The addresses a name resolves to are checked, and exactly the checked ones are connected to:
 * there is no second look-up for a rebinding name to answer differently. The peer of the finished connection is
 * compared once more.
 */
export function createConnector(options: ConnectorOptions): buildConnector.connector {
  const { host, port, allow } = options;
  const isAllowed = (address: string) => allow.allows(host, port, address);
  const lookup = checkedLookup(options);
  // Longer than any request waits: requests time their own wait for a connection.
  const connect = buildConnector({ lookup, timeout: 60_000, allowH2: false, rejectUnauthorized: options.verifyTls });
  return (request, callback) => {
    // A literal address is connected to without a look-up, so it is checked here.
    if (isIP(host) !== 0 && !isAllowed(host)) return callback(refused(host), null);
    connect(request, (...[error, socket]) => {
      if (error !== null) return callback(error, null);
      if (isAllowed(peerOf(socket))) return callback(null, socket);
      socket.destroy();
      callback(refused(host), null);
    });
  };
}

/** Throws when each address of a host is refused. */
export async function checkHost(options: Omit<ConnectorOptions, 'verifyTls'>): Promise<void> {
  const { host, port, allow, resolve } = options;
  const found = isIP(host) !== 0 ? [{ address: host }] : await resolve(host).catch(() => []);
  if (found.length > 0 && !found.some(({ address }) => allow.allows(host, port, address))) throw refused(host);
}

function peerOf(socket: Socket): string {
  return socket.remoteAddress ?? '';
}
