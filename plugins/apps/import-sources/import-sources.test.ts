import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { usualLimits } from '#engine';
import { newId } from '#kernel';
import { runQuery } from '#plugins/database/testing/run-query.ts';
import { createTestDatabase, type TestDatabase } from '#plugins/database/testing/test-database.ts';
import type { Egress } from '#plugins/egress/contract.ts';
import { type LocalServer, startServer } from '#plugins/egress/testing/local-server.ts';
import { openEgress } from '#plugins/egress/testing/open-egress.ts';
import type { Secrets } from '#plugins/secrets/contract.ts';
import { ownTls } from '#plugins/sso/testing/own-tls.ts';
import { rawAddress } from './raw-address.ts';
import { SourcesService } from './sources-service.ts';
import { PendingImportStore } from './store.ts';

let test: TestDatabase;
let world: LocalServer;
/** Leads back to where it was come from, over http. */
let plain: LocalServer;
const egress = openEgress();
const workspaceId = newId();
/** Seals nothing, and tells apart for whom it would. */
const secrets = {
  seal: (workspace: string, purpose: string, plain: string) => `${workspace}/${purpose}/${plain}`,
  open: (workspace: string, purpose: string, sealed: string) => sealed.slice(`${workspace}/${purpose}/`.length),
} as unknown as Secrets;

/** The real client; what is asked of https is asked of the server here, whose certificate nobody knows. */
const asHttps: Egress = {
  check: (url) => egress.check(url),
  request: (request) =>
    egress.request({ ...request, url: request.url.replace(/^https:\/\/[^/]+/, world.url), verifyTls: false }),
};
const sources = (fetchTime?: number, limits = usualLimits) =>
  new SourcesService({
    documents: { limits },
    egress: asHttps,
    secrets,
    store: new PendingImportStore(test.database),
    ...(fetchTime !== undefined && { fetchTime }),
  });
const fetched = (path: string, fetchTime?: number) =>
  sources(fetchTime).text({ url: `https://docs.example${path}` }, new AbortController().signal);

beforeAll(async () => {
  test = await createTestDatabase();
  plain = await startServer((_, response) => response.writeHead(302, { location: `${world.url}/app.yml` }).end());
  const tls = await ownTls('docs.example');
  const answer: Parameters<typeof startServer>[0] = ({ url }, response) => {
    if (url === '/app.yml') response.end('kind: app\nname: Fünf');
    else if (url === '/moved') response.writeHead(302, { location: '/app.yml' }).end();
    else if (url === '/downgrade') response.writeHead(302, { location: plain.url }).end();
    else if (url === '/endless') response.writeHead(302, { location: '/endless' }).end();
    else if (url === '/large') response.end('x'.repeat(11 * 1024 * 1024));
    else if (url === '/slow') response.write('kind:');
    else response.writeHead(404).end('canary');
  };
  world = await startServer(answer, '127.0.0.1', tls);
});
afterAll(async () => {
  await world[Symbol.asyncDispose]();
  await plain[Symbol.asyncDispose]();
  await egress[Symbol.asyncDispose]();
  await test.dispose();
});

