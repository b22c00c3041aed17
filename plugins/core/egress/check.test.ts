import { describe, expect, it } from 'vitest';
import { createEgress } from './client.ts';

const names: Readonly<Record<string, readonly string[]>> = {
  'public.test': ['93.184.216.34'],
  'private.test': ['10.0.0.7', 'fd00::1'],
  'mixed.test': ['10.0.0.7', '93.184.216.34'],
};
const client = createEgress({
  allow: ['192.168.1.0/24', 'private.test:8080'],
  resolve: async (host: string) => {
    const found = names[host];
    if (found === undefined) throw Object.assign(new Error('unknown'), { code: 'ENOTFOUND' });
    return found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  },
});

describe('an address that is checked beforehand', () => {
  it.each([
    'https://public.test/path',
    'http://mixed.test/',
    'http://unknown.test/',
    'http://192.168.1.9/',
    'http://private.test:8080/',
  ])('passes: %s', async (url) => {
    await expect(client.check(url)).resolves.toBeUndefined();
  });

  it.each(['http://private.test/', 'http://127.0.0.1:3000/', 'http://[::ffff:10.0.0.1]/', 'http://0x7f000001/'])(
    'is refused: %s',
    async (url) => {
      await expect(client.check(url)).rejects.toMatchObject({ code: 'egress.address_refused' });
    },
  );

  it.each(['ftp://public.test/', 'public.test'])('is no address: %s', async (url) => {
    await expect(client.check(url)).rejects.toMatchObject({ code: 'egress.invalid_request' });
  });
});
