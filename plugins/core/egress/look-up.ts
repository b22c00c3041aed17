import { lookup as systemLookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import type { AllowList } from './allow-list.ts';
import { refused } from './failure.ts';

export interface ResolvedAddress {
  readonly address: string;
  readonly family: number;
}

/** All addresses of a name. Rejects with node's DNS errors. */
export type Resolve = (host: string) => Promise<readonly ResolvedAddress[]>;

/** A look-up in progress is shared: a thousand connections to one name ask the system once. */
export function createResolver(): Resolve {
  const pending = new Map<string, Promise<readonly ResolvedAddress[]>>();
  return (host) => {
    const running = pending.get(host);
    if (running !== undefined) return running;
    const started = new Promise<readonly ResolvedAddress[]>((resolve, reject) => {
      systemLookup(host, { all: true }, (error, addresses) => (error === null ? resolve(addresses) : reject(error)));
    }).finally(() => pending.delete(host));
    pending.set(host, started);
    return started;
  };
}

interface Target {
  readonly host: string;
  readonly port: number;
  readonly allow: AllowList;
  readonly resolve: Resolve;
}

/** A look-up that only knows the addresses of a host that may be connected to. */
export function checkedLookup({ host, port, allow, resolve }: Target): LookupFunction {
  return (_hostname, lookupOptions, callback) => {
    resolve(host).then(
      (addresses) => {
        const usable = addresses.filter(({ address }) => allow.allows(host, port, address));
        const first = usable[0];
        if (first === undefined) callback(refused(host), '', 0);
        else if (lookupOptions.all === true) callback(null, [...usable]);
        else callback(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => callback(error, '', 0),
    );
  };
}
