import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** A call as it came in. */
export interface HookCall {
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Uint8Array;
}

/** Seconds that a call may be old or early, where it tells its time. */
const TOLERANCE = 300;

/** Headers with a signature of the body, HMAC by SHA-256 in hex: GitHub, Bitbucket (and Forgejo); Gitea, Forgejo. */
const bodySignatures = [
  'x-hub-signature-256',
  'x-hub-signature',
  'x-gitea-signature',
  'x-forgejo-signature',
  'x-gogs-signature',
] as const;

/**
 * Whether somebody calls who knows the secret. What a host is called tells not how its server signs (any server of git may be one of
 * these), so each way is taken. GitLab sends the secret itself (`X-Gitlab-Token`), or signs as Standard Webhooks do where it was given
 * `whsec_` and the secret.
 */
export function isHookCall(secret: string, { headers, body }: HookCall, now: Date): boolean {
  const expected = hmac(secret, [body]);
  let isGood = false;
  for (const name of bodySignatures) {
    const given = /^(?:sha256=)?([0-9a-f]{64})$/i.exec(headers[name] ?? '')?.[1];
    if (given !== undefined && timingSafeEqual(Buffer.from(given, 'hex'), expected)) isGood = true;
  }
  const token = headers['x-gitlab-token'];
  if (token !== undefined && timingSafeEqual(digest(token), digest(secret))) isGood = true;
  return isStandard(secret, { headers, body }, now) || isGood;
}

/** Standard Webhooks, `id.timestamp.body`. */
function isStandard(secret: string, { headers, body }: HookCall, now: Date): boolean {
  const [id = '', time = ''] = [headers['webhook-id'], headers['webhook-timestamp']];
  if (!/^\d{1,12}$/.test(time) || Math.abs(now.getTime() / 1000 - Number(time)) > TOLERANCE) return false;
  const expected = hmac(Buffer.from(secret, 'base64'), [`${id}.${time}.`, body]);
  const given = (headers['webhook-signature'] ?? '').split(' ', 10);
  return given.some((one) => {
    const bytes = Buffer.from(one.startsWith('v1,') ? one.slice(3) : '', 'base64');
    return bytes.length === expected.length && timingSafeEqual(bytes, expected);
  });
}

function hmac(key: string | Buffer, parts: readonly (string | Uint8Array)[]): Buffer {
  const made = createHmac('sha256', key);
  for (const part of parts) made.update(part);
  return made.digest();
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
