import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Database } from '#plugins/database/contract.ts';
import { runQuery } from '#plugins/database/testing/run-query.ts';
import { sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';
import { addressOf, DriveBase, statesOf } from './testing/drive-base.ts';
import { DOCUMENT, SHEET, SLIDES } from './testing/fake-drive.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await sharedPlatform();
});
afterAll(() => platform.dispose());

const create = (capabilities?: readonly string[]) => DriveBase.create(platform, capabilities);

describe('a folder of Drive', () => {
  it('is walked once and then told of by one call: what is new, changed, moved, trashed and back', async () => {
    await using of = await create();
    const { drive } = of;
    const handbook = drive.folder('Handbook');
    const rules = drive.folder('Rules', handbook);
    const [a, b] = [drive.file('a.md', '# A', handbook), drive.file('b.md', '# B', rules)];
    const outside = drive.folder('Elsewhere');
    const base = await of.base();
    const source = await base.read(of.source(handbook));
    expect(source).toMatchObject({ status: 'completed', name: 'Handbook', counts: { added: 2 }, isIncomplete: false });
    expect(await statesOf(base, source.id)).toEqual({ 'a.md': 'added', 'Rules/b.md': 'added' });
    expect(await base.indexed()).toMatchObject([{ name: 'b.md', dataSourceType: 'upload_file' }, { name: 'a.md' }]);

    drive.calls.length = 0;
    expect(await base.again(source.id)).toMatchObject({ counts: { added: 0, unchanged: 2 } });
    expect(drive.calls.map(({ pathname }) => pathname)).toEqual(['/drive/v3/changes']);

    drive.change(a, { content: '# A anew', name: 'first.md' });
    drive.file('c.md', '# C', rules);
    drive.change(b, { parents: [outside] });
    expect(await base.again(source.id)).toMatchObject({ counts: { added: 1, changed: 1, vanished: 1 } });
    expect(await statesOf(base, source.id)).toMatchObject({
      'first.md': 'changed',
      'Rules/c.md': 'added',
      'Rules/b.md': 'vanished',
    });
    expect((await base.indexed()).filter(({ enabled }) => enabled).map(({ name }) => name)).toEqual([
      'c.md',
      'first.md',
    ]);

    drive.trash(rules);
    drive.change(b, { parents: [handbook] });
    await base.again(source.id);
    expect(
      (await base.all())
        .filter(({ enabled }) => enabled)
        .map(({ name }) => name)
        .sort(),
    ).toEqual(['b.md', 'first.md']);
    drive.trash(rules, false);
    await base.again(source.id);
    expect(await base.names()).toEqual(['b.md', 'c.md', 'first.md']);
    expect((await base.all()).every(({ enabled }) => enabled)).toBe(true);
  });

  it('that moves brings what lies in it along, and takes it away again', async () => {
    await using of = await create();
    const { drive } = of;
    const [inside, outside] = [drive.folder('In'), drive.folder('Out')];
    const moving = drive.folder('Moving', outside);
    const deep = drive.folder('Deep', moving);
    drive.file('deep.md', '# Deep', deep);
    drive.file('stays.md', '# Stays', inside);
    const base = await of.base();
    const { id } = await base.read(of.source(inside));
    expect(await base.names()).toEqual(['stays.md']);
    drive.change(moving, { parents: [inside] });
    await base.again(id);
    expect(await statesOf(base, id)).toEqual({ 'stays.md': 'unchanged', 'Moving/Deep/deep.md': 'added' });
    await base.indexed();
    drive.change(moving, { parents: [outside] });
    expect(await base.again(id)).toMatchObject({ counts: { vanished: 1 } });
    expect((await base.all()).filter(({ enabled }) => !enabled)).toMatchObject([{ name: 'deep.md' }]);
  });

  it('has formats, limits and refusals, each with its reason; a name may come twice', async () => {
    await using of = await create();
    const { drive } = of;
    const all = drive.folder('All');
    drive.file('Plan', '# Plan', all, { mimeType: DOCUMENT });
    drive.file('Talk', 'One slide', all, { mimeType: SLIDES });
    drive.file('Huge', new Uint8Array(11 * 1_048_576), all, { mimeType: DOCUMENT });
    drive.file('Closed.md', '# Closed', all, { canDownload: false });
    drive.file('Broken sheet', 'no workbook', all, { mimeType: SHEET, refuses: 'cannotExportFile' });
    drive.file('large.txt', new Uint8Array(15 * 1_048_576 + 1), all);
    drive.file('picture.png', 'png', all, { mimeType: 'image/png' });
    drive.file('same.md', '# One', all);
    drive.file('same.md', '# Two', all);
    const base = await of.base();
    const { id, counts } = await base.read(of.source(all));
    expect(counts).toMatchObject({ added: 4, failed: 4, skipped: 1 });
    const told = Object.fromEntries((await base.pages(id)).map(({ name, message }) => [name, message]));
    expect(told).toMatchObject({
      Huge: expect.stringContaining('at most 10 MB'),
      'Closed.md': expect.stringContaining('does not let it be downloaded'),
      'Broken sheet': expect.stringContaining('cannotExportFile'),
      'large.txt': expect.stringContaining('up to 15 MB'),
    });
    expect(await base.names()).toEqual(['Plan', 'Talk', 'same.md', 'same.md']);
    drive.calls.length = 0;
    // What can't be read is not asked for again before it changes.
    await base.again(id);
    expect(drive.calls).toHaveLength(1);
  });

  it('follows shortcuts once: to files and folders elsewhere, in no circle, and not to what is there anyway', async () => {
    await using of = await create();
    const { drive } = of;
    const [here, there] = [drive.folder('Here'), drive.folder('There')];
    const own = drive.file('own.md', '# Own', here);
    const far = drive.file('far.md', '# Far', there);
    const sub = drive.folder('Sub', there);
    drive.file('deep.md', '# Deep', sub);
    drive.shortcut('to own', own, here);
    drive.shortcut('to far', far, here);
    drive.shortcut('to sub', sub, here);
    drive.shortcut('back', here, sub);
    drive.shortcut('again', sub, sub);
    const base = await of.base();
    const { id } = await base.read(of.source(here));
    expect(await statesOf(base, id)).toMatchObject({ 'own.md': 'added', 'to far': 'added', 'to sub/deep.md': 'added' });
    expect(await base.all()).toHaveLength(3);
    await base.indexed();
    drive.change(far, { content: '# Far anew' });
    drive.file('new.md', '# New', sub);
    await base.again(id);
    expect(await statesOf(base, id)).toMatchObject({ 'to far': 'changed', 'to sub/new.md': 'added' });
  });

  it('of a shared drive has a log of its own', async () => {
    await using of = await create();
    const { drive } = of;
    drive.addDrive('drive-of-all', 'Everybody');
    drive.file('a.md', '# A', 'drive-of-all');
    const base = await of.base();
    const { id } = await base.read(of.source('drive-of-all'));
    expect(
      drive.calls
        .filter(({ pathname }) => pathname.endsWith('/startPageToken'))
        .map((url) => url.searchParams.get('driveId')),
    ).toEqual(['drive-of-all']);
    drive.file('b.md', '# B', 'drive-of-all');
    drive.calls.length = 0;
    expect(await base.again(id)).toMatchObject({ counts: { added: 1, unchanged: 1 } });
    expect(drive.count('changes')).toBe(1);
  });

  it('takes nothing for gone that the service did not tell: lists that are not whole, errors, a lost folder', async () => {
    await using of = await create();
    const { drive } = of;
    const all = drive.folder('All');
    const sub = drive.folder('Sub', all);
    drive.file('a.md', '# A', sub);
    const base = await of.base();
    const { id } = await base.read(of.source(all));
    await base.indexed();
    drive.change(sub, { name: 'Renamed' });
    drive.onCall = (url) => {
      if (url.pathname.endsWith('/files')) drive.failures.push('403 insufficientFilePermissions');
      return undefined;
    };
    expect(await base.again(id)).toMatchObject({
      status: 'completed',
      isIncomplete: true,
      counts: { unchanged: 1, vanished: 0 },
    });
    drive.onCall = () => undefined;
    expect(await base.again(id)).toMatchObject({ isIncomplete: false, counts: { unchanged: 1 } });
    expect(await statesOf(base, id)).toEqual({ 'Renamed/a.md': 'unchanged' });
    drive.remove(all);
    const lost = await base.again(id);
    expect(lost).toMatchObject({ status: 'failed', error: expect.stringContaining('ada@example.com') });
    expect((await base.all()).every(({ enabled }) => enabled)).toBe(true);
  });

  it('is asked again later where the service has no room, and everything comes in the end', async () => {
    await using of = await create();
    const { drive } = of;
    const all = drive.folder('All');
    for (const name of ['a', 'b', 'c']) drive.file(`${name}.md`, `# ${name}`, all);
    const base = await of.base();
    let left = 2;
    drive.onCall = (url) => {
      const isHit = url.searchParams.get('alt') === 'media' || url.pathname.endsWith('/files');
      if (isHit && left > 0) {
        left -= 1;
        drive.failures.push(left % 2 === 0 ? '403 userRateLimitExceeded' : '429 rateLimitExceeded');
      }
      return undefined;
    };
    expect(await base.read(of.source(all))).toMatchObject({ status: 'completed', counts: { added: 3, failed: 0 } });
  });

  it('of 10,000 files in 400 folders is listed with 405 calls', async () => {
    await using of = await create();
    const { drive } = of;
    const all = drive.folder('All');
    for (let count = 0; count < 399; count += 1) {
      const folder = drive.folder(`f${count}`, all);
      for (let file = 0; file < 25; file += 1) drive.file(`${count}-${file}.bin`, '', folder, { canDownload: false });
    }
    for (let file = 0; file < 25; file += 1) drive.file(`top-${file}.bin`, '', all, { canDownload: false });
    const base = await of.base();
    const { id } = await base.add(of.source(all));
    // The logs are read when every folder was listed.
    await expect.poll(() => drive.count('changes'), { timeout: 120_000, interval: 200 }).toBe(1);
    await base.sources.cancel(base.dataset, id);
    expect(drive.calls.length).toBeLessThanOrEqual(450);
    const { counts } = await base.get(id);
    expect(counts.waiting + counts.failed).toBe(10_000);
  }, 240_000);

  it('is listed again after a week, and where its settings are others', async () => {
    await using of = await create();
    const { drive } = of;
    const all = drive.folder('All');
    drive.file('a.md', '# A', all);
    const hidden = drive.file('b.md', '# B', all);
    const base = await of.base();
    const { id } = await base.read(of.source(all));
    await base.indexed();
    // A log may keep something back.
    drive.files.delete(hidden);
    expect(await base.again(id)).toMatchObject({ counts: { vanished: 0 } });
    await runQuery(
      platform.kernel.resolve(Database),
      `update dataset_sources set cursor = jsonb_set(cursor, '{walkedAt}', '1000') where id = '${id}'`,
    );
    expect(await base.again(id)).toMatchObject({ counts: { unchanged: 1, vanished: 1 } });
    await base.change(id, { excludePaths: ['a.*'] });
    expect(await base.again(id)).toMatchObject({ counts: { vanished: 1 } });
  });
});

