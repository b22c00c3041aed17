import { expect, it } from 'vitest';
import { greetingWorkflow } from '#engine/testing/app-document.ts';
import { quarters } from '#plugins/avatars/testing/images.ts';
import { rememberingChat } from '#plugins/history-api/testing/documents.ts';
import { describePages, type Page, phone } from '#plugins/pages/testing/open-pages.ts';
import { ownServer, studioPerson } from '#plugins/studio/testing/studio-bench.ts';

describePages('the list of apps', (pages) => {
  const named = (name: string, yaml = greetingWorkflow(), publish = true) =>
    pages.platform.management
      .request('/console/api/apps/import', { body: { yaml, name, publish } })
      .then(({ body }) => (body as { app: { id: string } }).app.id);
  const card = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name });

  it('marks favourites, and narrows the list by what the address says', async () => {
    await ownServer(pages);
    const [first, second] = [`Fern ${crypto.randomUUID()}`, `Aloe ${crypto.randomUUID()}`];
    const id = await named(first);
    await named(second);
    await pages.platform.management.request(`/console/api/apps/${id}`, { method: 'PATCH', body: { tags: ['x', 'y'] } });
    const page = await (await studioPerson(pages, 'editor')).open('/apps');
    const star = page.getByRole('button', { name: `Make ${first} a favourite` });
    await star.click();
    await page.getByRole('button', { name: `${first} is a favourite` }).waitFor();
    await page.getByRole('button', { name: 'Favourites', exact: true }).click();
    await card(page, second).waitFor({ state: 'detached' });
    // While it is asked for, the list shows neither.
    await expect.poll(() => card(page, first).count()).toBe(1);
    expect(await card(page, second).count()).toBe(0);
    expect(page.url()).toContain('favourite=true');
    await page.reload();
    await card(page, first).waitFor();
    expect(await pages.violations(page)).toEqual([]);
    await page.goto(new URL('/apps?tag=x&tag=y&sort=name', page.url()).href);
    await card(page, first).waitFor();
    await page.getByRole('button', { name: 'Take away the filter x' }).click();
    await expect.poll(() => page.url()).not.toContain('tag=x');
    expect(page.url()).toContain('tag=y');
  });

  it('tags, pauses and deletes several apps together, and takes that back', async () => {
    await ownServer(pages);
    const names = [`Many ${crypto.randomUUID()}`, `Many ${crypto.randomUUID()}`] as const;
    for (const name of names) await named(name);
    const page = await (await studioPerson(pages, 'editor')).open('/apps?q=Many');
    await page.getByRole('button', { name: 'Select', exact: true }).click();
    await page.getByRole('button', { name: 'Select all' }).click();
    await page.getByText('2 apps selected').first().waitFor();
    expect(await pages.violations(page)).toEqual([]);
    await page.getByRole('toolbar').getByRole('button', { name: 'Tag' }).click();
    await page.getByRole('dialog').getByRole('combobox').fill('together');
    await page.getByRole('dialog').getByRole('button', { name: 'Tag', exact: true }).click();
    await page.getByText('Tagged 2 apps with together.').waitFor();
    await page.getByRole('toolbar').getByRole('button', { name: 'Pause' }).click();
    await page.getByText('2 apps are paused.').waitFor();
    await card(page, names[0]).getByText('Paused').waitFor();
    await page.getByRole('toolbar').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No app matches').waitFor();
    await page.getByRole('button', { name: 'Undo' }).last().click();
    for (const name of names) await card(page, name).waitFor();
  });

  it('gives an app an emoji, and a picture, which its page shows too', async () => {
    await ownServer(pages);
    const name = `Icon ${crypto.randomUUID()}`;
    const id = await named(name, rememberingChat());
    const person = await studioPerson(pages, 'editor');
    const page = await person.open(`/apps?q=${encodeURIComponent(name)}`);
    const openIcon = async () => {
      await page.getByRole('button', { name: `Actions of ${name}` }).click();
      await page.getByRole('menuitem', { name: 'Icon' }).click();
    };
    await openIcon();
    await page.getByRole('button', { name: '🌿' }).click();
    await page.getByRole('button', { name: '#E4FBCC' }).click();
    expect(await pages.violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await card(page, name).getByText('🌿').waitFor();
    await openIcon();
    const png = Buffer.from(quarters().get_bytes());
    await page.locator('input[type=file]').setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: png });
    await card(page, name).locator('img').waitFor();
    const used = await person.open(`/use/${id}`);
    await used.locator('header img').waitFor();
    const width = await used.evaluate(
      "document.querySelector('header img').decode().then(() => document.querySelector('header img').naturalWidth)",
    );
    expect(width).toBe(256);
  });

  it('shows members the published apps alone, which they open and use', async () => {
    await ownServer(pages);
    const [shown, hidden] = [`Shown ${crypto.randomUUID()}`, `Hidden ${crypto.randomUUID()}`];
    const id = await named(shown, rememberingChat());
    await named(hidden, rememberingChat(), false);
    const page = await (await studioPerson(pages, 'member')).open('/apps', phone);
    await card(page, shown).waitFor();
    expect(await card(page, hidden).count()).toBe(0);
    expect(await page.getByRole('button', { name: /^Actions of/ }).count()).toBe(0);
    expect(await pages.violations(page)).toEqual([]);
    await page.getByRole('link', { name: shown }).click();
    await page.waitForURL(`**/use/${id}`);
    await page.getByRole('textbox').last().waitFor();
    await page.goBack();
    await card(page, shown).waitFor();
  });

  it('shows the first steps where there is a demo chat, ticks what is done, hides them, and brings them back', async () => {
    await ownServer(pages);
    const id = await named('Demo chat', rememberingChat());
    const person = await studioPerson(pages, 'editor');
    const page = await person.open('/apps');
    const steps = page.getByRole('region', { name: 'First steps' });
    await steps.getByText('0 of 4 done').waitFor();
    await steps.getByRole('link', { name: /^Open its page/ }).click();
    await page.waitForURL(`**/use/${id}`);
    await page.getByRole('textbox').last().waitFor();
    await page.goto(new URL('/apps', page.url()).href);
    await steps.getByText('1 of 4 done').waitFor();
    expect(await pages.violations(page)).toEqual([]);
    await steps.getByRole('button', { name: 'Hide the first steps' }).click();
    await steps.waitFor({ state: 'detached' });
    await page.reload();
    await page.getByRole('heading', { name: 'Apps', level: 1 }).waitFor();
    expect(await steps.count()).toBe(0);
    const run = { inputs: {}, query: 'Hello', response_mode: 'blocking' };
    await person.client.request(`/console/api/apps/${id}/run`, { method: 'POST', body: run });
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').getByRole('combobox').fill('first steps');
    await page.keyboard.press('Enter');
    await steps.getByText('2 of 4 done').waitFor();
    await steps.getByRole('link', { name: 'Talk to the demo chat (done)' }).waitFor();
  });
});
