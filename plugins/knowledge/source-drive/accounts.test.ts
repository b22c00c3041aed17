import { afterAll, beforeAll, expect, it } from 'vitest';
import type { SourceChange } from '#plugins/dataset-sources/contract.ts';
import { sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';
import { addressOf, DriveBase } from './testing/drive-base.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await sharedPlatform();
});
afterAll(() => platform.dispose());

const refused = { code: 'dataset-sources.invalid_source', field: 'account_id' };

async function withFile() {
  const of = await DriveBase.create(platform);
  const folder = of.drive.folder('Handbook');
  of.drive.file('a.md', '# A', folder);
  const base = await of.base();
  return { of, folder, base, source: await base.read(of.source(folder, { refresh: 'daily' })) };
}

it('a source whose account was taken back stands still, says whose it is, and goes on when that is connected again', async () => {
  const { of, base, source } = await withFile();
  await using _ = of;
  of.service.takeBack();
  const held = await base.again(source.id);
  expect(held).toMatchObject({
    status: 'failed',
    isHeld: true,
    nextRefreshAt: null,
    error: expect.stringMatching(/ada@example\.com does not work any more.*Integrations/),
  });
  await of.connect();
  await expect.poll(async () => (await base.get(source.id)).status).toBe('completed');
  expect(await base.get(source.id)).toMatchObject({ isHeld: false, counts: { unchanged: 1 } });
  expect((await base.get(source.id)).nextRefreshAt).not.toBeNull();
  expect((await base.all()).every(({ enabled }) => enabled)).toBe(true);
});

it('a source whose account is disconnected stands still at once, and goes on with another one', async () => {
  const { of, base, source } = await withFile();
  await using _ = of;
  const path = `/console/api/connected-accounts/${of.accountId}`;
  expect((await of.ada.client.request(path, { method: 'DELETE' })).status).toBe(409);
  expect((await of.ada.client.request(`${path}?confirm=true`, { method: 'DELETE' })).status).toBe(204);
  await expect.poll(async () => (await base.get(source.id)).isHeld).toBe(true);
  expect((await base.get(source.id)).error).toContain('connected no more');
  const other = await of.connect();
  await base.change(source.id, { accountId: other });
  expect(await base.again(source.id)).toMatchObject({ status: 'completed', isHeld: false, counts: { unchanged: 1 } });
});

it('a source stands still when whoever lent the account has left', async () => {
  const { of, base, source } = await withFile();
  await using _ = of;
  const left = await platform.management.request(`/console/api/members/${of.ada.accountId}`, {
    method: 'DELETE',
    headers: { 'x-workspace-id': of.workspaceId },
  });
  expect(left.status).toBe(204);
  of.drive.file('secret.md', '# After Ada left', of.drive.get(source.settings.url.split('/').at(-1) ?? '').id);
  expect(await base.again(source.id)).toMatchObject({ status: 'failed', isHeld: true, counts: { added: 0 } });
  expect((await base.get(source.id)).error).toMatch(/ada@example\.com/);
});

it('attack T01: nobody makes a source of somebody else’s account, or points one they find at more of it', async () => {
  const { of, base, source } = await withFile();
  await using _ = of;
  const eve = await of.other();
  const theirs = await of.base(eve);
  await expect(theirs.add(of.source(of.drive.folder('Secret')))).rejects.toMatchObject(refused);
  const secret = of.drive.folder('Secret');
  // Eve may manage the base, and may not choose what of Ada's drive it shows.
  const viewer = { accountId: eve.accountId, name: 'Eve', seesAll: true };
  const point = (change: SourceChange) => base.sources.change(base.dataset, source.id, change, viewer);
  await expect(point({ url: addressOf(secret) })).rejects.toMatchObject(refused);
  await expect(point({ options: { files: [secret] } })).rejects.toMatchObject(refused);
  await point({ maxPages: 5, options: { title: 'Other', capability: 'drive.pick' } });
  expect((await base.get(source.id)).settings).toEqual({ ...source.settings, maxPages: 5 });
  const places = `/console/api/dataset-sources/drive/places?account_id=${of.accountId}`;
  expect((await eve.client.request(places)).status).toBe(400);
  const mine = await of.ada.client.request(places);
  expect(mine.body).toMatchObject({ data: [{ id: 'root', name: 'My Drive', has_places: true }] });
  const found = await of.ada.client.request(`${places}&search=${encodeURIComponent("Hand' or name contains '")}`);
  expect(found.body).toEqual({ data: [] });
  expect((await of.ada.client.request(`${places}&search=handb`)).body).toMatchObject({ data: [{ name: 'Handbook' }] });
});

it('attack T06: an address of a source leads to Google and nowhere else', async () => {
  const { of, base } = await withFile();
  await using _ = of;
  for (const url of [
    'https://evil.example/drive/folders/abcdefgh',
    'https://drive.google.com.evil.example/drive/folders/abcdefgh',
    'https://drive.google.com/drive/folders/..%2Fabout',
  ]) {
    await expect(base.add({ kind: 'drive', url, accountId: of.accountId }), url).rejects.toMatchObject({
      field: 'url',
    });
  }
  await expect(base.add({ kind: 'web_page', url: 'https://a.example', accountId: of.accountId })).rejects.toMatchObject(
    refused,
  );
  await expect(base.add({ kind: 'drive', url: addressOf('abcdefgh') })).rejects.toMatchObject(refused);
});
