import { createHmac, randomBytes } from 'node:crypto';

const PREFIX = 'whsec_';

/** A secret as the Standard Webhooks specification writes them: 32 random bytes as base64, after a prefix. */
export function newSecret(): string {
  return PREFIX + randomBytes(32).toString('base64');
}

/** The three headers of a message (Standard Webhooks, signature scheme); one signature for each secret. */
export function signedHeaders(
  message: { readonly id: string; readonly at: Date; readonly body: string },
  secrets: readonly string[],
): [string, string][] {
  const { id, at, body } = message;
  const timestamp = Math.floor(at.getTime() / 1000).toString();
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return [
    ['Webhook-Id', id],
    ['Webhook-Timestamp', timestamp],
    ['Webhook-Signature', signatures.join(' ')],
  ];
}
