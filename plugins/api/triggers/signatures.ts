import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { SignatureScheme } from './contract.ts';
import type { StoredSignature } from './tables.ts';

/** A call as it came in. */
export interface SignedCall {
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Buffer;
}

/** What a good signature says: by which name the delivery is known. Bad ones: why. */
export type Verified =
  | { readonly isGood: true; readonly key: string }
  | { readonly isGood: false; readonly why: string };

interface Scheme {
  readonly headers: readonly string[];
  verify(call: SignedCall, secrets: readonly string[], settings: StoredSignature, now: Date): Verified;
}

const STANDARD_PREFIX = 'whsec_';

/** Headers that carry signatures in any scheme: no run is told of them. */
export const signatureHeaders: ReadonlySet<string> = new Set([
  'webhook-signature',
  'svix-signature',
  'x-hub-signature',
  'x-hub-signature-256',
  'stripe-signature',
]);

/** Standard Webhooks: `id.timestamp.body` with a secret in base64. The id names the delivery, whenever it is sent again. */
const standard: Scheme = {
  headers: ['webhook-id', 'webhook-timestamp', 'webhook-signature'],
  verify({ headers, body }, secrets, { tolerance }, now) {
    const [id = '', time = '', given = ''] = standard.headers.map((name) => headers[name]);
    if (id === '' || time === '' || given === '') return bad(`the headers ${standard.headers.join(', ')} are needed`);
    if (!isNear(time, tolerance, now)) return late(time, tolerance);
    const signatures = given.split(' ').flatMap((item) => (item.startsWith('v1,') ? [item.slice(3)] : []));
    const isGood = secrets.some((secret) => {
      const key = Buffer.from(
        secret.startsWith(STANDARD_PREFIX) ? secret.slice(STANDARD_PREFIX.length) : secret,
        'base64',
      );
      return matches(hmac(key, [`${id}.${time}.`, body]), signatures);
    });
    return isGood ? good(`id:${hashOf(id)}`) : mismatch;
  },
};

/** A signature of the body, in a header that the workspace names; of `time.body` where a header with the time is named. */
const hmacScheme: Scheme = {
  headers: [],
  verify({ headers, body }, secrets, { header, timestampHeader, tolerance }, now) {
    const given = headers[header ?? ''] ?? '';
    if (given === '') return bad(`the header ${header} is needed`);
    const time = timestampHeader === null ? null : (headers[timestampHeader] ?? '');
    if (time === '') return bad(`the header ${timestampHeader} is needed`);
    if (time !== null && !isNear(time, tolerance, now)) return late(time, tolerance);
    const signed = time === null ? [body] : [`${time}.`, body];
    const signature = given.replace(/^(?:sha256|v1)=/, '').trim();
    const isGood = secrets.some((secret) => matches(hmac(secret, signed), [signature]));
    return isGood ? good(`body:${hashOf(time ?? '', body)}`) : mismatch;
  },
};

/** As GitHub signs: the body alone, so that a delivery is known by its body. */
const github: Scheme = {
  headers: ['x-hub-signature-256'],
  verify: ({ headers, body }, secrets) => {
    const given = headers['x-hub-signature-256'] ?? '';
    if (!given.startsWith('sha256=')) return bad('the header X-Hub-Signature-256 is needed');
    const isGood = secrets.some((secret) => matches(hmac(secret, [body]), [given.slice(7)]));
    return isGood ? good(`body:${hashOf('', body)}`) : mismatch;
  },
};

/** As Stripe signs: `time.body`; the body has the id of the event, whenever it is sent again. */
const stripe: Scheme = {
  headers: ['stripe-signature'],
  verify({ headers, body }, secrets, { tolerance }, now) {
    const parts = (headers['stripe-signature'] ?? '').split(',').map((part) => part.trim().split('=', 2));
    const time = parts.find(([name]) => name === 't')?.[1] ?? '';
    const signatures = parts.flatMap(([name, value]) => (name === 'v1' && value !== undefined ? [value] : []));
    if (time === '' || signatures.length === 0) return bad('the header Stripe-Signature with t and v1 is needed');
    if (!isNear(time, tolerance, now)) return late(time, tolerance);
    const isGood = secrets.some((secret) => matches(hmac(secret, [`${time}.`, body]), signatures));
    return isGood ? good(`body:${hashOf('', body)}`) : mismatch;
  },
};

const schemes: Readonly<Record<SignatureScheme, Scheme>> = { standard, hmac: hmacScheme, github, stripe };

/** Whether a call is signed with one of the secrets, and not long ago. Compared in constant time. */
export function verify(call: SignedCall, secrets: readonly string[], settings: StoredSignature, now: Date): Verified {
  return schemes[settings.scheme].verify(call, secrets, settings, now);
}

/** A secret as its scheme writes them. */
export function newSecret(scheme: SignatureScheme): string {
  const bytes = randomBytes(32);
  return scheme === 'standard' ? STANDARD_PREFIX + bytes.toString('base64') : bytes.toString('hex');
}

/** What is wrong with a secret that somebody gives; null: nothing. */
export function secretProblem(scheme: SignatureScheme, secret: string): string | null {
  if (scheme !== 'standard') return secret.length < 16 ? 'must have at least 16 characters' : null;
  const bytes = Buffer.from(secret.replace(STANDARD_PREFIX, ''), 'base64');
  return bytes.length < 16 ? 'must be at least 16 bytes in base64, after whsec_' : null;
}

/** The name of a delivery that nothing signs. */
export function unsignedKey(headers: SignedCall['headers']): string | null {
  const named = ['idempotency-key', 'webhook-id', 'x-github-delivery'].map((name) => headers[name] ?? '');
  const given = named.find((value) => value !== '');
  return given === undefined ? null : `key:${hashOf(given)}`;
}

function isNear(time: string, tolerance: number, now: Date): boolean {
  if (!/^\d{1,13}$/.test(time)) return false;
  // Some say milliseconds.
  const seconds = time.length > 11 ? Number(time) / 1_000 : Number(time);
  return Math.abs(now.getTime() / 1_000 - seconds) <= tolerance;
}

function hmac(key: string | Buffer, parts: readonly (string | Buffer)[]): Buffer {
  const made = createHmac('sha256', key);
  for (const part of parts) made.update(part);
  return made.digest();
}

/** A signature is written in base64 or in hex. */
function matches(expected: Buffer, given: readonly string[]): boolean {
  let isGood = false;
  // However many a caller sends.
  for (const text of given.slice(0, 10)) {
    const read = Buffer.from(text, /^[0-9a-f]{64}$/i.test(text) ? 'hex' : 'base64');
    if (read.length === expected.length && timingSafeEqual(read, expected)) isGood = true;
  }
  return isGood;
}

function hashOf(...parts: readonly (string | Buffer)[]): string {
  const made = createHash('sha256');
  for (const part of parts) made.update(part);
  return made.digest('hex');
}

function good(key: string): Verified {
  return { isGood: true, key };
}

function bad(why: string): Verified {
  return { isGood: false, why };
}

function late(time: string, tolerance: number): Verified {
  const text = /^\d{1,13}$/.test(time) ? time : 'which is no number';
  return bad(`its time, ${text}, must be within ${tolerance} seconds of now, in seconds since 1970`);
}

const mismatch = bad('it is not made of this body with the secret of this address');
