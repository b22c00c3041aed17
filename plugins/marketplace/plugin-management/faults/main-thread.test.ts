import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { formType, rawFile, rawForm } from '#http/testing/form.ts';
import { SendingThread } from '#http/testing/sending-thread.ts';
import { measureMainThread } from '#kernel/testing/main-thread-work.ts';
import { startPlatform, type TestPlatform } from '#plugins/delivery-api/testing/platform.ts';
import { exampleManifest, tarOf } from '#plugins/plugin-packages/testing/example-package.ts';

let platform: TestPlatform;
let sender: SendingThread;

beforeAll(async () => {
  sender = new SendingThread();
  platform = await startPlatform();
}, 180_000);
afterAll(async () => {
  await sender.close();
  await platform.dispose();
});

const contents: Readonly<Record<string, () => string>> = {
  'one letter 40 million times': () => 'a'.repeat(40_000_000),
  '20 million digits': () => Buffer.from(randomBytes(20_000_000).map((byte) => 48 + (byte % 10))).toString('latin1'),
};

it.each(Object.entries(contents))(
  'no long task is in the package of somebody: %s',
  {
    timeout: 120_000,
  },
  async (_, content) => {
    const package_ = gzipSync(
      tarOf([
        { name: 'package/package.json', content: JSON.stringify(exampleManifest({ name: '@acme/large' })) },
        { name: 'package/dist/plugin.js', content: `// ${'x'.repeat(4_900_000)}` },
        { name: 'package/data.txt', content: content() },
      ]),
      { level: 1 },
    );
    const body = rawForm([rawFile('name="file"; filename="large.tgz"', package_, 'application/gzip')]);
    const headers = { authorization: `Bearer ${platform.token}`, 'content-type': formType };
    const plan = () =>
      sender.send(`${platform.url}/console/api/plugins/plan-upload`, { method: 'POST', headers, body });
    // The measured one is the second: what is compiled meanwhile is not work over contents.
    await plan();
    const { longest, limit, where, result } = await measureMainThread(plan);
    expect(result.status).toBe(200);
    expect(longest, where.join('\n')).toBeLessThan(limit);
  },
);
