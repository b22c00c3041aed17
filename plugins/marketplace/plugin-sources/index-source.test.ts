import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { newSigningKey, signPackage } from '#plugins/plugin-packages/contract.ts';
import { exampleManifest, examplePackage, readHere } from '#plugins/plugin-packages/testing/example-package.ts';
import { signedIndex } from './index-file.ts';
import { IndexSource } from './index-source.ts';

const key = newSigningKey();
const egress = {
  request: () => Promise.reject(new Error('there is no network')),
};
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plugin-index-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const file = (version: string) => `acme-weather-${version}.tgz`;

/** Writes tarballs and their index, signed; answers with the source. */
async function indexed(given: { entry?: object; index?: object; signedBy?: typeof key; skipped?: string[] } = {}) {
  const packages = await Promise.all(
    ['1.0.0', '1.2.0'].map(async (version) => {
      const { bytes, integrity } = examplePackage({ version });
      await writeFile(join(folder, file(version)), bytes);
      const entry = { package: exampleManifest({ version }), file: file(version), integrity, readme: '# Weather' };
      return { ...entry, published_at: '2026-01-01T00:00:00Z', ...given.entry };
    }),
  );
  const index = Buffer.from(JSON.stringify({ index_version: 1, packages, ...given.index }));
  await writeFile(join(folder, 'index.json'), index);
  const signature = signPackage(signedIndex(index), (given.signedBy ?? key).privateKey);
  await writeFile(join(folder, 'index.json.weft-signature.json'), JSON.stringify(signature));
  const skipped = (entry: string) => given.skipped?.push(entry);
  return new IndexSource({
    name: 'offline',
    place: { path: folder },
    keys: [key.publicKey],
    egress,
    read: readHere,
    skipped,
  });
}

describe('a signed index', () => {
  it('is searched, shown and fetched from without a network', async () => {
    const source = await indexed();
    expect(await source.search({ text: 'weather', offset: 0, limit: 10 })).toMatchObject([
      { name: '@acme/weather', version: '1.2.0', source: 'offline', kind: 'tool' },
    ]);
    expect(await source.show('@acme/weather')).toMatchObject({
      versions: [{ version: '1.2.0' }, { version: '1.0.0', publishedAt: Date.parse('2026-01-01T00:00:00Z') }],
    });
    expect(await source.show('@acme/other')).toBeNull();
    const { bytes } = examplePackage({ version: '1.0.0' });
    expect(Buffer.from((await source.fetch('@acme/weather', '~1.0.0'))?.bytes ?? [])).toEqual(Buffer.from(bytes));
  });
});

describe('attack T23: a forged index', () => {
  it('is not read where nobody signed it whom the configuration names', async () => {
    const source = await indexed({ signedBy: newSigningKey() });
    await expect(source.show('@acme/weather')).rejects.toMatchObject({ code: 'plugin-sources.unavailable' });
  });

  it('is not read where it was changed after it was signed, or has ended', async () => {
    const changed = await indexed();
    await writeFile(join(folder, 'index.json'), JSON.stringify({ index_version: 1, packages: [] }));
    await expect(changed.show('@acme/weather')).rejects.toThrow(/not signed/);
    const ended = await indexed({ index: { expires_at: '2020-01-01T00:00:00Z' } });
    await expect(ended.show('@acme/weather')).rejects.toThrow(/has ended/);
  });

  it('does not vouch for other bytes than it tells of', async () => {
    const source = await indexed();
    await writeFile(join(folder, file('1.2.0')), examplePackage({ version: '1.2.0' }, { title: 'Other' }).bytes);
    await expect(source.fetch('@acme/weather')).rejects.toMatchObject({ code: 'plugin-sources.damaged' });
  });
});

describe('attack T07: an index', () => {
  it.each(['../secret.tgz', '/etc/passwd', 'https://evil.example.com/a.tgz', '.hidden', 'a/b.tgz'])(
    'names no file elsewhere: %s',
    async (elsewhere) => {
      const skipped: string[] = [];
      const source = await indexed({ entry: { file: elsewhere }, skipped });
      expect(await source.show('@acme/weather')).toBeNull();
      expect(skipped).toEqual([elsewhere, elsewhere]);
    },
  );
});
