import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runWeft } from '#plugins/cli/testing/run-weft.ts';
import { IndexedBase } from '#plugins/dataset-indexing/testing/indexed-base.ts';
import { sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';
import { type ExternalService, startExternalService } from '#plugins/external-knowledge/testing/external-service.ts';

let platform: TestPlatform;
let base: IndexedBase;
let service: ExternalService;
beforeAll(async () => {
  platform = await sharedPlatform();
  service = await startExternalService();
  base = await IndexedBase.create(platform.kernel, platform.workspaceId);
  await base.indexed(['Owls hunt at night.', 'Larks sing at dawn.']);
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await platform.dispose();
});

const weft = (...argv: readonly string[]) => runWeft(platform, argv);

describe('weft knowledge', () => {
  it('searches a base, and lists what it was asked', async () => {
    const found = await weft('knowledge', 'search', base.dataset.id, 'larks at dawn', '--method', 'hybrid_search');
    expect(found).toMatchObject({ code: 0, err: '' });
    expect(found.out).toMatch(/SCORE\s+VECTOR\s+TEXT\s+RERANKED/);
    expect(found.out.split('\n')[1]).toContain('Larks sing at dawn.');
    const none = await weft('knowledge', 'search', base.dataset.id, 'submarines', '--threshold', '0.9');
    expect(none.out).toContain('Nothing was found.');
    const asked = await weft('knowledge', 'queries', base.dataset.id, '--limit', '1');
    expect(asked.out).toContain('submarines');
    expect(asked.out).toContain('More: the same with --page 2');
  });

  it('says what is wrong with what was typed', async () => {
    expect(await weft('knowledge', 'search', base.dataset.id, 'x', '--method', 'guessing')).toMatchObject({ code: 2 });
    expect(await weft('knowledge', 'search', base.dataset.id, 'x', '--limit', 'many')).toMatchObject({ code: 2 });
    expect((await weft('knowledge', 'search', 'no id', 'x')).err).toContain('weft knowledge list');
    expect((await weft('knowledge', 'search', crypto.randomUUID(), 'x')).code).not.toBe(0);
  });

  it('adds, tries, changes and removes external knowledge APIs', async () => {
    service.answer = { body: { records: [{ content: 'Thirty days.', title: 'Holidays', score: 0.9 }] } };
    expect((await weft('knowledge', 'apis', 'list')).out).toContain('weft knowledge apis add');
    const added = await weft('knowledge', 'apis', 'add', 'Handbook', service.url, '--key', 'secret-of-handbook');
    const [, id = ''] = /Added ([0-9a-f-]{36})\./.exec(added.out) ?? [];
    expect((await weft('knowledge', 'apis', 'test', id, 'staff', 'How many days?')).out).toContain('Thirty days.');
    expect((await weft('knowledge', 'apis', 'change', id, '--name', 'Staff')).out).toContain('Staff');
    const shown = await weft('knowledge', 'apis', 'show', id);
    expect(shown.out).toContain(service.url);
    expect(shown.out).not.toContain('secret-of-handbook');
    expect(await weft('knowledge', 'apis', 'remove', id, '--yes')).toMatchObject({
      code: 0,
      out: expect.stringContaining('Removed.'),
    });
    expect((await weft('knowledge', 'apis', 'add', 'Handbook', service.url)).code).toBe(2);
  });
});
