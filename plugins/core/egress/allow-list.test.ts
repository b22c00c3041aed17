import { describe, expect, it } from 'vitest';
import { createAllowList } from './allow-list.ts';

function allows(entries: string[], host: string, port: number, address: string): boolean {
  return createAllowList(entries).allows(host, port, address);
}

describe('the allow-list', () => {
  it('lets public addresses through without an entry', () => {
    expect(allows([], 'example.com', 443, '93.184.216.34')).toBe(true);
    expect(allows([], 'localhost', 443, '127.0.0.1')).toBe(false);
  });

  it('matches hosts exactly, not by their ending or beginning', () => {
    expect(allows(['ollama'], 'ollama', 11434, '10.0.0.5')).toBe(true);
    expect(allows(['ollama'], 'evil-ollama', 80, '10.0.0.5')).toBe(false);
    expect(allows(['ollama'], 'ollama.evil.example', 80, '10.0.0.5')).toBe(false);
  });

  it('holds a host to its port', () => {
    expect(allows(['ollama:11434'], 'ollama', 11434, '10.0.0.5')).toBe(true);
    expect(allows(['ollama:11434'], 'ollama', 22, '10.0.0.5')).toBe(false);
    expect(allows(['127.0.0.1:8080', '[::1]:8081'], 'x', 8080, '127.0.0.1')).toBe(true);
    expect(allows(['127.0.0.1:8080', '[::1]:8081'], 'x', 8081, '::1')).toBe(true);
    expect(allows(['127.0.0.1:8080', '[::1]:8081'], 'x', 8081, '127.0.0.1')).toBe(false);
  });

  it('matches ranges, also for IPv4 inside IPv6', () => {
    expect(allows(['10.0.0.0/8'], 'x', 80, '10.200.0.1')).toBe(true);
    expect(allows(['10.0.0.0/8'], 'x', 80, '::ffff:10.200.0.1')).toBe(true);
    expect(allows(['10.0.0.0/8'], 'x', 80, '11.0.0.1')).toBe(true);
    expect(allows(['10.0.0.0/8'], 'x', 80, '192.168.0.1')).toBe(false);
    expect(allows(['fd00::/8'], 'x', 80, 'fd12::1')).toBe(true);
  });

  it.each(['', 'ollama', '010.0.0.5', 'fe80::1%eth0'])(
    'does not let a host lead to %j, which is no address',
    (address) => {
      expect(allows(['ollama', '0.0.0.0/0', '::/0'], 'ollama', 80, address)).toBe(false);
    },
  );

  it('reaches metadata addresses only by naming the address', () => {
    expect(allows(['llm.internal.example'], 'llm.internal.example', 80, '169.254.169.254')).toBe(false);
    expect(allows(['169.254.169.254'], 'llm.internal.example', 80, '169.254.169.254')).toBe(true);
  });

  it.each(['http://a', '10.0.0.0/40', 'a:99999', 'a b', '', '300.1.1.1', '[zz]'])('refuses the entry %j', (text) => {
    expect(() => createAllowList([text])).toThrow(expect.objectContaining({ code: 'egress.invalid_allow_list' }));
  });
});
