import { X509Certificate } from 'node:crypto';
import { invalidConnection } from '#plugins/sso/failures.ts';

const MAX = 10;

/** What a certificate of a connection is shown as. */
export interface CertificateFacts {
  readonly pem: string;
  /** Of the certificate, in hex. */
  readonly sha256: string;
  /** Milliseconds since the epoch. Told, not enforced: providers let them run out and go on, and what counts is the key. */
  readonly expiresAt: number;
}

/** Certificates as PEM or bare base64 → base64 of DER, each once. Throws `sso.invalid_connection`. */
export function certificatesOf(given: readonly string[]): string[] {
  const found = given.flatMap((text) => {
    const blocks = [...text.matchAll(/-----BEGIN CERTIFICATE-----([^-]+)-----END CERTIFICATE-----/g)];
    return blocks.length === 0 ? [text] : blocks.map(([, inner = '']) => inner);
  });
  const certificates = [...new Set(found.map(certificateOf))];
  if (certificates.length > 0 && certificates.length <= MAX) return certificates;
  throw invalidConnection(`Give one to ${MAX} certificates.`, 'certificates');
}

export function certificateFacts(certificate: string): CertificateFacts {
  const { validTo, fingerprint256 } = new X509Certificate(Buffer.from(certificate, 'base64'));
  const sha256 = fingerprint256.replaceAll(':', '').toLowerCase();
  return { pem: pemOf(certificate), sha256, expiresAt: Date.parse(validTo) };
}

export function pemOf(certificate: string): string {
  const lines = certificate.match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
}

function certificateOf(given: string): string {
  const text = given.replaceAll(/\s/g, '');
  try {
    if (!/^[A-Za-z0-9+/]+=*$/.test(text)) throw new Error('no base64');
    const { raw, publicKey } = new X509Certificate(Buffer.from(text, 'base64'));
    if (publicKey.asymmetricKeyType === 'rsa' && (publicKey.asymmetricKeyDetails?.modulusLength ?? 0) >= 2048)
      return raw.toString('base64');
  } catch {
    throw invalidConnection('A certificate is none; give X.509 certificates as PEM.', 'certificates');
  }
  throw invalidConnection("A certificate's key is not RSA of at least 2048 bits, as signatures need.", 'certificates');
}
