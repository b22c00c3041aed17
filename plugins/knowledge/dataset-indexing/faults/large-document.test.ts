import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { IndexedBase, paid } from '#plugins/dataset-indexing/testing/indexed-base.ts';
import { ModelServer } from '#plugins/dataset-indexing/testing/model-server.ts';
import { startPlatform, type TestPlatform } from '#plugins/delivery-api/testing/platform.ts';

const SEGMENTS = 2_000;
const BYTES = 14_900_000;

let platform: TestPlatform;
let models: ModelServer;
beforeAll(async () => {
  platform = await startPlatform({ env: { WEFT_EGRESS_ALLOW: '127.0.0.1' } });
  models = await new ModelServer().start();
  await models.use(platform.management);
});
afterAll(async () => {
  await models.close();
  await platform.dispose();
});

describe('a document of 15 MB whose embedding model limits the rate of calls', () => {
  it('is done, in order, and no text is paid for twice', async () => {
    const lines = Array.from({ length: SEGMENTS }, (_, index) => `Paragraph number ${index} of the handbook.`);
    const body = lines.map((line) => `<p>${line}</p>`).join('\n');
    const page = `<html><body><!--${'x'.repeat(BYTES - body.length - 50)}-->\n${body}</body></html>`;
    const base = await IndexedBase.create(platform.kernel, platform.workspaceId, { embedding: paid });
    // Every fifth call is refused, for as long as it says.
    const until: number[] = [];
    const early: number[] = [];
    models.refuse = (_, count) => {
      const wait = until.at(-1) ?? 0;
      if (performance.now() < wait) early.push(count);
      if (count % 5 !== 0) return null;
      until.push(performance.now() + 195);
      return { status: 429, headers: { 'retry-after-ms': '200' } };
    };
    const ids = await base.add([['handbook.html', page]]);
    const [document] = await base.ended(ids);
    expect(document).toMatchObject({ indexingStatus: 'completed', error: null, segmentCount: SEGMENTS });
    expect((await base.segments(ids[0] ?? '')).map(({ content }) => content)).toEqual(lines);
    expect(models.embedded()).toEqual(lines);
    expect(until.length).toBeGreaterThan(10);
    expect(early).toEqual([]);
  }, 120_000);
});
