import { describe, expect, it } from 'vitest';
import { isRedirectOf, redirectFault, redirectTo, shownRedirect } from './redirect-uris.ts';

describe('addresses that browsers are sent back to', () => {
  it.each([
    'https://claude.example/api/mcp/auth_callback',
    'https://desk.example:8443/back?tenant=1',
    'http://localhost:3334/callback',
    'http://127.0.0.1/',
    'http://[::1]:5000/cb',
    'cursor://anysphere.cursor-mcp/oauth/callback',
    'com.example.app:/oauth',
  ])('may be %s', (uri) => expect(redirectFault(uri)).toBeNull());

  it.each([
    'javascript:alert(1)',
    'JAVASCRIPT:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'file:///etc/passwd',
    'blob:https://a.example/x',
    'view-source:https://a.example',
    'ms-msdt:/id',
    'search-ms:query=x',
    'intent://x#Intent;end',
    'http://desk.example/back',
    'http://localhost.evil.example/',
    'http://127.0.0.1.evil.example/',
    'https://user@desk.example/',
    'https://desk.example/#frag',
    'https://desk.example\\@evil.example/',
    'https://desk.example/ä',
    ' https://desk.example/',
    'https://desk.example/\n',
    '//desk.example',
    '/path',
    '',
    `https://desk.example/${'a'.repeat(1_000)}`,
  ])('attack T17: are never %j', (uri) => {
    expect(redirectFault(uri)).not.toBeNull();
  });
});

describe('attack T17: an address', () => {
  const own = ['https://desk.example/back', 'http://127.0.0.1:3334/cb?a=1', 'http://localhost/cb'];

  it('is compared letter for letter', () => {
    for (const uri of own) expect(isRedirectOf(uri, own)).toBe(true);
    for (const uri of [
      'https://desk.example/back/',
      'https://desk.example/back?x=1',
      'https://desk.example/back/../evil',
      'https://desk.example/%62ack',
      'https://DESK.example/back',
      'https://desk.example:443/back',
      'https://desk.example.evil.example/back',
      'https://desk.example@evil.example/back',
      'https://evil.example/https://desk.example/back',
      'http://desk.example/back',
      '',
    ])
      expect(isRedirectOf(uri, own), uri).toBe(false);
  });

  it('of this computer may have another port, and nothing else', () => {
    expect(isRedirectOf('http://127.0.0.1:50001/cb?a=1', own)).toBe(true);
    expect(isRedirectOf('http://127.0.0.1/cb?a=1', own)).toBe(true);
    expect(isRedirectOf('http://localhost:8080/cb', own)).toBe(true);
    for (const uri of [
      'http://127.0.0.1:50001/cb',
      'http://127.0.0.1:50001/cb?a=1&b=2',
      'http://localhost:3334/cb?a=1',
      'http://[::1]:3334/cb?a=1',
      'http://127.0.0.1:50001@evil.example/cb?a=1',
      'http://127.0.0.1.evil.example/cb?a=1',
      'https://127.0.0.1:50001/cb?a=1',
    ])
      expect(isRedirectOf(uri, own), uri).toBe(false);
  });
});

it('is shown by what people can judge: a host, this computer, or a program', () => {
  expect(shownRedirect('https://desk.example:8443/back?x')).toEqual({ kind: 'site', shown: 'desk.example:8443' });
  expect(shownRedirect('http://127.0.0.1:3334/cb')).toEqual({ kind: 'computer', shown: '127.0.0.1:3334' });
  expect(shownRedirect('cursor://anysphere.cursor-mcp/cb')).toEqual({
    kind: 'program',
    shown: 'cursor://anysphere.cursor-mcp',
  });
});

it('gets fields added to the query it has, and keeps that as it is', () => {
  expect(redirectTo('app:/cb', { code: 'a b', state: undefined })).toBe('app:/cb?code=a+b');
  expect(redirectTo('https://a.example/?x=%20&y', { state: 'a&b=c' })).toBe(
    'https://a.example/?x=%20&y&state=a%26b%3Dc',
  );
});
