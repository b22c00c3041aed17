import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto';

export interface DeployKey {
  /** In OpenSSH's own format, without a passphrase. */
  readonly privateKey: string;
  /** One line, as hosts take it. */
  readonly publicKey: string;
  /** `SHA256:…`, as hosts show it. */
  readonly fingerprint: string;
}

const kind = 'ssh-ed25519';

/** A new pair for a deploy key: ed25519, in OpenSSH's formats. */
export function newDeployKey(comment: string): DeployKey {
  const { d = '', x = '' } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
  const [secret, open] = [Buffer.from(d, 'base64url'), Buffer.from(x, 'base64url')];
  const word = comment.replace(/[^\x21-\x7e]+/g, '-').slice(0, 100);
  const shown = Buffer.concat([text(kind), text(open)]);
  return {
    privateKey: sealedWithNothing(shown, Buffer.concat([shown, text(Buffer.concat([secret, open])), text(word)])),
    publicKey: `${kind} ${shown.toString('base64')} ${word}`.trim(),
    fingerprint: keyFingerprint(shown),
  };
}

/** Of a public key as it goes over the wire. */
export function keyFingerprint(key: Uint8Array): string {
  return `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}`;
}

/** The file that ssh-keygen writes: no cipher, one key; the same number twice tells that it was opened right. */
function sealedWithNothing(shown: Buffer, secret: Buffer): string {
  const check = randomBytes(4);
  const content = Buffer.concat([check, check, secret]);
  // Filled up to whole blocks with 1, 2, 3 …
  const fill = Buffer.from(Array.from({ length: (8 - (content.length % 8)) % 8 }, (_, index) => index + 1));
  const one = Buffer.from([0, 0, 0, 1]);
  const head = Buffer.concat([Buffer.from('openssh-key-v1\0'), text('none'), text('none'), text(''), one, text(shown)]);
  const lines =
    Buffer.concat([head, text(Buffer.concat([content, fill]))])
      .toString('base64')
      .match(/.{1,70}/g) ?? [];
  return ['-----BEGIN OPENSSH PRIVATE KEY-----', ...lines, '-----END OPENSSH PRIVATE KEY-----', ''].join('\n');
}

function text(content: string | Buffer): Buffer {
  const bytes = Buffer.from(content);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  return Buffer.concat([length, bytes]);
}
