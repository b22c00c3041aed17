import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { runServer } from 'verdaccio';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openEgress } from '#plugins/egress/testing/open-egress.ts';
import { readPackage } from '#plugins/plugin-packages/contract.ts';
import { exampleManifest, readHere, tarballOf } from '#plugins/plugin-packages/testing/example-package.ts';
import { FolderSource } from './folder-source.ts';
import { RegistrySource } from './registry-source.ts';
import { SourcesService } from './sources-service.ts';

const folder = mkdtempSync(join(tmpdir(), 'registry-'));
let server: Server;
let sources: SourcesService;
let url: string;

/** A real registry of the npm protocol, without others behind it. */
beforeAll(async () => {
  const everybody = { access: '$all', publish: '$all' };
  server = (await runServer({
    ...{ storage: folder, self_path: folder, uplinks: {}, packages: { '@*/*': everybody, '**': everybody } },
    ...{ auth: { htpasswd: { file: join(folder, 'htpasswd') } }, log: { type: 'stdout', level: 'fatal' } },
  } as never)) as Server;
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  sources = new SourcesService([new RegistrySource({ name: 'real', url, egress: openEgress(), read: readHere })]);
  for (const version of ['1.0.0', '1.1.0', '2.0.0-beta.1']) {
    await publish(
      `weather-${version}`,
      tarballOf(exampleManifest({ version, scripts: { postinstall: `touch ${folder}/ran` } })),
    );
  }
}, 60_000);
afterAll(() => server.close());

/** With npm itself, as a publisher does. */
async function publish(name: string, bytes: Uint8Array): Promise<void> {
  const file = join(folder, `${name}.tgz`);
  writeFileSync(file, bytes);
  writeFileSync(join(folder, '.npmrc'), `${url.slice('http:'.length)}:_authToken=anybody\n`);
  const options = [
    '--registry',
    url,
    '--userconfig',
    join(folder, '.npmrc'),
    '--tag',
    name.includes('beta') ? 'next' : 'latest',
  ];
  await promisify(execFile)('npm', ['publish', file, ...options], { cwd: folder });
}

it('finds, shows and fetches what was published with npm', async () => {
  const found = await sources.search({ text: 'weather', page: 1, limit: 20 });
  expect(found.items.map(({ name }) => name)).toContain('@acme/weather');
  const shown = await sources.show('@acme/weather');
  expect(shown).toMatchObject({ version: '1.1.0', title: 'Weather', license: 'MIT', kind: 'tool' });
  expect(shown.versions.map(({ version }) => version)).toEqual(['2.0.0-beta.1', '1.1.0', '1.0.0']);
  for (const [wanted, version] of [
    [undefined, '1.1.0'],
    ['~1.0.0', '1.0.0'],
    ['2.0.0-beta.1', '2.0.0-beta.1'],
  ] as const) {
    const fetched = await sources.fetch({
      name: '@acme/weather',
      ...(wanted === undefined ? {} : { version: wanted }),
    });
    const read = readPackage(fetched.bytes);
    expect([read.version, read.integrity]).toEqual([
      version,
      shown.versions.find((one) => one.version === version)?.integrity,
    ]);
    expect(read.hasScripts).toBe(true);
  }
  await expect(sources.fetch({ name: '@acme/weather', version: '^3.0.0' })).rejects.toMatchObject({
    code: 'plugin-sources.not_found',
  });
  await expect(sources.show('@acme/nothing')).rejects.toMatchObject({ code: 'plugin-sources.not_found' });
});

it('gives what a folder of the same tarballs gives, for who has no network, and runs no script of either', async () => {
  const offline = join(folder, 'offline');
  mkdirSync(offline);
  const online = await sources.fetch({ name: '@acme/weather', version: '1.1.0' });
  writeFileSync(join(offline, 'weather.tgz'), online.bytes);
  const skipped: string[] = [];
  const folders = new SourcesService([new FolderSource('offline', offline, (path) => skipped.push(path))]);
  const fetched = await folders.fetch({ name: '@acme/weather', version: '1.1.0' });
  expect(Buffer.from(fetched.bytes).equals(Buffer.from(online.bytes))).toBe(true);
  expect(readPackage(fetched.bytes)).toEqual(readPackage(online.bytes));
  const [here, there] = await Promise.all([folders.show('@acme/weather'), sources.show('@acme/weather')]);
  expect(here.manifest).toEqual(there.manifest);
  const integrity = there.versions.find(({ version }) => version === '1.1.0')?.integrity;
  expect(here.versions.map((one) => one.integrity)).toEqual([integrity]);
  expect([skipped, existsSync(join(folder, 'ran'))]).toEqual([[], false]);
});
