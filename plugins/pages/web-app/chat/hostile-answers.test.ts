import { afterAll, beforeAll, expect, it } from 'vitest';
import { describePages, type Page } from '#plugins/pages/testing/open-pages.ts';
import { answers, type ChatBench, send, startChatBench, unlimited } from '#plugins/web-app/testing/chat-bench.ts';
import { hostileOutputs } from '#plugins/web-app/testing/hostile-outputs.ts';

/** What there may not be in answers, as the page has it; a text, for it runs there. */
const inspection = `(() => {
  const bad = [];
  for (const element of document.querySelectorAll('main *')) {
    const name = element.localName;
    if (/^(script|iframe|object|embed|style|base|meta|form|template|link|foreignobject)$/i.test(name)) bad.push(name);
    for (const { name: attribute, value } of element.attributes) {
      if (/^on|^style$/i.test(attribute)) bad.push(name + ' ' + attribute);
      if (/^(href|src|action|xlink:href)$/i.test(attribute) && /^\\s*(javascript|data|vbscript|file):/i.test(value))
        bad.push(attribute + '=' + value);
    }
    if (name === 'img' && !/^(blob:|\\/)/.test(element.getAttribute('src') ?? '')) bad.push('img');
  }
  return { bad, hit: 'wasHit' in window, title: document.querySelector('h1')?.textContent };
})()`;

describePages('hostile answers', (pages) => {
  let bench: ChatBench;
  let appId: string;
  beforeAll(async () => {
    bench = await startChatBench(pages);
    appId = await bench.app('exact', {}, { allowed_hosts: ['docs.example'], ...unlimited });
  });
  afterAll(() => bench.close());

  /** Opens the page; `asked` are the addresses outside of the server that anybody asked for. */
  async function open(): Promise<{ page: Page; asked: string[] }> {
    const asked: string[] = [];
    const page = await pages.open(`/chat/${appId}`);
    const { host } = new URL(pages.platform.url);
    page.context().on('request', (request) => {
      const url = new URL(request.url());
      if (/^(https?|wss?):$/.test(url.protocol) && url.host !== host) asked.push(request.url());
    });
    await page.getByRole('textbox', { name: 'Message' }).waitFor();
    return { page, asked };
  }

  it('are text: none runs, none calls anybody, none breaks the page', { timeout: 60_000 }, async () => {
    expect(hostileOutputs.length).toBeGreaterThanOrEqual(70);
    const { page, asked } = await open();
    await send(page, hostileOutputs[0] ?? '');
    await answers(page).first().waitFor();
    await page.waitForURL(/\/c\//);
    const conversation = page.url().split('/').at(-1) ?? '';
    // The rest as the page would ask, without waiting for each.
    const statuses = await page.evaluate(
      async ([outputs, id]) => {
        const key = Object.keys(localStorage).find((name) => name.endsWith(':visitor')) ?? '';
        const token = (JSON.parse(localStorage.getItem(key) ?? '{}') as { visitor_token: string }).visitor_token;
        const ask = async (query: string) => {
          const answer = await fetch('/v1/chat-messages', {
            method: 'POST',
            headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
            body: JSON.stringify({ query, inputs: {}, conversation_id: id, response_mode: 'blocking' }),
          });
          return answer.status;
        };
        const found: number[] = [];
        for (let at = 0; at < outputs.length; at += 8) {
          found.push(...(await Promise.all(outputs.slice(at, at + 8).map(ask))));
        }
        return found;
      },
      [hostileOutputs.slice(1, 67), conversation] as const,
    );
    expect(new Set(statuses)).toEqual(new Set([200]));
    await page.reload();
    const older = page.getByRole('button', { name: 'Earlier messages' });
    await answers(page).first().waitFor();
    // All of them, as one scrolls up.
    await expect
      .poll(async () => {
        if ((await older.count()) > 0) await page.getByRole('main').evaluate((main) => main.scrollTo(0, 0));
        return answers(page).count();
      })
      .toBe(67);
    for (const output of hostileOutputs.slice(67)) {
      const before = await answers(page).count();
      await send(page, output);
      await expect.poll(() => answers(page).count()).toBe(before + 1);
      await page.getByRole('button', { name: 'Answer again' }).waitFor();
    }
    // Everything that can be opened is opened: diagrams, thoughts, rows.
    await page.evaluate("for (const each of document.querySelectorAll('main details')) each.open = true");
    for (const button of await page.getByRole('button', { name: 'Show diagram' }).all()) await button.click();
    const found = await page.evaluate(inspection);
    expect(found).toEqual({ bad: [], hit: false, title: 'A chat app' });
    expect(asked).toEqual([]);
  });

  it('show where they would lead before anybody goes there', async () => {
    const { page, asked } = await open();
    await page
      .context()
      .route('https://*.example/**', (route) => route.fulfill({ body: 'there', contentType: 'text/html' }));
    await send(
      page,
      'See [the docs](https://docs.example/a), [this](https://evil.example/b?q=1) and ![a leaf](https://evil.example/p.png).',
    );
    const answer = answers(page).last();
    await expect
      .poll(() => answer.getByRole('link', { name: 'the docs' }).getAttribute('href'))
      .toBe('https://docs.example/a');
    expect(await answer.getByRole('link', { name: 'this' }).count()).toBe(0);
    await answer.getByRole('button', { name: 'this' }).click();
    await expect.poll(() => answer.getByText('https://evil.example/b?q=1').isVisible()).toBe(true);
    expect(asked).toEqual([]);
    const popup = page.waitForEvent('popup');
    await answer.getByRole('link', { name: 'Open in a new tab' }).filter({ visible: true }).click();
    const there = await popup;
    await there.waitForURL('https://evil.example/b?q=1');
    expect(await there.evaluate('[window.opener, document.referrer]')).toEqual([null, '']);
    await there.close();
    await page.keyboard.press('Escape');
    await answer.getByRole('button', { name: 'Picture from evil.example: a leaf' }).click();
    await expect.poll(() => answer.getByText('https://evil.example/p.png').isVisible()).toBe(true);
    expect(asked).toEqual(['https://evil.example/b?q=1']);
  });
});
