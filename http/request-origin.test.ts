import { describe, expect, it } from 'vitest';
import { requestOrigin } from './request-origin.ts';

describe('the origin a request came to', () => {
  it.each([
    [{ host: 'weft.example.com' }, 'http://weft.example.com'],
    [{ host: 'Weft.Example.com:8080' }, 'http://weft.example.com:8080'],
    [{ host: '[2001:db8::1]:3000' }, 'http://[2001:db8::1]:3000'],
    [{ host: '10.0.0.7:3000', 'x-forwarded-proto': 'https' }, 'https://10.0.0.7:3000'],
    [
      { host: 'inside', 'x-forwarded-host': 'weft.example.com', 'x-forwarded-proto': 'https' },
      'https://weft.example.com',
    ],
    [{ host: 'inside', 'x-forwarded-host': 'made.up, weft.example.com' }, 'http://weft.example.com'],
    [
      { host: 'inside', forwarded: 'for=1.2.3.4;host=made.up, for=5.6.7.8;host="weft.example.com:8443";proto=https' },
      'https://weft.example.com:8443',
    ],
    [{ host: 'inside', 'x-forwarded-proto': 'javascript' }, 'http://inside'],
    [{}, undefined],
    [{ host: '' }, undefined],
    [{ host: 'weft.example.com/path' }, undefined],
    [{ host: 'user@weft.example.com' }, undefined],
    [{ host: 'weft.example.com"<script>' }, undefined],
    [{ host: 'inside', 'x-forwarded-host': 'a b' }, undefined],
  ])('behind a trusted proxy: %j', (headers, origin) => {
    expect(requestOrigin(headers, true)).toBe(origin);
  });

  it('is its own host where the proxy is nobody we trust', () => {
    const headers = {
      host: 'weft.example.com',
      forwarded: 'host=made.up;proto=https',
      'x-forwarded-host': 'made.up',
      'x-forwarded-proto': 'https',
    };
    expect(requestOrigin(headers, false)).toBe('http://weft.example.com');
  });
});
