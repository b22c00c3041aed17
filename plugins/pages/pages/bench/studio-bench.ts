import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { signInOwner } from '#plugins/studio/testing/signed-in-screen.ts';
import type { PageBench } from './page-bench.ts';
import { type PageClock, pageClock } from './page-clock.ts';

const KIB = 1024;

/** A page of the studio that its owner opened in a browser that has seen none yet. */
export interface StudioVisit {
  readonly page: Page;
  readonly clock: PageClock;
  /** Addresses asked for so far, the page's own first. */
  readonly requests: readonly string[];
  /** KiB of the scripts and styles loaded so far, compressed. */
  size(): Promise<number>;
  close(): Promise<void>;
}

const owners = new WeakMap<PageBench, ReturnType<typeof signInOwner>>();

/** Goes to an address of the studio; does not wait for what it shows. */
export async function visitStudio(bench: PageBench, path: string): Promise<StudioVisit> {
  const cookies = owners.get(bench) ?? signInOwner(bench);
  owners.set(bench, cookies);
  const context = await bench.browser.newContext({ viewport: { width: 1360, height: 800 }, reducedMotion: 'reduce' });
  context.setDefaultTimeout(60_000);
  await context.addCookies([...(await cookies)]);
  const page = await context.newPage();
  const requests: string[] = [];
  const sizes: Promise<number>[] = [];
  page.on('request', (request) => requests.push(request.url()));
  page.on('response', (response) => {
    if (!['script', 'stylesheet'].includes(response.request().resourceType())) return;
    sizes.push(response.body().then((body) => gzipSync(body, { level: 9 }).length / KIB));
  });
  const clock = await pageClock(page);
  await page.goto(bench.origin + path, { waitUntil: 'commit' });
  return {
    ...{ page, clock, requests },
    size: async () => (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0),
    close: () => context.close(),
  };
}
