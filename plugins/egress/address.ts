/** An address as its 4 or 16 bytes. */
export type AddressBytes = readonly number[];

interface Range {
  readonly bytes: AddressBytes;
  readonly bits: number;
}

/** Bytes of an IPv4 or IPv6 address in text form; null when it is none, or names a zone. */
export function parseAddress(text: string): AddressBytes | null {
  return text.includes(':') ? parseV6(text) : parseV4(text);
}

/** `10.0.0.0/8`, `fd00::/8` or a lone address. */
export function parseRange(text: string): Range | null {
  const slash = text.indexOf('/');
  const bytes = parseAddress(slash === -1 ? text : text.slice(0, slash));
  if (bytes === null) return null;
  if (slash === -1) return { bytes, bits: bytes.length * 8 };
  const suffix = text.slice(slash + 1);
  const bits = Number(suffix);
  return /^\d{1,3}$/.test(suffix) && bits <= bytes.length * 8 ? { bytes, bits } : null;
}

export function isInRange(address: AddressBytes, range: Range): boolean {
  if (address.length !== range.bytes.length) return false;
  for (let bit = 0; bit < range.bits; bit += 8) {
    const index = bit >> 3;
    const left = Math.min(8, range.bits - bit);
    const mask = (0xff << (8 - left)) & 0xff;
    if (((address[index] ?? 0) & mask) !== ((range.bytes[index] ?? 0) & mask)) return false;
  }
  return true;
}

/**
 * Is this an address of the public internet? Everything else is refused: special-purpose ranges (RFC 6890 and its
 * registries), and IPv6 forms that carry an IPv4 address count as what they carry.
 */
export function isPublicAddress(address: AddressBytes): boolean {
  if (address.length === 4) return !REFUSED_V4.some((range) => isInRange(address, range));
  const embedded = embeddedV4(address);
  if (embedded !== null) return isPublicAddress(embedded);
  return isInRange(address, GLOBAL_UNICAST) && !REFUSED_V6.some((range) => isInRange(address, range));
}

/** Where clouds answer with credentials. Reached only when the operator names the address itself, never by a host name. */
export function isMetadataAddress(address: AddressBytes): boolean {
  const plain = embeddedV4(address) ?? address;
  return METADATA.some((range) => isInRange(plain, range));
}

/** The IPv4 address inside a mapped, NAT64 or 6to4 address. */
export function embeddedV4(address: AddressBytes): AddressBytes | null {
  if (address.length !== 16) return null;
  if (isInRange(address, MAPPED) || isInRange(address, NAT64)) return address.slice(12);
  if (isInRange(address, SIX_TO_FOUR)) return address.slice(2, 6);
  return null;
}

function parseV4(text: string): AddressBytes | null {
  const parts = text.split('.');
  if (parts.length !== 4) return null;
  const bytes: number[] = [];
  for (const part of parts) {
    // A leading zero means octal to some resolvers and decimal to others, so it is no address here.
    if (!/^(0|[1-9]\d{0,2})$/.test(part) || Number(part) > 255) return null;
    bytes.push(Number(part));
  }
  return bytes;
}

function parseV6(text: string): AddressBytes | null {
  const halves = text.split('::');
  if (halves.length > 2) return null;
  const head = groups(halves[0] ?? '', halves.length === 1);
  const tail = halves.length === 2 ? groups(halves[1] ?? '', true) : [];
  if (head === null || tail === null) return null;
  const missing = 16 - head.length - tail.length;
  if (halves.length === 1 ? missing !== 0 : missing < 2) return null;
  return [...head, ...new Array<number>(missing).fill(0), ...tail];
}

function groups(text: string, isEnd: boolean): number[] | null {
  if (text === '') return [];
  const parts = text.split(':');
  const bytes: number[] = [];
  for (const [index, part] of parts.entries()) {
    if (isEnd && index === parts.length - 1 && part.includes('.')) {
      const v4 = parseV4(part);
      if (v4 === null) return null;
      bytes.push(...v4);
    } else {
      if (!/^[0-9a-fA-F]{1,4}$/.test(part)) return null;
      const value = Number.parseInt(part, 16);
      bytes.push(value >> 8, value & 0xff);
    }
  }
  return bytes;
}

function ranges(...texts: string[]): readonly Range[] {
  return texts.map(range);
}

function range(text: string): Range {
  const parsed = parseRange(text);
  if (parsed === null) throw new TypeError(`${text} is no address range`);
  return parsed;
}

const MAPPED = range('::ffff:0:0/96');
const NAT64 = range('64:ff9b::/96');
const SIX_TO_FOUR = range('2002::/16');
const GLOBAL_UNICAST = range('2000::/3');

const REFUSED_V4 = ranges(
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
);

/** Inside 2000::/3; everything outside of it (loopback, fc00::/7, fe80::/10, ff00::/8 …) is refused already. */
const REFUSED_V6 = ranges('2001::/23', '2001:db8::/32', '3fff::/20');

const METADATA = ranges(
  '169.254.0.0/16',
  '100.100.100.200/32',
  '192.0.0.192/32',
  '168.63.129.16/32',
  'fd00:ec2::/32',
  'fe80::/10',
);
