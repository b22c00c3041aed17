import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect } from 'vitest';
import { type Browser, findBrowser, launchBrowser } from '#plugins/delivery-api/testing/browser.ts';
import { sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';

export type { Page } from 'playwright-core';
export type { TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';

/** What a page is opened with. */
export interface OpenOptions extends BrowserContextOptions {
  /** What the console may say without failing the test: patterns of messages. */
  readonly expected?: readonly RegExp[];
}

/** What axe looks for: WCAG 2.2, levels A and AA. */
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const axeSource = () => readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** Desktop; `phone` is the other. */
const desktop = { width: 1360, height: 800 };
/** For `open(path, phone)`. */
export const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const;

const program = findBrowser('tests of pages in a real browser');
/** One of each worker, started with its first file. */
let running: Promise<Browser> | undefined;

/** The server and the browser that the tests of one file use. */
export class TestPages {
  #platform: TestPlatform | undefined;
  readonly #contexts: BrowserContext[] = [];
  readonly #complaints: string[] = [];

  /** The server of this worker, with a workspace of this file. */
  get platform(): TestPlatform {
    if (this.#platform === undefined) throw new Error('the platform is there when a test runs, not before');
    return this.#platform;
  }

  async start(): Promise<void> {
    running ??= launchBrowser(program);
    [this.#platform] = await Promise.all([sharedPlatform(), running]);
    await pagesAreBuilt(this.#platform.url);
  }

  /** Opens an address of the server, or of elsewhere, in a browser that has seen none yet. */
  async open(address: string, options: OpenOptions = {}): Promise<Page> {
    const page = await (await this.context(options)).newPage();
    await page.goto(new URL(address, this.platform.url).href);
    return page;
  }

  /** Several pages of one person: what the browser keeps (`localStorage`) is theirs together. Watched like all pages. */
  async context({ expected = [], ...options }: OpenOptions = {}): Promise<BrowserContext> {
    const browser = await (running ?? launchBrowser(program));
    const context = await browser.newContext({
      viewport: desktop,
      locale: 'en-US',
      reducedMotion: 'reduce',
      ...options,
    });
    context.setDefaultTimeout(20_000);
    this.#contexts.push(context);
    const complain = (text: string) => {
      if (!expected.some((pattern) => pattern.test(text))) this.#complaints.push(text);
    };
    // A refusal of the policy is an error of the console; a defect of a script is a page error.
    context.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') complain(message.text());
    });
    context.on('weberror', (error) => complain(error.error().stack ?? error.error().message));
    return context;
  }

  /** What axe finds on a page, by rule and place; `exceptions` are selectors, each with a reason beside it. */
  async violations(page: Page, exceptions: readonly string[] = []): Promise<readonly string[]> {
    // A script element would be refused by the page's policy.
    await page.evaluate(axeSource());
    return page.evaluate(
      async ([tags, exclude]) => {
        const { axe } = globalThis as unknown as { axe: AxeApi };
        const { violations } = await axe.run({ exclude }, { runOnly: tags });
        return violations.map(
          ({ id, nodes }) =>
            `${id}: ${nodes.map(({ target, failureSummary }) => `${target.join(' ')} (${failureSummary ?? ''})`).join('; ')}`,
        );
      },
      [rules, [...exceptions]] as const,
    );
  }

  /** Imports an app, publishes it and switches its page on; `site`: what else is set (`PATCH …/site`). */
  async app(
    document: string,
    site: Readonly<Record<string, unknown>> = {},
  ): Promise<{ readonly appId: string; readonly key: string }> {
    const app = await this.platform.importApp(document);
    const path = `/console/api/apps/${app.appId}/site`;
    const answer = await this.platform.management.request(path, { method: 'PATCH', body: { enabled: true, ...site } });
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${answer.text}`);
    return app;
  }

  /** Closes what a test has opened, and gives what was complained about. */
  async settle(): Promise<readonly string[]> {
    await Promise.all(this.#contexts.splice(0).map((context) => context.close().catch(() => {})));
    return this.#complaints.splice(0);
  }
}

/** On a busy machine the first page asked for may come before the build was found: a page that waits, and says 503. */
export async function pagesAreBuilt(url: string): Promise<void> {
  const isBuilt = async () => (await fetch(`${url}/docs/embed`)).status !== 503;
  for (let tries = 0; tries < 200 && !(await isBuilt()); tries += 1) {
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

interface AxeApi {
  run(
    context: { readonly exclude: readonly string[] },
    options: { readonly runOnly: readonly string[] },
  ): Promise<{
    readonly violations: readonly {
      readonly id: string;
      readonly nodes: readonly { readonly target: readonly string[]; readonly failureSummary?: string }[];
    }[];
  }>;
}

/**
 * Tests of pages in Chromium, against a server of this worker. After each test its pages are closed, and what the console said
 * (errors, refusals of the policy) fails it. Where there is no Chromium they are left out.
 */
export function describePages(name: string, body: (pages: TestPages) => void): void {
  describe.skipIf(program === null)(name, () => {
    const pages = new TestPages();
    beforeAll(() => pages.start());
    afterEach(async () => {
      expect(await pages.settle()).toEqual([]);
    });
    afterAll(() => pages.settle());
    body(pages);
  });
}
