import { describe, expect, it } from 'vitest';
import { isMetadataAddress, isPublicAddress, parseRange } from './address.ts';

describe('addresses', () => {
  it.each([
    '0.0.0.0',
    '0.1.2.3',
    '10.0.0.1',
    '100.64.0.1',
    '100.127.255.255',
    '100.100.100.200',
    '127.0.0.1',
    '127.255.255.254',
    '168.63.129.16',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.192',
    '192.0.2.1',
    '192.88.99.1',
    '192.168.1.1',
    '198.18.0.1',
    '198.19.255.255',
    '198.51.100.7',
    '203.0.113.9',
    '224.0.0.1',
    '239.255.255.250',
    '240.0.0.1',
    '255.255.255.255',
  ])('refuses %s', (text) => {
    expect(isPublicAddress(text)).toBe(false);
  });

  it.each([
    '::',
    '::1',
    '::127.0.0.1',
    '::ffff:127.0.0.1',
    '::ffff:a9fe:a9fe',
    '::ffff:0:127.0.0.1',
    '64:ff9b::10.0.0.1',
    '64:ff9b:1::8.8.8.8',
    '2002:7f00:1::',
    '2002:c0a8:0101::1',
    '100::1',
    'fc00::1',
    'fd00:ec2::254',
    'fe80::1',
    'fec0::1',
    'ff02::1',
    '2001::1',
    '2001:10::1',
    '2001:db8::1',
    '3fff::1',
    '5f00::1',
    '4000::1',
  ])('refuses %s', (text) => {
    expect(isPublicAddress(text)).toBe(false);
  });

  it.each([
    '1.1.1.1',
    '9.255.255.255',
    '100.63.255.255',
    '100.128.0.1',
    '172.15.0.1',
    '172.32.0.1',
    '192.0.1.1',
    '198.17.0.1',
    '223.255.255.255',
    '2606:4700::1111',
    '::ffff:1.1.1.1',
    '64:ff9b::8.8.8.8',
    '2002:0101:0101::1',
    '2a00:1450::1',
  ])('accepts %s', (text) => {
    expect(isPublicAddress(text)).toBe(true);
  });

  it.each([
    '127.0.0.01',
    '0177.0.0.1',
    '1.2.3',
    '1.2.3.256',
    'fe80::1%eth0',
    '1::2::3',
    ':::',
    '12345::',
    '1:2:3:4:5:6:7',
    '',
  ])('does not take %j for an address', (text) => {
    expect(isPublicAddress(text)).toBe(false);
    expect(parseRange(text)).toBeNull();
  });

  it('knows metadata addresses in every form', () => {
    for (const text of [
      '169.254.169.254',
      '::ffff:169.254.169.254',
      'fd00:ec2::254',
      '100.100.100.200',
      '192.0.0.192',
    ]) {
      expect(isMetadataAddress(text)).toBe(true);
    }
    expect(isMetadataAddress('10.0.0.1')).toBe(false);
  });

  it('attack T23: does not take a wrong prefix for a range', () => {
    expect(parseRange('10.0.0.0/33')).toBeNull();
    expect(parseRange('10.0.0.0/')).toBeNull();
    expect(parseRange('fd00::/129')).toBeNull();
    expect(parseRange('10.0.0.0/8/8')).toBeNull();
    expect(parseRange('10.0.0.0/8')).not.toBeNull();
  });
});
