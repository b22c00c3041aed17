import { currentTime } from '#kernel';
import {
  integrityOf,
  type PackageFacts,
  type PackageSignature,
  readFacts,
  readSignature,
  type SignedFacts,
  signerOf,
} from '#plugins/plugin-packages/contract.ts';

/** Names of an index and of its signature, which lie beside the tarballs. */
export const INDEX_FILE = 'index.json';
export const INDEX_SIGNATURE = 'index.json.weft-signature.json';

/** A tarball that an index names. */
export interface IndexEntry {
  readonly facts: PackageFacts;
  /** Name of the file beside the index. */
  readonly file: string;
  readonly integrity: string;
  readonly readme: string;
  /** Bytes, unpacked; null: not told. */
  readonly size: number | null;
  /** Milliseconds since the epoch; null: not told. */
  readonly publishedAt: number | null;
  readonly signature: PackageSignature | null;
}

/** What is signed of an index: its bytes. */
export function signedIndex(bytes: Uint8Array): SignedFacts {
  return { name: INDEX_FILE, version: '1', integrity: integrityOf(bytes) };
}

/** A file beside the index: a plain name, so that it stays there. */
const fileName = /^[A-Za-z0-9@_+][A-Za-z0-9@._+-]{0,199}$/;
const sha512 = /^sha512-[A-Za-z0-9+/]{86}==$/;

/**
 * What an index holds, when one of the keys has signed it, and it has not ended. Throws a RangeError that says what is wrong; an
 * entry that is none is left out, and `skipped` hears of it.
 */
export function readIndex(
  bytes: Uint8Array,
  signature: Uint8Array,
  options: {
    readonly keys: readonly { readonly id: string; readonly publicKey: string }[];
    skipped(entry: string, error: unknown): void;
  },
): readonly IndexEntry[] {
  const trusted = options.keys.map((key) => ({ ...key, expiresAt: null }));
  if (signerOf(signedIndex(bytes), readSignature(parsed(signature)), trusted) === null) {
    throw new RangeError('its index is not signed by a key that the configuration names for it');
  }
  const {
    index_version: version,
    expires_at: end,
    packages,
  } = Object(parsed(bytes)) as Readonly<Record<string, unknown>>;
  if (version !== 1 || !Array.isArray(packages)) throw new RangeError('its index is of a kind that is not known here');
  if (typeof end === 'string' && !(Date.parse(end) > currentTime()))
    throw new RangeError('its index has ended: get a newer one');
  return packages.flatMap((given: unknown) => {
    try {
      return [entryOf(Object(given))];
    } catch (error) {
      options.skipped(String(Object(given).file).slice(0, 200), error);
      return [];
    }
  });
}

function entryOf(given: Readonly<Record<string, unknown>>): IndexEntry {
  const { package: description, file, integrity, readme, size, published_at: published, signature } = given;
  if (typeof file !== 'string' || !fileName.test(file)) throw new RangeError('an entry names no file beside the index');
  if (typeof integrity !== 'string' || !sha512.test(integrity)) throw new RangeError('an entry tells no SHA-512');
  const at = typeof published === 'string' ? Date.parse(published) : Number.NaN;
  return {
    ...{ facts: readFacts(JSON.stringify(description)), file, integrity },
    readme: typeof readme === 'string' ? readme.slice(0, 200 * 1024) : '',
    size: typeof size === 'number' && Number.isSafeInteger(size) ? size : null,
    publishedAt: Number.isNaN(at) ? null : at,
    signature: readSignature(signature),
  };
}

function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes).toString('utf8'));
  } catch {
    throw new RangeError('a file of its index is no JSON');
  }
}
