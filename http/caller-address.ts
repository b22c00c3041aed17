import { BlockList, isIP } from 'node:net';
import { PlatformError } from '#kernel';

/** Finds out where a request comes from. */
export interface CallerAddress {
  /** `peer`: of the connection; `forwarded`: the header `X-Forwarded-For`. Empty for a trusted peer who names nobody. */
  of(peer: string, forwarded: string | undefined): string;
  /** Whether the peer of a connection is a proxy that is believed. */
  trusts(peer: string): boolean;
}

/**
 * Believes the listed proxies (addresses or ranges like `10.0.0.0/8`), nobody else: the header's last address that is
 * no trusted proxy is the caller's. Throws `http.invalid_trusted_proxy`.
 */
export function callerAddress(trustedProxies: readonly string[]): CallerAddress {
  const trusted = new BlockList();
  for (const entry of trustedProxies) trust(trusted, entry.trim());
  const isTrusted = (address: string) => trusted.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
  const trusts = (peer: string) => trustedProxies.length > 0 && isTrusted(plainAddress(peer));
  return {
    trusts,
    of(peer, forwarded) {
      if (!trusts(peer)) return plainAddress(peer);
      for (const named of (forwarded ?? '').split(',').reverse()) {
        const address = plainAddress(withoutPort(named.trim()));
        // Whatever stands before something unreadable was not written by somebody we trust.
        if (isIP(address) === 0) return '';
        if (!isTrusted(address)) return address;
      }
      return '';
    },
  };
}

/** An IPv4 peer of a socket for both families; one peer should have one spelling. */
function plainAddress(address: string): string {
  return address.startsWith('::ffff:') ? address.slice(7) : address;
}

/** Some proxies add one: `192.0.2.1:4711`, `[2001:db8::1]:4711`. */
function withoutPort(address: string): string {
  return /^\[([^\]]+)\](?::\d+)?$/.exec(address)?.[1] ?? /^([\d.]+):\d+$/.exec(address)?.[1] ?? address;
}

function trust(list: BlockList, entry: string): void {
  const [address = '', length] = entry.split('/', 2);
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
  const longest = family === 'ipv6' ? 128 : 32;
  const isLength = length === undefined || (/^\d{1,3}$/.test(length) && Number(length) <= longest);
  if (isIP(address) === 0 || !isLength) {
    throw new PlatformError(
      'invalid',
      'http.invalid_trusted_proxy',
      `"${entry}" in http.trustedProxies is no address and no address range such as 10.0.0.0/8.`,
      { field: 'trustedProxies' },
    );
  }
  if (length === undefined) list.addAddress(address, family);
  else list.addSubnet(address, Number(length), family);
}

/** True for a proxy that nobody told us of, or the owner of this machine. */
export function isThisMachine(address: string): boolean {
  return /^(?:127\.|::1$)/.test(address);
}

/** By which callers are counted: whoever has one IPv6 address has its whole /64. */
export function networkOf(address: string): string {
  if (!address.includes(':')) return address;
  const [head = '', tail] = address.split('::', 2);
  const front = head === '' ? [] : head.split(':');
  if (tail === undefined) return front.slice(0, 4).join(':');
  const back = tail === '' ? [] : tail.split(':');
  const whole = [...front, ...Array.from({ length: Math.max(0, 8 - front.length - back.length) }, () => '0'), ...back];
  return whole.slice(0, 4).join(':');
}
