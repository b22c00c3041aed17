import { KeyObject, webcrypto } from 'node:crypto';
import { currentTime } from '#kernel';

const YEARS = 30;

const algorithm = {
  name: 'RSASSA-PKCS1-v1_5',
  hash: 'SHA-256',
  modulusLength: 2048,
  publicExponent: Uint8Array.of(1, 0, 1),
};

/**
 * A key and a certificate that names it: what providers check our requests with, and encrypt assertions for. They take
 * the certificate from our metadata as it is, so nobody has to have signed it but itself.
 */
export async function makeOwnCertificate(name: string): Promise<{ privateKey: string; certificate: string }> {
  // Loaded when a certificate is made, which is seldom: it is a dozen packages, and its container wants the polyfill.
  await import('reflect-metadata');
  const { X509CertificateGenerator } = await import('@peculiar/x509');
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const notBefore = new Date(currentTime());
  const notAfter = new Date(notBefore);
  notAfter.setUTCFullYear(notAfter.getUTCFullYear() + YEARS);
  const certificate = await X509CertificateGenerator.createSelfSigned({
    name: [{ CN: [name] }],
    notBefore,
    notAfter,
    keys,
    signingAlgorithm: algorithm,
  });
  return {
    privateKey: KeyObject.from(keys.privateKey).export({ type: 'pkcs8', format: 'pem' }).toString(),
    certificate: certificate.toString('base64'),
  };
}
