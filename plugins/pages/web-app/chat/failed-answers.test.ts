import { afterAll, beforeAll, expect, it } from 'vitest';
import { newMember } from '#plugins/members/testing/people.ts';
import { describePages, type Page, phone } from '#plugins/pages/testing/open-pages.ts';
import { ownServer, studioPerson } from '#plugins/studio/testing/studio-bench.ts';
import { answers, type ChatBench, send, startChatBench, unlimited } from '#plugins/web-app/testing/chat-bench.ts';

describePages('an answer that fails', (pages) => {
  let bench: ChatBench;
  beforeAll(async () => {
    bench = await startChatBench(pages);
  });
  afterAll(() => bench.close());
  const alert = (page: Page) => answers(page).last().getByRole('alert');
  /** What the stream and the list told the page. */
  async function told(page: Page): Promise<string[]> {
    const texts: string[] = [];
    page.on('response', async (response) => {
      if (/\/v1\/(messages\?|runs\/)/.test(response.url())) texts.push(await response.text().catch(() => ''));
    });
    return texts;
  }

  it('says that the model is busy, and tries again by itself when there is room', async () => {
    const appId = await bench.app('busy', {}, unlimited);
    const page = await pages.open(`/chat/${appId}`, phone);
    const texts = await told(page);
    await send(page, 'twice');
    await alert(page).getByText('The model is busy.').waitFor();
    await alert(page).getByText('Tries again in 1 s.').first().waitFor();
    expect(await pages.violations(page)).toEqual([]);
    await answers(page).last().getByText('There is room for: twice').waitFor();
    // The one it is tried again for is a version of the question.
    await page.getByText('3 of 3').waitFor();
    await page.reload();
    await answers(page).last().getByText('There is room for: twice').waitFor();
    await expect.poll(() => texts.join('').includes('"trouble":"busy"')).toBe(true);
    expect(texts.join('')).not.toContain('SECRET');
  });

  it('leaves it to people after three tries, and where it takes long', async () => {
    const appId = await bench.app('busy', {}, unlimited);
    const page = await pages.open(`/chat/${appId}`);
    await send(page, 'never');
    await page.getByText('4 of 4').waitFor();
    await alert(page).getByText('Try again in a minute.').waitFor();
    expect(
      await alert(page)
        .getByText(/Tries again/)
        .count(),
    ).toBe(0);
    await page.reload();
    await alert(page).getByText('The model is busy.').waitFor();
    await alert(page).getByRole('button', { name: 'Try again' }).click();
    await page.getByText('5 of 5').waitFor();
    await send(page, 'hours');
    await alert(page).getByText('Try again in 120 minutes.').waitFor();
  });

  it('says that it was too long', async () => {
    const appId = await bench.app('long', {}, unlimited);
    const page = await pages.open(`/chat/${appId}`);
    await send(page, 'Moss');
    await alert(page)
      .getByText('This is too long for the model. Ask with less, or begin a new conversation.')
      .waitFor();
    await page.reload();
    await alert(page).getByText('This is too long for the model.').waitFor();
    expect(await pages.violations(page)).toEqual([]);
  });

  it('tells members what was said, whom it helps', async () => {
    const appId = await bench.app('busy', {}, unlimited);
    await ownServer(pages);
    const person = await studioPerson(pages, 'member');
    const page = await person.open(`/use/${appId}`);
    await send(page, 'never for hours');
    await alert(page).getByText('The model is busy.').waitFor();
    await alert(page).getByText('It says: SECRET slow down.').waitFor();
    expect(await pages.violations(page)).toEqual([]);
    await page.context().close();
  });

  it('attack T11: tells visitors of a fault without the words of a provider, and those who can mend it once', async () => {
    const appId = await bench.app('500', {}, unlimited);
    const editor = await newMember(pages.platform, 'editor', pages.platform.workspaceId);
    const page = await pages.open(`/chat/${appId}`);
    const texts = await told(page);
    for (const question of ['Moss', 'Fern']) {
      await send(page, question);
      await alert(page).getByText('This app has a fault. Its owner has been told.').waitFor();
    }
    // Each of them can be tried again.
    await expect.poll(() => page.getByRole('button', { name: 'Try again' }).count()).toBe(2);
    await page.reload();
    await alert(page).getByText('This app has a fault. Its owner has been told.').waitFor();
    await expect.poll(() => texts.join('').includes('"trouble":"fault"')).toBe(true);
    expect(texts.join('')).not.toMatch(/crash|127\.0\.0\.1|status 500/);
    const notices = async () => {
      const { data } = (await editor.client.request('/console/api/notices')).body as {
        data: { kind: string; about: { app_id?: string } }[];
      };
      return data.filter(({ kind, about }) => kind === 'app-fails' && about.app_id === appId).length;
    };
    await expect.poll(notices).toBe(1);
  });
});
