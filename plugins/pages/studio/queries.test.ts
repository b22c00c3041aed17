import { beforeAll, expect, it } from 'vitest';
import { manyNodes } from '#plugins/drafts/testing/many-nodes.ts';
import { describePages, type Page } from '#plugins/pages/testing/open-pages.ts';
import { ownServer, studioPerson } from './testing/studio-bench.ts';

const LIST = /\/console\/api\/apps\?/;

describePages('answers that pages of the studio share', (pages) => {
  beforeAll(async () => {
    await ownServer(pages);
    await pages.platform.importApp(manyNodes(2));
  });

  async function openList(expected: readonly RegExp[] = []): Promise<{ page: Page; asked: () => number }> {
    const page = await (await studioPerson(pages)).open('about:blank', { expected });
    let asked = 0;
    page.on('request', (request) => {
      if (request.method() === 'GET' && LIST.test(request.url())) asked += 1;
    });
    await page.goto(new URL('/apps', pages.platform.url).href);
    await star(page).waitFor();
    return { page, asked: () => asked };
  }

  const star = (page: Page) => page.getByRole('button', { name: /favourite/ }).first();
  const isMarked = (page: Page) => star(page).getAttribute('aria-pressed');

  async function visitTags(page: Page): Promise<void> {
    await page.evaluate("history.pushState(null, '', '/settings/tags'); dispatchEvent(new Event('weft:navigated'))");
    await page.getByRole('heading', { level: 1, name: 'Tags' }).waitFor();
    await page.goBack();
    await star(page).waitFor();
  }

  it('are shown again without a question while they are young, and asked for again after a change', async () => {
    const { page, asked } = await openList();
    const first = asked();
    await visitTags(page);
    expect(asked()).toBe(first);
    await star(page).click();
    await expect.poll(asked).toBeGreaterThan(first);
    await expect.poll(() => isMarked(page)).toBe('true');
  });

  it('show a change before the server has said so, and are as before where it refuses', async () => {
    const { page } = await openList([/409/]);
    const before = await isMarked(page);
    let refuse = () => {};
    const isAsked = new Promise<void>((begun) => {
      void page.route('**/favourite', async (route) => {
        begun();
        await new Promise<void>((resolve) => {
          refuse = resolve;
        });
        await route.fulfill({ status: 409, json: { code: 'taken', message: 'Not now.', status: 409 } });
      });
    });
    await star(page).click();
    await isAsked;
    await expect.poll(() => isMarked(page)).toBe(before === 'true' ? 'false' : 'true');
    refuse();
    await page.getByText('Not now.').waitFor();
    await expect.poll(() => isMarked(page)).toBe(before);
  });

  it('say without a network that there is none, and come by themselves when it is back', async () => {
    const { page } = await openList([/ERR_INTERNET_DISCONNECTED/]);
    await page.context().setOffline(true);
    await page.evaluate("history.pushState(null, '', '/apps?q=nothing'); dispatchEvent(new Event('weft:navigated'))");
    await page.getByText(/could not be reached/).waitFor();
    await page.context().setOffline(false);
    await page.getByText(/could not be reached/).waitFor({ state: 'detached' });
  });
});
