import { expect, it } from 'vitest';
import { rememberingChat } from '#plugins/history-api/testing/documents.ts';
import { describePages } from '#plugins/pages/testing/open-pages.ts';
import { ownServer, studioPerson } from '#plugins/studio/testing/studio-bench.ts';
import { answers, send } from '#plugins/web-app/testing/chat-bench.ts';

describePages('apps for members, in the studio', (pages) => {
  it('a member talks to an app whose page is switched off, comes back to what was said, and goes back to the studio', async () => {
    const appId = (await pages.app(rememberingChat(), { enabled: false })).appId;
    await ownServer(pages);
    const person = await studioPerson(pages, 'member');
    const page = await person.open(`/use/${appId}`);
    // It has no icon: the first letter of its name stands for it.
    await expect
      .poll(() => page.locator('header [aria-hidden="true"]').allInnerTexts())
      .toContainEqual(expect.stringMatching(/^\p{L}$/u));
    await send(page, 'What do ferns need?');
    await expect.poll(() => answers(page).last().textContent()).toContain('What do ferns need?');
    await expect.poll(() => page.url()).toMatch(/\/use\/[^/]+\/c\//);
    await page.reload();
    await expect.poll(() => answers(page).last().textContent()).toContain('What do ferns need?');
    expect(await page.evaluate('Object.keys(localStorage).filter((key) => /visitor$/.test(key))')).toEqual([]);
    await page.getByRole('link', { name: 'All apps' }).click();
    await page.waitForURL('**/apps');
    await page.context().close();
  });

  it('attack T01: who is not signed in is told not even the name of the app, and sent to sign in', async () => {
    const appId = (await pages.app(rememberingChat(), { title: 'Secret ferns' })).appId;
    const answer = await fetch(new URL(`/use/${appId}`, pages.platform.url));
    expect(await answer.text()).not.toContain('Secret ferns');
    const page = await (await pages.context({ expected: [/status of 401/] })).newPage();
    await page.goto(new URL(`/use/${appId}`, pages.platform.url).href);
    await page.waitForURL(
      (url) => url.pathname === '/sign-in' && url.searchParams.get('return_to') === `/use/${appId}`,
    );
    await page.context().close();
  });
});
