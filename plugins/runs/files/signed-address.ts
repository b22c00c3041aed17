import { randomBytes } from 'node:crypto';
import { currentTime } from '#kernel';
import type { Secrets } from '#plugins/secrets/contract.ts';

const PURPOSE = 'files.address';
/** Milliseconds by which clocks of processes may differ. */
const CLOCK_SKEW = 60_000;

/** A file of a workspace: its address is signed with that workspace's key, so it opens no other's. */
export interface AddressedFile {
  readonly id: string;
  readonly workspaceId: string;
}

/** The query of a signed address. */
export interface Signature {
  readonly timestamp: string;
  readonly nonce: string;
  readonly sign: string;
}

/** Makes and checks addresses that open a file to anyone for a while. */
export class SignedAddresses {
  readonly #secrets: Secrets;
  readonly #baseUrl: (origin?: string) => string;
  readonly #seconds: number;

  /** `baseUrl`: the public address of the runtime API, without `/v1`, for a request that came to an origin. */
  constructor(secrets: Secrets, options: { readonly baseUrl: (origin?: string) => string; readonly seconds: number }) {
    this.#secrets = secrets;
    this.#baseUrl = options.baseUrl;
    this.#seconds = options.seconds;
  }

  get seconds(): number {
    return this.#seconds;
  }

  urlOf({ id, workspaceId }: AddressedFile, origin?: string, now = currentTime()): string {
    const timestamp = String(Math.floor(now / 1000));
    const nonce = randomBytes(8).toString('hex');
    const sign = this.#secrets.sign(workspaceId, PURPOSE, `${id}.${timestamp}.${nonce}`);
    return `${this.#baseUrl(origin)}/files/${id}/file-preview?timestamp=${timestamp}&nonce=${nonce}&sign=${sign}`;
  }

  /** A text, with the addresses in it that were made for no request as one to this origin needs them. */
  readdressed(text: string, origin: string): string {
    const [from, to] = [this.#baseUrl(), this.#baseUrl(origin)].map((base) => `${base}/files/`);
    return from === undefined || to === undefined || from === to ? text : text.replaceAll(from, to);
  }

  /** Whether the address was made here, for this file, and has not expired. */
  isValid({ id, workspaceId }: AddressedFile, { timestamp, nonce, sign }: Signature, now = currentTime()): boolean {
    if (!/^\d{1,12}$/.test(timestamp)) return false;
    const age = now - Number(timestamp) * 1000;
    if (age > this.#seconds * 1000 || age < -CLOCK_SKEW) return false;
    return this.#secrets.isSigned(workspaceId, PURPOSE, `${id}.${timestamp}.${nonce}`, sign);
  }
}
