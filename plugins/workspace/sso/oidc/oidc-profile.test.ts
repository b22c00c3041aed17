import { describe, expect, it } from 'vitest';
import { isLocal } from '#plugins/sso/addresses.ts';
import { claimOf } from '#plugins/sso/role-mapping.ts';
import { GOOGLE, toProfile } from './oidc-profile.ts';

const said = { iss: 'https://login.example.com', sub: '1', email: 'Ada@Example.com', email_verified: true };
const verified = (more: Readonly<Record<string, unknown>>) => toProfile({ ...said, ...more }).isEmailVerified;

describe('an address', () => {
  it('is verified when the provider says so, as a truth or as a text, and not otherwise', () => {
    expect([true, 'true'].map((email_verified) => verified({ email_verified }))).toEqual([true, true]);
    const others = [false, 'false', undefined, null, 1, 'yes', {}];
    expect(others.filter((email_verified) => verified({ email_verified }))).toEqual([]);
  });

  it('of Google is verified for its own domain, and for that of the organisation', () => {
    const iss = GOOGLE;
    expect(verified({ iss })).toBe(false);
    expect(verified({ iss, hd: 'elsewhere.example' })).toBe(false);
    expect(verified({ iss, hd: 'example.com' })).toBe(true);
    expect(verified({ iss, email: 'ada@gmail.com' })).toBe(true);
    expect(verified({ iss, email: 'ada@gmail.com.evil.example' })).toBe(false);
  });

  it('is in lower case, and null when it is none', () => {
    expect(toProfile(said)).toMatchObject({ email: 'ada@example.com', name: 'ada' });
    const none = ['ada', '@example.com', 'a@b@example.com', 'a b@example.com', 'a\n@example.com', 7, null, ['a@b.c']];
    expect(none.map((email) => toProfile({ ...said, email }).email)).toEqual(none.map(() => null));
  });
});

it('a subject that can not be kept is refused', () => {
  for (const sub of ['', 'a\0', 'ü', 'x'.repeat(256)]) expect(() => toProfile({ ...said, sub })).toThrow('subject');
});

it('plain HTTP is for this machine only', () => {
  const yes = ['http://127.0.0.1', 'http://localhost:8080/realm', 'http://[::1]:1'];
  const no = [
    'http://localhost.evil.example',
    'http://127.0.0.1.evil.example',
    'http://10.0.0.1',
    'http://localhost@evil.example',
  ];
  expect([...yes, ...no].filter(isLocal)).toEqual(yes);
});

it('a claim is found by its whole name, then by a path, and never in what every object has', () => {
  const claims = { 'https://a.b/groups': ['x'], realm: { roles: ['y'] } };
  expect(claimOf(claims, 'https://a.b/groups')).toEqual(['x']);
  expect(claimOf(claims, 'realm.roles')).toEqual(['y']);
  for (const name of ['constructor', 'realm.constructor.name', '__proto__', 'realm.roles.length.x', 'none']) {
    expect(claimOf(claims, name)).toBeUndefined();
  }
});
