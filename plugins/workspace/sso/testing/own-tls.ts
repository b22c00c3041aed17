import { makeOwnCertificate } from '#plugins/sso/saml/own-certificate.ts';

/** PEM texts of a key and a certificate that nobody has signed but itself, for a server of https in tests. */
export async function ownTls(name: string): Promise<{ key: string; cert: string }> {
  const { privateKey, certificate } = await makeOwnCertificate(name);
  return { key: privateKey, cert: `-----BEGIN CERTIFICATE-----\n${certificate}\n-----END CERTIFICATE-----\n` };
}
