import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Browser, findBrowser, launchBrowser } from '#plugins/delivery-api/testing/browser.ts';
import { startPlatform, type TestPlatform } from '#plugins/delivery-api/testing/platform.ts';
import { greeting } from './greeting.ts';

const facts = { address: 'http://127.0.0.1:3000', database: 'embedded PostgreSQL', home: '/srv/weft', report: null };
const examples = [
  { id: 'w1', name: 'Greeting', mode: 'workflow', key: 'app-1' },
  { id: 'c1', name: 'Demo chat', mode: 'advanced-chat', key: 'app-2' },
] as const;

describe('the greeting', () => {
  it('fits in fifteen lines on a first start: address, sign-in, a page, two calls with their keys', () => {
    const text = greeting({ ...facts, examples });
    expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(15);
    expect(text).toContain('Weft listens on http://127.0.0.1:3000\n');
    expect(text).toContain('WEFT_HOME=/srv/weft npx weft owner claim EMAIL');
    expect(text).toContain('site set c1 --enabled on makes http://127.0.0.1:3000/chat/c1\n');
    expect(text.match(/curl .*|Bearer app-\d/g)).toHaveLength(4);
  });

  it('says on later starts where the server listens and how to sign in, and plugins only when asked', () => {
    const text = greeting({ ...facts, examples: [] });
    expect(text.trimEnd().split('\n')).toHaveLength(4);
    expect(greeting({ ...facts, report: 'started  http', examples: [] })).toBe(`started  http\n\n${text}`);
  });
});

const program = findBrowser('the page of the server in a browser');

describe('the page of the server', () => {
  let platform: TestPlatform;
  let browser: Browser;
  beforeAll(async () => {
    platform = await startPlatform();
    if (program !== null) browser = await launchBrowser(program);
  });
  afterAll(async () => {
    await browser?.close();
    await platform.dispose();
  });

  it('is HTML that may load a style sheet of the house and nothing else', async () => {
    const answer = await fetch(`${platform.url}/`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(answer.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'self';/);
    expect(await answer.text()).not.toContain('<script');
  });

  it.skipIf(program === null)('shows what this is, and its links lead somewhere', async () => {
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
