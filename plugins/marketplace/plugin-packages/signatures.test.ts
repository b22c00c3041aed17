import { generateKeyPairSync, sign } from 'node:crypto';
import { expect, it } from 'vitest';
import {
  keyIdOf,
  newSigningKey,
  publicKeyFrom,
  readSignature,
  registrySignerOf,
  signerOf,
  signPackage,
} from './contract.ts';

const facts = { name: '@acme/weather', version: '1.0.0', integrity: `sha512-${'A'.repeat(86)}==` };
const key = newSigningKey();
const trusted = { id: key.id, publicKey: key.publicKey, expiresAt: null };

it('knows what a trusted key has signed, and nothing else', () => {
  const signature = signPackage(facts, key.privateKey);
  expect(readSignature(JSON.parse(JSON.stringify(signature)))).toEqual(signature);
  expect(signerOf(facts, signature, [trusted])).toBe(trusted);
  expect(publicKeyFrom(key.privateKey)).toBe(key.publicKey);
  for (const other of [{ name: '@acme/other' }, { version: '1.0.1' }, { integrity: `sha512-${'B'.repeat(86)}==` }]) {
    expect(signerOf({ ...facts, ...other }, signature, [trusted])).toBeNull();
  }
});

it('attack T18: an unknown, expired or foreign key signs nothing', () => {
  const signature = signPackage(facts, key.privateKey);
  const other = newSigningKey();
  expect(signerOf(facts, signature, [])).toBeNull();
  expect(signerOf(facts, signature, [{ ...trusted, expiresAt: 1000 }])).toBeNull();
  expect(signerOf(facts, signature, [{ ...trusted, publicKey: other.publicKey }])).toBeNull();
  expect(signerOf(facts, { ...signPackage(facts, other.privateKey), keyId: key.id }, [trusted])).toBeNull();
});

it('attack T11: takes nothing for a signature or a key that is none, and never repeats it', () => {
  for (const value of [
    null,
    'x',
    {},
    { algorithm: 'none', keyId: key.id, signature: '' },
    { algorithm: 'ed25519', keyId: '../x', signature: 'x' },
  ]) {
    expect(readSignature(value)).toBeNull();
  }
  expect(() => keyIdOf('c2VjcmV0')).toThrow(/no Ed25519 key/);
  expect(() => signPackage(facts, 'c2VjcmV0')).toThrow(
    expect.objectContaining({ message: expect.not.stringContaining('c2VjcmV0') }),
  );
});

it('knows what a registry has signed, as npm signs it', () => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const registry = {
    id: 'SHA256:abc',
    publicKey: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
    expiresAt: null,
  };
  const message = Buffer.from(`${facts.name}@${facts.version}:${facts.integrity}`);
  const sig = sign('sha256', message, privateKey).toString('base64');
  expect(registrySignerOf(facts, [{ keyid: 'SHA256:abc', sig }], [registry])).toBe(registry);
  expect(registrySignerOf({ ...facts, version: '2.0.0' }, [{ keyid: 'SHA256:abc', sig }], [registry])).toBeNull();
  expect(registrySignerOf(facts, [{ keyid: 'SHA256:other', sig }], [registry])).toBeNull();
});