describe('files that were picked', () => {
  it('are proved by the account that picked them, and followed one by one', async () => {
    await using of = await create(['drive.pick']);
    const { drive } = of;
    const folder = drive.folder('Folder');
    const [a, b, secret] = ['a', 'b', 'secret'].map((name) => drive.file(`${name}.md`, `# ${name}`, folder));
    drive.change(a ?? '', { isPicked: true });
    drive.change(b ?? '', { isPicked: true });
    const base = await of.base();
    const picked = (files: readonly (string | undefined)[]) => ({
      kind: 'drive',
      url: 'https://drive.google.com/drive/my-drive',
      accountId: of.accountId,
      options: { files },
    });
    // What a forged answer of the picker names is nothing the account sees.
    await expect(base.add(picked([a, secret]))).rejects.toMatchObject({ code: 'dataset-sources.invalid_source' });
    await expect(base.add(picked(['../../changes']))).rejects.toMatchObject({ field: 'options.files[0]' });
    const source = await base.read(picked([a, b]));
    expect(source).toMatchObject({ name: 'a.md and 1 more', counts: { added: 2 } });
    await base.indexed();
    drive.change(b ?? '', { content: '# b anew' });
    drive.remove(a ?? '');
    expect(await base.again(source.id)).toMatchObject({ counts: { changed: 1, vanished: 1 } });
    // A folder looks empty where the app sees nothing in it.
    drive.change(folder, { isPicked: true });
    const empty = drive.folder('Empty');
    drive.change(empty, { isPicked: true });
    await expect(base.add({ ...picked([]), url: addressOf(empty), options: {} })).rejects.toMatchObject({
      message: expect.stringContaining('Pick the files themselves'),
    });
  });
});
