import { BlockList, isIP } from 'node:net';

/** Whether an address lies in the range. False for what is no address. */
export type AddressRange = (address: string) => boolean;

/**
 * `10.0.0.0/8`, `fd00::/8` or a lone address; null when it is neither. An IPv4 range also holds its mapped, NAT64 and 6to4
 * addresses: they lead where the IPv4 address they carry does.
 */
export function parseRange(text: string): AddressRange | null {
  const [address = '', suffix, ...more] = text.split('/');
  const bits = isIP(address) === 4 ? 32 : 128;
  const length = suffix === undefined ? bits : /^\d{1,3}$/.test(suffix) ? Number(suffix) : Number.NaN;
  if (!isAddress(address) || more.length > 0 || !(length <= bits)) return null;
  const range = new BlockList();
  if (bits === 128) {
    range.addSubnet(address, length, 'ipv6');
    // The list would find IPv4 addresses in `::/0` too.
    return (other) => isIP(other) === 6 && isInList(other, range);
  }
  // Mapped addresses are found by the list itself.
  range.addSubnet(address, length, 'ipv4');
  range.addSubnet(`64:ff9b::${address}`, 96 + length, 'ipv6');
  const [first, second] = [0, 2].map((at) => Buffer.from(address.split('.').map(Number)).toString('hex', at, at + 2));
  range.addSubnet(`2002:${first}:${second}::`, 16 + length, 'ipv6');
  return (other) => isInList(other, range);
}

function isInList(address: string, list: BlockList): boolean {
  return isAddress(address) && list.check(address, isIP(address) === 4 ? 'ipv4' : 'ipv6');
}

/** Is this an address of the public internet? Everything else is refused: special-purpose ranges (RFC 6890 and its registries). */
export function isPublicAddress(address: string): boolean {
  return isInAny(address, GLOBAL) && !isInAny(address, REFUSED);
}

/** Where clouds answer with credentials. Reached only when the operator names the address itself, never by a host name. */
export function isMetadataAddress(address: string): boolean {
  return isInAny(address, METADATA);
}

function isInAny(address: string, ranges: readonly AddressRange[]): boolean {
  return ranges.some((holds) => holds(address));
}

/** An address in text form, without a zone. Spellings that resolvers read differently (`0177.0.0.1`) are none. */
export function isAddress(text: string): boolean {
  return isIP(text) !== 0 && !text.includes('%');
}

function parseRanges(...texts: string[]): readonly AddressRange[] {
  return texts.map((text) => {
    const range = parseRange(text);
    if (range === null) throw new TypeError(`${text} is no address range`);
    return range;
  });
}

const GLOBAL = parseRanges('0.0.0.0/0', '2000::/3');

const REFUSED = parseRanges(
  '0.0.0.0/8', // this network
  '10.0.0.0/8', // private
  '100.64.0.0/10', // carrier-grade NAT; holds 100.100.100.200
  '127.0.0.0/8', // loopback
  '168.63.129.16/32', // a cloud's host agent, in public space
  '169.254.0.0/16', // link-local; holds 169.254.169.254
  '172.16.0.0/12', // private
  '192.0.0.0/24', // protocol assignments; holds 192.0.0.192
  '192.0.2.0/24', // documentation
  '192.88.99.0/24', // 6to4 relays
  '192.168.0.0/16', // private
  '198.18.0.0/15', // benchmarks
  '198.51.100.0/24', // documentation
  '203.0.113.0/24', // documentation
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved and broadcast
  // Inside 2000::/3; everything outside of it (loopback, fc00::/7, fe80::/10, ff00::/8 …) is refused already.
  '2001::/23',
  '2001:db8::/32',
  '3fff::/20',
);

const METADATA = parseRanges(
  '169.254.0.0/16',
  '100.100.100.200/32',
  '192.0.0.192/32',
  '168.63.129.16/32',
  'fd00:ec2::/32',
  'fe80::/10',
);
