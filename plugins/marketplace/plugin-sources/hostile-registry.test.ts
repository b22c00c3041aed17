import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openEgress } from '#plugins/egress/testing/open-egress.ts';
import { exampleManifest, examplePackage, readHere } from '#plugins/plugin-packages/testing/example-package.ts';
import { RegistrySource } from './registry-source.ts';

const real = examplePackage();
const other = examplePackage({ name: '@acme/other' });
const newer = examplePackage({ version: '2.0.0' });

let server: Server;
let origin = '';
/** What it says of the only version it has, and the bytes it sends for it. */
let said: { readonly dist: object; readonly bytes: Uint8Array };
let authorization: string | undefined;

beforeAll(async () => {
  server = createServer((request, response) => {
    authorization = request.headers.authorization;
    if (request.url?.endsWith('.tgz') === true) return response.end(said.bytes);
    const dist = { tarball: `${origin}/weather.tgz`, ...said.dist };
    response.end(JSON.stringify({ versions: { '1.0.0': { ...exampleManifest(), dist } }, time: {} }));
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

const source = () =>
  new RegistrySource({ name: 'evil', url: origin, token: 'registry-token', egress: openEgress(), read: readHere });
const integrityOf = ({ integrity }: { readonly integrity: string }) => ({ integrity });

it('a registry that tells the truth is believed', async () => {
  said = { dist: integrityOf(real), bytes: real.bytes };
  expect(Buffer.from((await source().fetch('@acme/weather'))?.bytes ?? [])).toEqual(Buffer.from(real.bytes));
});

describe('attack T23: a registry', () => {
  it.each<[string, object, Uint8Array]>([
    ['other bytes than it tells of', integrityOf(real), newer.bytes],
    ['another package, told of or not', integrityOf(other), other.bytes],
    ['another version, told of or not', integrityOf(newer), newer.bytes],
    ['no integrity', {}, real.bytes],
    ['a weak integrity', { integrity: 'sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=' }, real.bytes],
    ['an address that is none', { ...integrityOf(real), tarball: 'weather.tgz' }, real.bytes],
  ])('that gives %s is not believed', async (_, dist, bytes) => {
    said = { dist, bytes };
    await expect(source().fetch('@acme/weather')).rejects.toMatchObject({ code: 'plugin-sources.damaged' });
  });

  it('gets no token where it sends to another origin', async () => {
    const elsewhere = origin.replace('127.0.0.1', 'localhost');
    said = { dist: { ...integrityOf(real), tarball: `${elsewhere}/weather.tgz` }, bytes: real.bytes };
    await source().fetch('@acme/weather');
    expect(authorization).toBeUndefined();
    said = { dist: integrityOf(real), bytes: real.bytes };
    await source().fetch('@acme/weather');
    expect(authorization).toBe('Bearer registry-token');
  });
});
