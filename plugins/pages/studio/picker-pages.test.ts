import { beforeAll, expect, it } from 'vitest';
import { greetingWorkflow } from '#engine/testing/app-document.ts';
import { describePages, type Page, phone } from '#plugins/pages/testing/open-pages.ts';
import { typeInto } from '#plugins/pages/testing/type-into.ts';
import { ownServer, type StudioPerson, studioPerson } from './testing/studio-bench.ts';

describePages('a picker of many things', (pages) => {
  let owner: StudioPerson;
  let oldest: string;
  beforeAll(async () => {
    await ownServer(pages);
    owner = await studioPerson(pages, 'owner');
    const named = async (name: string) => {
      const { appId } = await pages.platform.importApp(greetingWorkflow());
      await pages.platform.management.request(`/console/api/apps/${appId}`, { method: 'PATCH', body: { name } });
      return appId;
    };
    oldest = await named('Ferns of old');
    for (let number = 1; number <= 40; number += 1) await named(`Filler ${number}`);
  });

  const field = (page: Page, chosen: string) => page.getByRole('button', { name: `For: ${chosen}`, exact: true });
  /** Of the list that is open, not of native selects. */
  const options = (page: Page) => page.getByRole('listbox').getByRole('option');
  const focused = (page: Page) => page.locator(':focus').getAttribute('aria-label');

  it('finds on the server what is far down, by keys alone, and gives the focus back', async () => {
    const page = await owner.open('/usage/budgets');
    await page.getByRole('button', { name: 'Add a budget' }).click();
    await field(page, 'The whole workspace').focus();
    await page.keyboard.press('ArrowDown');
    await options(page).nth(20).waitFor();
    expect(await options(page).filter({ hasText: 'Ferns of old' }).count()).toBe(0);
    expect(await pages.violations(page)).toEqual([]);
    // Enter that comes before what was typed is found waits for it.
    await page.keyboard.type('filler 17');
    await page.keyboard.press('Enter');
    await field(page, 'Filler 17').waitFor();
    await page.keyboard.press('Enter');
    await options(page).nth(20).waitFor();
    await page.keyboard.type('fern');
    await expect.poll(() => options(page).allTextContents()).toEqual(['Ferns of old']);
    await page.keyboard.press('Enter');
    await field(page, 'Ferns of old').waitFor();
    expect(await focused(page)).toBe('For: Ferns of old');

    // What was picked lately comes first; Escape leaves the list and not the dialog.
    await page.keyboard.press('Enter');
    const recent = page.getByRole('group', { name: 'Recent' });
    await recent.getByRole('option', { name: 'Ferns of old' }).waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => options(page).count()).toBe(0);
    expect(await focused(page)).toBe('For: Ferns of old');
    await page.getByRole('dialog', { name: 'Add a budget' }).waitFor();
    await typeInto(page.getByLabel('Amount'), '5');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('row', { name: /Ferns of old/ }).waitFor();
  });

  it('goes on beyond its first page, and says when nothing is found', async () => {
    const page = await owner.open('/usage/budgets');
    await page.getByRole('button', { name: 'Add a budget' }).click();
    await field(page, 'The whole workspace').click();
    const more = page.getByRole('option', { name: 'Show more' });
    await more.waitFor();
    const before = await options(page).count();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await expect.poll(() => options(page).count()).toBeGreaterThan(before);
    await expect.poll(() => more.count()).toBe(0);
    await options(page).filter({ hasText: 'Ferns of old' }).last().waitFor();
    await page.keyboard.type('no such app');
    await page.getByText('Nothing found.').waitFor();
  });

  it('says when it could not ask, and asks again by a key', async () => {
    const page = await owner.open('/usage/budgets', { expected: [/500/] });
    await page.getByRole('button', { name: 'Add a budget' }).click();
    let isAway = true;
    await page.route('**/console/api/apps?*', (route) =>
      isAway ? route.fulfill({ status: 500, body: '{}' }) : route.continue(),
    );
    await field(page, 'The whole workspace').click();
    await page.getByRole('option', { name: 'Try again' }).waitFor();
    isAway = false;
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await options(page).nth(20).waitFor();
  });

  it('shows by its name what an address names, on a phone too', async () => {
    const page = await owner.open(`/forms?app=${oldest}`, phone);
    const filter = page.getByRole('button', { name: /^App: / });
    await page.getByRole('button', { name: 'App: Ferns of old' }).waitFor();
    await filter.tap();
    await options(page).first().waitFor();
    const list = await page.getByRole('dialog', { name: 'App' }).boundingBox();
    expect(list?.x).toBe(0);
    expect(await pages.violations(page)).toEqual([]);
    await page.getByRole('option', { name: 'All apps' }).tap();
    await expect.poll(() => new URL(page.url()).search).toBe('');
  });
});
