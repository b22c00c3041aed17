import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Browser, findBrowser, launchBrowser } from '#plugins/delivery-api/testing/browser.ts';
import { sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';

const program = findBrowser('the page of the server in a browser');

describe.skipIf(program === null)('the page of the server', () => {
  let platform: TestPlatform;
  let browser: Browser;
  beforeAll(async () => {
    platform = await sharedPlatform();
    browser = await launchBrowser(program);
  });
  afterAll(async () => {
    await browser.close();
    await platform.dispose();
  });

  it('shows what this is, and its links lead somewhere', async () => {
    const page = await browser.newPage({ viewport: { width: 900, height: 700 } });
    const complaints: string[] = [];
    page.on('console', (message) => complaints.push(message.text()));
    await page.goto(platform.url);
    expect(await page.locator('h1').innerText()).toBe('Weft');
    expect(await page.locator('pre').allInnerTexts()).toEqual([
      'npx weft owner claim you@example.com',
      'npx weft login',
    ]);
    const paths = await page.locator('a').evaluateAll((all) => all.map((link) => link.getAttribute('href')));
    expect(paths).toEqual(['/docs/api', '/openapi.json', '/readyz']);
    expect(complaints).toEqual([]);
    for (const path of paths) expect((await page.goto(`${platform.url}${path}`))?.status()).toBe(200);
  });
});
