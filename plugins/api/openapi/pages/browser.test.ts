import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Browser, findBrowser, launchBrowser, type Page } from '#plugins/delivery-api/testing/browser.ts';
import { sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';

const program = findBrowser('the API pages in a real browser');

describe.skipIf(program === null)('the reference in a browser', () => {
  let platform: TestPlatform;
  let browser: Browser;
  const complaints: string[] = [];

  beforeAll(async () => {
    platform = await sharedPlatform();
    browser = await launchBrowser(program);
  });
  afterAll(async () => {
    await browser.close();
    await platform.dispose();
  });

  async function open(address = '', javaScriptEnabled = true): Promise<Page> {
    const page = await (await browser.newContext({ javaScriptEnabled })).newPage();
    page.setDefaultTimeout(20_000);
    page.on('console', (message) => complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(error.message));
    await page.goto(`${platform.url}/docs/api${address}`);
    return page;
  }
  const chat = 'delivery-api.send-chat-message';
  const generation = '/runtime-generation';
  const card = (page: Page, id: string) => page.locator('details.card', { has: page.locator(`[id="${id}"]`) });
  const isOpen = (page: Page, id: string) => card(page, id).evaluate((each) => each.hasAttribute('open'));

  it.each([true, false])('opens the card that an address names (with scripts: %s)', async (scripts) => {
    const page = await open(`${generation}#${chat}`, scripts);
    expect(await isOpen(page, chat)).toBe(true);
    expect(await page.locator(`[id="${chat}"]`).isVisible()).toBe(true);
    const place = await card(page, chat).locator('summary').first().boundingBox();
    expect(place?.y).toBeGreaterThanOrEqual(0);
    expect(place?.y).toBeLessThan(400);
  });

  it('opens the card that a link names, also a second time', async () => {
    const page = await open(generation);
    const link = page.locator(`nav a[href="#${chat}"]`);
    for (const _ of ['once', 'twice']) {
      await link.click();
      await expect.poll(() => isOpen(page, chat)).toBe(true);
      await card(page, chat).locator('summary').first().click();
      await expect.poll(() => isOpen(page, chat)).toBe(false);
    }
    await link.click();
    await card(page, chat).locator('a[href="#schema-ChatRequest"]').first().click();
    await expect.poll(() => isOpen(page, 'schema-ChatRequest')).toBe(true);
  });

  it('begins with what runs apps, apart from what manages them', async () => {
    const page = await open();
    const titles = await page.locator('main h2').allTextContents();
    expect(titles).toEqual(['Authentication', 'Run apps', 'Manage', 'Everything else']);
    expect(await page.locator('nav .surface a').first().textContent()).toBe('Run apps');
    expect(await page.locator('main .path').first().textContent()).toBe('/v1/chat-messages');
  });

  it.each([true, false])('is searched by keys, and leads to what was found (with scripts: %s)', async (scripts) => {
    const page = await open('', scripts);
    await page.getByRole('navigation').getByRole('searchbox', { name: 'Search', exact: true }).focus();
    await page.keyboard.type('chat-messages stop');
    await page.keyboard.press('Enter');
    const found = page.getByRole('main');
    await found.getByRole('status').filter({ hasText: '1 found' }).waitFor();
    expect(await found.getByRole('searchbox').inputValue()).toBe('chat-messages stop');
    await found.getByRole('link', { name: '/v1/chat-messages/{task_id}/stop' }).click();
    await expect.poll(() => isOpen(page, 'delivery-api.stop-chat')).toBe(true);
  });

  it('keeps the language that was chosen, in every card and next time', async () => {
    const page = await open(`${generation}#${chat}`);
    const code = (language: string) => card(page, chat).locator(`.sample[data-language="${language}"] pre`);
    expect(await code('curl').isVisible()).toBe(true);
    await card(page, chat).locator('.sample[data-language="Python"] summary').click();
    expect([await code('Python').isVisible(), await code('curl').isVisible()]).toEqual([true, false]);
    expect(await code('Python').textContent()).toContain('requests.post(');
    const others = page.locator('.sample[data-language="Python"]:not([open])');
    expect(await others.count()).toBe(0);
    await page.reload();
    expect([await code('Python').isVisible(), await code('JavaScript').isVisible()]).toEqual([true, false]);
  });

  it('shows all of it without scripts', async () => {
    const page = await open('', false);
    expect(await page.locator('main .path').count()).toBeGreaterThan(200);
  });

  it('was never complained about', () => {
    expect(complaints).toEqual([]);
  });
});
