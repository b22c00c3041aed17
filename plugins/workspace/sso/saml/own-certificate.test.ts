import { createPrivateKey, X509Certificate } from 'node:crypto';
import { expect, it } from 'vitest';
import { makeOwnCertificate } from './own-certificate.ts';

it('a certificate of our own is one that others can read, for long, and names the key beside it', async () => {
  const made = await makeOwnCertificate('weft test');
  const certificate = new X509Certificate(Buffer.from(made.certificate, 'base64'));
  expect(certificate.subject).toBe('CN=weft test');
  expect(certificate.verify(certificate.publicKey)).toBe(true);
  expect(certificate.checkPrivateKey(createPrivateKey(made.privateKey))).toBe(true);
  expect(Date.parse(certificate.validFrom)).toBeLessThanOrEqual(Date.now());
  expect(new Date(certificate.validTo).getUTCFullYear()).toBe(new Date().getUTCFullYear() + 30);
  const other = await makeOwnCertificate('weft test');
  expect(certificate.serialNumber).not.toBe(new X509Certificate(Buffer.from(other.certificate, 'base64')).serialNumber);
});
