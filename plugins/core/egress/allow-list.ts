import { PlatformError } from '#kernel';
import { type AddressRange, isAddress, isMetadataAddress, isPublicAddress, parseRange } from './address.ts';

interface Entry {
  readonly host: string | null;
  readonly range: AddressRange | null;
  readonly port: number | null;
}

/** Decides whether a connection may be made. */
export interface AllowList {
  /** `host` is the name the request was made to, `address` where the connection would go; what is none is refused. */
  allows(host: string, port: number, address: string): boolean;
}

/** Reads `egress.allow`. Throws `egress.invalid_allow_list` naming the entry that is no host, host:port, address or range. */
export function createAllowList(texts: readonly string[]): AllowList {
  const entries = texts.map((text) => parseEntry(text.trim().toLowerCase()));
  return {
    allows(host, port, address) {
      if (!isAddress(address)) return false;
      if (isPublicAddress(address)) return true;
      const isMetadata = isMetadataAddress(address);
      return entries.some((entry) => {
        if (entry.port !== null && entry.port !== port) return false;
        if (entry.range !== null) return entry.range(address);
        return !isMetadata && entry.host === host;
      });
    },
  };
}

function parseEntry(text: string): Entry {
  const range = parseRange(text.replace(/^\[(.*)\]$/, '$1'));
  if (range !== null) return { host: null, range, port: null };
  const match = /^(?:\[([^\]]+)\]|([a-z0-9_.-]+))(?::(\d{1,5}))?$/.exec(text);
  const name = match?.[1] ?? match?.[2];
  const port = match?.[3] === undefined ? null : Number(match[3]);
  const literal = name === undefined ? null : parseRange(name);
  const isMistake = name === undefined || /^[\d.]+$/.test(name) !== (literal !== null && match?.[1] === undefined);
  if (isMistake || (match?.[1] !== undefined && literal === null) || (port !== null && (port < 1 || port > 65_535))) {
    throw new PlatformError(
      'invalid',
      'egress.invalid_allow_list',
      `"${text}" in egress.allow is no host, host:port, address or address range such as 10.0.0.0/8.`,
      { field: 'allow' },
    );
  }
  return literal === null ? { host: name, range: null, port } : { host: null, range: literal, port };
}