describe('a document at an address', () => {
  it('is fetched, over redirects too', async () => {
    expect(await fetched('/app.yml')).toBe('kind: app\nname: Fünf');
    expect(await fetched('/moved')).toBe('kind: app\nname: Fünf');
  });

  it.each([
    ['is not there', '/gone', /answered 404/],
    ['is larger than 10 MB', '/large', /could not be fetched/],
    ['leads round and round', '/endless', /answered 302|could not be fetched/],
    ['leads away from https, and back', '/downgrade', /not https/],
  ])('is refused when it %s', async (_case, path, message) => {
    await expect(fetched(path)).rejects.toMatchObject({
      code: 'import-sources.no_document',
      message: expect.stringMatching(message),
    });
  });

  it('is as long as the setting says, and no longer', async () => {
    const limited = (documentBytes: number) =>
      sources(undefined, { ...usualLimits, documentBytes }).text(
        { url: 'https://docs.example/large' },
        new AbortController().signal,
      );
    expect(await limited(11 * 1024 * 1024)).toHaveLength(11 * 1024 * 1024);
    await expect(limited(11 * 1024 * 1024 - 1)).rejects.toMatchObject({ code: 'import-sources.no_document' });
  });

  it('is given up when it does not come to its end', async () => {
    await expect(fetched('/slow', 500)).rejects.toMatchObject({
      code: 'import-sources.no_document',
      message: expect.stringContaining('took too long'),
    });
  });

  it.each([
    ['https://github.com/a/b/blob/main/apps/x.yml?plain=1#L3', 'https://raw.githubusercontent.com/a/b/main/apps/x.yml'],
    ['https://gitlab.com/g/s/p/-/blob/main/x.yml?ref_type=heads', 'https://gitlab.com/g/s/p/-/raw/main/x.yml'],
    ['https://codeberg.org/a/b/src/branch/main/x.yml', 'https://codeberg.org/a/b/raw/branch/main/x.yml'],
    ['https://bitbucket.org/a/b/src/main/x.yml', 'https://bitbucket.org/a/b/raw/main/x.yml'],
    ['https://example.com/a/b/blob/main/x.yml?t=1', 'https://example.com/a/b/blob/main/x.yml?t=1'],
    ['https://github.com/a/b/raw/main/x.yml', 'https://github.com/a/b/raw/main/x.yml'],
  ])('that shows %s is read as %s', (page, raw) => {
    expect(rawAddress(new URL(page)).href).toBe(raw);
  });
});

describe('a document that waits', () => {
  const echo = async (text: string) => text;
  const rows = async () => (await runQuery(test.database, 'select id, workspace_id from pending_imports')).length;

  it('is given to one who confirms it, once, in its own workspace only', async () => {
    const { id, expiresAt } = await sources().hold(workspaceId, 'kind: app');
    expect(expiresAt - Date.now()).toBeGreaterThan(9 * 60_000);
    expect(expiresAt - Date.now()).toBeLessThanOrEqual(10 * 60_000);
    const refusal = { code: 'import-sources.not_found' };
    await expect(sources().confirmed(newId(), id, echo)).rejects.toMatchObject(refusal);
    const both = await Promise.allSettled([1, 2].map(() => sources().confirmed(workspaceId, id, echo)));
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await expect(sources().confirmed(workspaceId, id, echo)).rejects.toMatchObject(refusal);
  });

  it('waits on when it could not be imported', async () => {
    const { id } = await sources().hold(workspaceId, 'kind: other');
    await expect(sources().confirmed(workspaceId, id, () => Promise.reject(new Error('broken')))).rejects.toThrow(
      'broken',
    );
    expect(await sources().confirmed(workspaceId, id, echo)).toBe('kind: other');
  });

  it('is gone after its time, also from the database', async () => {
    const { id } = await sources().hold(workspaceId, 'kind: late');
    await runQuery(test.database, "update pending_imports set expires_at = now() - interval '1 second'");
    await expect(sources().confirmed(workspaceId, id, echo)).rejects.toMatchObject({
      code: 'import-sources.not_found',
    });
    expect(await rows()).toBe(1);
    await new PendingImportStore(test.database).sweep();
    expect(await rows()).toBe(0);
  });

  it('makes room for newer ones', async () => {
    const ids: string[] = [];
    for (let count = 0; count < 12; count += 1) ids.push((await sources().hold(workspaceId, `${count}`)).id);
    expect(await rows()).toBe(10);
    await expect(sources().confirmed(workspaceId, ids[1] ?? '', echo)).rejects.toThrow();
    expect(await sources().confirmed(workspaceId, ids[2] ?? '', echo)).toBe('2');
  });
});
