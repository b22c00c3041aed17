import { beforeAll, expect, it } from 'vitest';
import { greetingWorkflow } from '#engine/testing/app-document.ts';
import { describePages, type Page, phone } from '#plugins/pages/testing/open-pages.ts';
import { ownServer, type StudioPerson, studioPerson } from './testing/studio-bench.ts';

const hostile = '<img src=x onerror=alert(1)> ferns';

describePages('the palette', (pages) => {
  let owner: StudioPerson;
  let member: StudioPerson;
  const ids = new Map<string, string>();
  beforeAll(async () => {
    await ownServer(pages);
    owner = await studioPerson(pages, 'owner');
    member = await studioPerson(pages, 'member');
    for (const name of ['Review chat', '客服助手', hostile, ...Array.from({ length: 7 }, (_, at) => `Moss ${at}`)]) {
      const { appId } = await pages.platform.importApp(greetingWorkflow());
      await pages.platform.management.request(`/console/api/apps/${appId}`, { method: 'PATCH', body: { name } });
      ids.set(name, appId);
    }
    const body = { name: 'Ferns of the north', permission: 'all_team_members' };
    const made = await pages.platform.management.request('/console/api/datasets', { body });
    ids.set('base', (made.body as { id: string }).id);
  });

  async function opened(person: StudioPerson, options = {}): Promise<Page> {
    const page = await person.open('/apps', options);
    await page.getByRole('heading', { level: 1, name: 'Apps' }).waitFor();
    await page.keyboard.press('Control+k');
    await field(page).waitFor();
    return page;
  }
  const field = (page: Page) => page.getByRole('dialog', { name: 'Search' }).getByRole('combobox');
  const group = (page: Page, name: string) => page.getByRole('group', { name, exact: true });
  const chosen = (page: Page) => page.getByRole('listbox', { name: 'Search' }).getByRole('option', { selected: true });

  it('finds an app by a part of its name and opens it, by keys alone', async () => {
    const page = await opened(owner);
    // Enter that comes before what was typed is found waits for it.
    await page.keyboard.type('view ch');
    await page.keyboard.press('Enter');
    await expect.poll(() => new URL(page.url()).pathname).toBe(`/app/${ids.get('Review chat')}/build`);
  });

  it('takes by Enter what is called as was typed last, not what was found before', async () => {
    const page = await opened(owner);
    await page.keyboard.type('客服');
    await group(page, 'Apps').getByRole('option', { name: '客服助手' }).waitFor();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('review c');
    await page.keyboard.press('Enter');
    await expect.poll(() => new URL(page.url()).pathname).toBe(`/app/${ids.get('Review chat')}/build`);
  });

  it('finds in any writing, shows kinds under their headings, and counts for those who hear it', async () => {
    const page = await opened(owner);
    await page.keyboard.type('服');
    await group(page, 'Apps').getByRole('option', { name: '客服助手' }).waitFor();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('ferns');
    await group(page, 'Knowledge').getByRole('option', { name: 'Ferns of the north' }).waitFor();
    await page.getByRole('status').filter({ hasText: '2 results' }).waitFor({ state: 'attached' });
    expect(await pages.violations(page)).toEqual([]);
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => chosen(page).textContent()).toContain('Ferns of the north');
    await page.keyboard.press('Enter');
    await expect.poll(() => new URL(page.url()).pathname).toContain(`/knowledge/${ids.get('base')}`);
  });

  it('shows more of a kind, and what was gone to lately when it is opened again', async () => {
    const page = await opened(owner);
    await page.keyboard.type('moss');
    await group(page, 'Apps').getByRole('option').nth(5).waitFor();
    await page.keyboard.press('ArrowUp');
    await expect.poll(() => chosen(page).textContent()).toContain('Show more: Apps');
    await page.keyboard.press('Enter');
    await expect.poll(() => group(page, 'Apps').getByRole('option').count()).toBe(7);
    await page.keyboard.press('Control+a');
    await page.keyboard.type('review');
    await group(page, 'Apps').getByRole('option', { name: 'Review chat' }).click();
    await expect.poll(() => new URL(page.url()).pathname).toBe(`/app/${ids.get('Review chat')}/build`);
    await page.keyboard.press('Control+k');
    await group(page, 'Recent').getByRole('option', { name: 'Review chat' }).waitFor();
    expect(await chosen(page).textContent()).toContain('Review chat');
  });

  it('finds settings, people and tools, and says when nothing is found', async () => {
    const page = await opened(owner);
    await page.keyboard.type('security');
    await group(page, 'Pages and actions').getByRole('option', { name: 'Security' }).waitFor();
    await page.keyboard.press('Control+a');
    await page.keyboard.type(member.email.slice(2, 18));
    await group(page, 'Members').getByRole('option', { name: member.email }).waitFor();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('wikipedia');
    await group(page, 'Tools').getByRole('option').first().waitFor();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('no such thing');
    await page.getByText('Nothing found.').waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => field(page).count()).toBe(0);
  });

  it('attack T15: names of others are text', async () => {
    const page = await opened(owner);
    await page.keyboard.type('onerror');
    await group(page, 'Apps').getByRole('option', { name: hostile }).waitFor();
    expect(await page.locator('[role=listbox] img').count()).toBe(0);
  });

  it('attack T01: a member finds what is published, on a phone too', async () => {
    const page = await member.open('/apps', phone);
    await page.getByRole('heading', { level: 1, name: 'Apps' }).waitFor();
    await page.getByRole('button', { name: 'Search' }).tap();
    await page.keyboard.type('ferns');
    await group(page, 'Apps').getByRole('option').waitFor();
    expect(await group(page, 'Knowledge').count()).toBe(0);
    expect(await pages.violations(page)).toEqual([]);
    await group(page, 'Apps').getByRole('option').tap();
    await expect.poll(() => new URL(page.url()).pathname).toContain(`/use/${ids.get(hostile)}`);
  });

  it('says why it could not ask', async () => {
    const page = await owner.open('/apps', { expected: [/500/] });
    await page.getByRole('heading', { level: 1, name: 'Apps' }).waitFor();
    await page.route('**/console/api/search?*', (route) =>
      route.fulfill({ status: 500, json: { code: 'x', message: 'The database sleeps.', status: 500 } }),
    );
    await page.keyboard.press('Control+k');
    await page.keyboard.type('zzz');
    await page.getByText('The database sleeps.').waitFor();
  });
});
