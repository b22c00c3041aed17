import { token } from '../../kernel/index.ts';

/**
 * Sealing of secrets at rest: AES-256-GCM under a key derived (HKDF) per workspace and purpose from the master key
 * (`WEFT_SECRET_KEY`, or generated into the data folder on the first start, mode 0600). Sealed text starts with the id
 * of the key that sealed it, so keys can be rotated.
 */
export interface Secrets {
  /** `purpose` separates uses: a text sealed for one can't be opened for another. */
  seal(workspaceId: string, purpose: string, plain: string): string;
  /** Throws `secrets.unreadable` (kind internal) when the text was tampered with or the key is missing. */
  open(workspaceId: string, purpose: string, sealed: string): string;
  /** A signature of a text (HMAC-SHA-256 as base64url) that only this installation can make for workspace and purpose. */
  sign(workspaceId: string, purpose: string, text: string): string;
  /** Whether `sign` made the signature, with this or a previous master key; compared in constant time. */
  isSigned(workspaceId: string, purpose: string, text: string, signature: string): boolean;
  /** A random token of `length` letters and digits from the system's generator. */
  token(length: number): string;
  /** SHA-256 (hex) of a high-entropy key, for storing and looking it up. */
  hash(key: string): string;
}

export const Secrets = token<Secrets>('secrets.secrets');
