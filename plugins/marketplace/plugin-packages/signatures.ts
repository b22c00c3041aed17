import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto';
import { currentTime, PlatformError } from '#kernel';

/** What a signature is about: these three, and nothing else of the package. */
export interface SignedFacts {
  readonly name: string;
  readonly version: string;
  readonly integrity: string;
}

/** A signature of a publisher: `weft-signature.json`, and `dist.weftSignature` of a registry. */
export interface PackageSignature {
  readonly algorithm: 'ed25519';
  /** The first 16 hexadecimal digits of SHA-256 over the key. */
  readonly keyId: string;
  /** Base64. */
  readonly signature: string;
}

/** A signature that a registry of the npm protocol adds itself: `dist.signatures`. */
export interface RegistrySignature {
  readonly keyid: string;
  readonly sig: string;
}

/** A key whose signatures count. `expiresAt`: milliseconds since the epoch, null for never. */
export interface TrustedKey {
  readonly id: string;
  /** Base64 of its DER form (SPKI): Ed25519 of a publisher, P-256 of a registry. */
  readonly publicKey: string;
  readonly expiresAt: number | null;
}

/** A new key of a publisher: both halves in base64 of their DER forms. */
export function newSigningKey(): { readonly id: string; readonly publicKey: string; readonly privateKey: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const shared = publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
  return {
    id: keyIdOf(shared),
    publicKey: shared,
    privateKey: privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64'),
  };
}

/** How a key of a publisher is named. Throws `plugin-packages.invalid_key` for what is no Ed25519 key. */
export function keyIdOf(publicKey: string): string {
  publicKeyOf(publicKey, 'ed25519');
  return createHash('sha256').update(Buffer.from(publicKey, 'base64')).digest('hex').slice(0, 16);
}

/** Throws `plugin-packages.invalid_key` for what is no key of a registry (P-256). */
export function checkRegistryKey(publicKey: string): void {
  publicKeyOf(publicKey, 'ec');
}

/** The public half of a private key, in base64. Throws `plugin-packages.invalid_key`. */
export function publicKeyFrom(privateKey: string): string {
  const key = privateKeyOf(privateKey);
  return createPublicKey(key).export({ type: 'spki', format: 'der' }).toString('base64');
}

export function signPackage(facts: SignedFacts, privateKey: string): PackageSignature {
  const signature = sign(null, messageOf(facts), privateKeyOf(privateKey)).toString('base64');
  return { algorithm: 'ed25519', keyId: keyIdOf(publicKeyFrom(privateKey)), signature };
}

/** Reads a signature that came from outside; null for what is none. */
export function readSignature(value: unknown): PackageSignature | null {
  const { algorithm, keyId, signature } = Object(value) as Readonly<Record<string, unknown>>;
  if (algorithm !== 'ed25519' || typeof keyId !== 'string' || typeof signature !== 'string') return null;
  if (!/^[0-9a-f]{16}$/.test(keyId) || !/^[A-Za-z0-9+/]{86}==$/.test(signature)) return null;
  return { algorithm, keyId, signature };
}

/** The key that signed these facts, of those that are trusted now; null: none did. */
export function signerOf(
  facts: SignedFacts,
  given: PackageSignature | null,
  keys: readonly TrustedKey[],
  now: number = currentTime(),
): TrustedKey | null {
  if (given === null) return null;
  const key = keys.find(({ id, expiresAt }) => id === given.keyId && (expiresAt === null || expiresAt > now));
  if (key === undefined) return null;
  const isSigned = verify(
    null,
    messageOf(facts),
    publicKeyOf(key.publicKey, 'ed25519'),
    Buffer.from(given.signature, 'base64'),
  );
  return isSigned ? key : null;
}

/** The same for what a registry signed: `name@version:integrity`, by a key on P-256. */
export function registrySignerOf(
  { name, version, integrity }: SignedFacts,
  given: readonly RegistrySignature[],
  keys: readonly TrustedKey[],
  now: number = currentTime(),
): TrustedKey | null {
  const message = Buffer.from(`${name}@${version}:${integrity}`);
  const isSignedBy = (key: TrustedKey) =>
    given.some(
      ({ keyid, sig }) =>
        keyid === key.id && verify('sha256', message, publicKeyOf(key.publicKey, 'ec'), Buffer.from(sig, 'base64')),
    );
  return keys.find((key) => (key.expiresAt === null || key.expiresAt > now) && isSignedBy(key)) ?? null;
}

/** The one way to write them: keys in this order, no space. */
function messageOf({ name, version, integrity }: SignedFacts): Buffer {
  return Buffer.from(JSON.stringify({ integrity, name, version }));
}

function publicKeyOf(base64: string, type: 'ed25519' | 'ec'): KeyObject {
  return keyOf(type, () => createPublicKey({ key: Buffer.from(base64, 'base64'), type: 'spki', format: 'der' }));
}

function privateKeyOf(base64: string): KeyObject {
  return keyOf('ed25519', () => createPrivateKey({ key: Buffer.from(base64, 'base64'), type: 'pkcs8', format: 'der' }));
}

function keyOf(type: 'ed25519' | 'ec', read: () => KeyObject): KeyObject {
  let key: KeyObject | undefined;
  try {
    key = read();
  } catch {
    // Told below, without what was given: it may be a private key.
  }
  if (key?.asymmetricKeyType === type) return key;
  throw new PlatformError(
    'invalid',
    'plugin-packages.invalid_key',
    `This is no ${type === 'ec' ? 'P-256' : 'Ed25519'} key: give its DER form in base64, as "weft plugin keygen" writes it.`,
  );
}
