import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Database } from '#plugins/database/contract.ts';
import { runQuery } from '#plugins/database/testing/run-query.ts';
import { DatasetDocuments } from '#plugins/dataset-documents/contract.ts';
import { Datasets } from '#plugins/datasets/contract.ts';
import { sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';
import { Egress } from '#plugins/egress/contract.ts';
import { Jobs } from '#plugins/jobs/contract.ts';
import { Secrets } from '#plugins/secrets/contract.ts';
import { TextExtraction } from '#plugins/text-extraction/contract.ts';
import { SourceReaders } from './contract.ts';
import { sourceParts } from './parts.ts';
import { page, startSite } from './testing/site.ts';
import { SourceBase } from './testing/source-base.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await sharedPlatform();
});
afterAll(() => platform.dispose());

const create = () => SourceBase.create(platform.kernel, platform.workspaceId);
const query = <Row extends object = object>(text: string) => runQuery<Row>(platform.kernel.resolve(Database), text);

/** As another process has them. */
function parts() {
  const { kernel } = platform;
  const services = {
    database: kernel.resolve(Database),
    jobs: kernel.resolve(Jobs),
    egress: kernel.resolve(Egress),
    secrets: kernel.resolve(Secrets),
    datasets: kernel.resolve(Datasets),
    documents: kernel.resolve(DatasetDocuments),
    extraction: kernel.resolve(TextExtraction),
    readers: kernel.contributions(SourceReaders),
  };
  return sourceParts(services, { warn: () => {} } as never);
}

describe('a source', () => {
  it('is read by itself when it is time, and not while it is paused', async () => {
    await using site = await startSite({ '/': page('Start') });
    const base = await create();
    const { id, nextRefreshAt } = await base.read({ kind: 'web_page', url: site.url, refresh: 'hourly' });
    expect((nextRefreshAt ?? 0) - Date.now()).toBeGreaterThan(3_500_000);
    const { refresher, sweeper } = parts();
    const job = { workspaceId: platform.workspaceId, sourceId: id };
    await refresher.start(job);
    expect(site.asked()).toHaveLength(1);
    const makeDue = () =>
      query(`update dataset_sources set next_refresh_at = now() - interval '1 hour' where id = '${id}'`);
    await makeDue();
    await base.change(id, { isPaused: true });
    expect(await base.get(id)).toMatchObject({ isPaused: true, nextRefreshAt: null });
    await refresher.start(job);
    await base.change(id, { isPaused: false });
    await makeDue();
    await sweeper.sweep(60);
    await base.ended(id);
    expect(site.asked()).toHaveLength(2);
    expect((await base.get(id)).nextRefreshAt).toBeGreaterThan(Date.now());
  });

  it('whose job is gone goes on', async () => {
    await using site = await startSite({ '/': page('Start', ['/a']), '/a': page('A') });
    const base = await create();
    const { id } = await base.add({ kind: 'website', url: site.url, delay: 60_000 });
    await expect.poll(async () => (await base.get(id)).counts.added).toBe(1);
    await expect
      .poll(async () => (await query<{ step: number }>(`select step from dataset_sources where id = '${id}'`))[0]?.step)
      .toBe(2);
    await query(`update dataset_sources set seen_at = now() - interval '1 hour' where id = '${id}'`);
    await parts().sweeper.sweep(1_000);
    await expect.poll(async () => (await base.get(id)).counts.added).toBe(2);
    await base.sources.cancel(base.dataset, id);
  });

  it('is read by one at a time: work for a run or a step that is over is dropped', async () => {
    await using site = await startSite({ '/': page('Start') });
    const base = await create();
    const { id } = await base.read({ kind: 'web_page', url: site.url });
    const { refresher } = parts();
    const attempt = { workspaceId: platform.workspaceId, signal: new AbortController().signal, attempt: 1 };
    for (const at of [
      { run: 1, step: 1 },
      { run: 7, step: 1 },
    ]) {
      await refresher.step({ workspaceId: platform.workspaceId, sourceId: id, ...at }, attempt);
    }
    expect(site.asked()).toHaveLength(1);
    const both = await Promise.allSettled([1, 2].map(() => base.sources.refresh(base.dataset, id)));
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await base.ended(id);
  });

  it('that is deleted takes its documents along when that is confirmed, or leaves them', async () => {
    await using site = await startSite({ '/a': page('A'), '/b': page('B') });
    const base = await create();
    const [a, b] = [
      await base.read({ kind: 'web_page', url: `${site.url}/a` }),
      await base.read({ kind: 'web_page', url: `${site.url}/b` }),
    ];
    const remove = (id: string, keepDocuments: boolean, isConfirmed: boolean) =>
      base.sources.delete(base.dataset, id, { keepDocuments, isConfirmed });
    await expect(remove(a.id, false, false)).rejects.toMatchObject({ code: 'dataset-sources.source_has_documents' });
    await remove(a.id, false, true);
    await remove(b.id, true, false);
    expect(await base.names()).toEqual(['B']);
    expect(await base.sources.list(base.dataset)).toEqual([]);
    expect(await query(`select id from dataset_source_pages where dataset_id = '${base.dataset.id}'`)).toEqual([]);
  });

  it('ends with its base', async () => {
    await using site = await startSite({ '/': page('Start') });
    const base = await create();
    await base.read({ kind: 'web_page', url: site.url, refresh: 'daily' });
    const viewer = { accountId: null, name: '', seesAll: true };
    await platform.kernel.resolve(Datasets).delete(platform.workspaceId, base.dataset.id, viewer, true);
    const left = () => query(`select id from dataset_sources where dataset_id = '${base.dataset.id}'`);
    await expect.poll(left).toEqual([]);
  });

  it('has settings that are checked, and a limit of their number', async () => {
    const base = await create();
    const url = `${platform.url}/none`;
    const refused = (source: object) =>
      expect(base.add({ kind: 'website', url, ...source })).rejects.toMatchObject({
        code: 'dataset-sources.invalid_source',
      });
    await refused({ url: 'ftp://a.example/' });
    await refused({ url: 'https://user:secret@a.example/' });
    await refused({ includePaths: [' '] });
    await refused({ branch: 'main' });
    const { id } = await base.read({ kind: 'web_page', url });
    const copies = `insert into dataset_sources (id, workspace_id, dataset_id, kind, name, settings, indexing, refresh, on_vanished)
      select gen_random_uuid(), workspace_id, dataset_id, kind, name, settings, indexing, refresh, on_vanished
      from dataset_sources, generate_series(2, 50) where id = '${id}'`;
    await query(copies);
    await expect(base.add({ kind: 'web_page', url })).rejects.toMatchObject({
      code: 'dataset-sources.too_many_sources',
    });
  });
});
