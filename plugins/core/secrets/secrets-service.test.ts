import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { SecretsService } from './secrets-service.ts';

const master = randomBytes(32);
const secrets = new SecretsService({ current: master, previous: [] });

describe('signatures', () => {
  it('attack T18: hold for the text, workspace and purpose they were made for, and for nothing else', () => {
    const signature = secrets.sign('w1', 'p', 'text');
    expect(secrets.isSigned('w1', 'p', 'text', signature)).toBe(true);
    expect(secrets.isSigned('w2', 'p', 'text', signature)).toBe(false);
    expect(secrets.isSigned('w1', 'q', 'text', signature)).toBe(false);
    expect(secrets.isSigned('w1', 'p', 'texts', signature)).toBe(false);
    for (const forged of ['', 'x', signature.slice(1), `${signature}AAAA`]) {
      expect(secrets.isSigned('w1', 'p', 'text', forged)).toBe(false);
    }
  });

  it('hold after the master key was replaced', () => {
    const next = new SecretsService({ current: randomBytes(32), previous: [master] });
    expect(next.isSigned('w1', 'p', 'text', secrets.sign('w1', 'p', 'text'))).toBe(true);
    expect(secrets.isSigned('w1', 'p', 'text', next.sign('w1', 'p', 'text'))).toBe(false);
  });
});

describe('sealed texts', () => {
  it.each(['', 'grüße 🙂', 'x'.repeat(100_000)])('open for the workspace and purpose they were sealed for', (plain) => {
    expect(secrets.open('w1', 'p', secrets.seal('w1', 'p', plain))).toBe(plain);
  });

  it('hold neither the text nor twice the same bytes', () => {
    const sealed = secrets.seal('w1', 'p', 'canary');
    expect(sealed).not.toContain('canary');
    expect(sealed).not.toContain(Buffer.from('canary').toString('base64').slice(0, 6));
    expect(secrets.seal('w1', 'p', 'canary')).not.toBe(sealed);
  });

  it.each([
    ['another workspace', 'w2', 'p'],
    ['another purpose', 'w1', 'q'],
    ['names that only run together to the same', 'w1p', ''],
  ])('attack T18: stay closed for %s', (_, workspace, purpose) => {
    const sealed = secrets.seal('w1', 'p', 'x');
    expect(() => secrets.open(workspace, purpose, sealed)).toThrow(/another workspace or purpose/);
  });

  it('stay closed when any byte was changed', () => {
    const [version, keyId, payload = ''] = secrets.seal('w1', 'p', 'some text').split('.');
    const bytes = Buffer.from(payload, 'base64');
    for (let index = 0; index < bytes.length; index += 1) {
      const changed = Buffer.from(bytes);
      changed[index] = (changed[index] ?? 0) ^ 1;
      const sealed = `${version}.${keyId}.${changed.toString('base64')}`;
      expect(() => secrets.open('w1', 'p', sealed)).toThrow(/was changed/);
    }
  });

  it('stay closed when they were cut at any place', () => {
    const [version, keyId, payload = ''] = secrets.seal('w1', 'p', 'some text').split('.');
    const bytes = Buffer.from(payload, 'base64');
    for (let length = 0; length < bytes.length; length += 1) {
      const sealed = `${version}.${keyId}.${bytes.subarray(0, length).toString('base64')}`;
      expect(() => secrets.open('w1', 'p', sealed)).toThrow(
        expect.objectContaining({ code: 'secrets.secret_unreadable' }),
      );
    }
  });

  it.each(['', 'plain', 'v1', 'v1..', 'v2.a.b', 'v1.a.b.c'])('are not what %j is', (text) => {
    expect(() => secrets.open('w1', 'p', text)).toThrow(expect.objectContaining({ code: 'secrets.secret_unreadable' }));
  });

  it('name the key that is missing', () => {
    const other = new SecretsService({ current: randomBytes(32), previous: [] });
    expect(() => other.open('w1', 'p', secrets.seal('w1', 'p', 'x'))).toThrow(/WEFT_PREVIOUS_SECRET_KEYS/);
  });

  it('open after their key was replaced, and new ones are sealed with the new key', () => {
    const old = secrets.seal('w1', 'p', 'old');
    const rotated = new SecretsService({ current: randomBytes(32), previous: [master] });
    expect(rotated.open('w1', 'p', old)).toBe('old');
    const fresh = rotated.seal('w1', 'p', 'new');
    expect(fresh.split('.')[1]).not.toBe(old.split('.')[1]);
    expect(() => secrets.open('w1', 'p', fresh)).toThrow(/was sealed with the key/);
  });
});

describe('tokens', () => {
  it('attack T18: are letters and digits of the wanted length, never twice the same', () => {
    const tokens = Array.from({ length: 50 }, () => secrets.token(24));
    for (const token of tokens) expect(token).toMatch(/^[A-Za-z0-9]{24}$/);
    expect(new Set(tokens).size).toBe(50);
  });

  it('are looked up by their digest', () => {
    expect(secrets.hash('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  });
});
