import { generateKeyPair, randomBytes, sign } from 'node:crypto';
import { promisify } from 'node:util';

const YEARS = 30;

/**
 * A key and a certificate that names it: what providers check our requests with, and encrypt assertions for. They take
 * the certificate from our metadata as it is, so nobody has to have signed it but itself.
 */
export async function makeOwnCertificate(name: string): Promise<{ privateKey: string; certificate: string }> {
  const { privateKey, publicKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 });
  const facts = sequence(
    integer(Buffer.concat([Buffer.of(1), randomBytes(15)])),
    sha256WithRsa,
    named(name),
    sequence(time(0), time(YEARS)),
    named(name),
    publicKey.export({ type: 'spki', format: 'der' }),
  );
  const signature = Buffer.concat([Buffer.of(0), sign('sha256', facts, privateKey)]);
  return {
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    certificate: sequence(facts, sha256WithRsa, der(0x03, signature)).toString('base64'),
  };
}

/** One value of ASN.1 in its distinguished encoding. */
function der(tag: number, ...contents: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(contents);
  const size = content.length;
  const head = size < 0x80 ? [size] : size < 0x100 ? [0x81, size] : [0x82, size >> 8, size & 0xff];
  return Buffer.concat([Buffer.of(tag, ...head), content]);
}

const sequence = (...parts: readonly Uint8Array[]) => der(0x30, ...parts);
const integer = (bytes: Uint8Array) => der(0x02, bytes);
const sha256WithRsa = sequence(Buffer.from('06092a864886f70d01010b0500', 'hex'));
const commonName = Buffer.from('0603550403', 'hex');

function named(name: string): Buffer {
  return sequence(der(0x31, sequence(commonName, der(0x0c, Buffer.from(name)))));
}

/** GeneralizedTime, as X.509 wants it from 2050 on, and readers take it before. */
function time(years: number): Buffer {
  const at = new Date();
  at.setUTCFullYear(at.getUTCFullYear() + years);
  const year = at.getUTCFullYear();
  const digits = at.toISOString().replace(/[-T:]|\.\d+/g, '');
  return year < 2050 ? der(0x17, Buffer.from(digits.slice(2))) : der(0x18, Buffer.from(digits));
}
