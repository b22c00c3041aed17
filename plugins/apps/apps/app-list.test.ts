import { expect, it } from 'vitest';
import { greetingWorkflow } from '#engine/testing/app-document.ts';
import { quarters } from '#plugins/avatars/testing/images.ts';
import { rememberingChat } from '#plugins/history-api/testing/documents.ts';
import { describePages, type Page, phone } from '#plugins/pages/testing/open-pages.ts';
import { typeInto } from '#plugins/pages/testing/type-into.ts';
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

  it('narrows the list by tags that are searched on the server, by keys', async () => {
    await ownServer(pages);
    const id = await named('Tagged');
    const { request } = pages.platform.management;
    await request(`/console/api/apps/${id}`, { method: 'PATCH', body: { tags: ['zz top', 'zz end'] } });
    for (let number = 100; number < 135; number += 1)
      await request('/console/api/tags', { body: { name: `t${number}` } });
    const page = await (await studioPerson(pages, 'editor')).open('/apps');
    const add = page.getByRole('button', { name: 'Tag: Tag' });
    for (const tag of ['zz top', 'zz end']) {
      await add.press('Enter');
      await page.getByRole('combobox', { name: 'Tag' }).waitFor();
      await page.keyboard.type(tag.slice(0, 4));
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: `Take away the filter ${tag}` }).waitFor();
    }
    expect(new URL(page.url()).searchParams.getAll('tag')).toEqual(['zz top', 'zz end']);
    await card(page, 'Tagged').waitFor();
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
    const dialog = page.getByRole('dialog', { name: 'Tag 2 apps' });
    const pick = dialog.getByRole('button', { name: /^Tag: / });
    await pick.press('Enter');
    await page.getByRole('combobox', { name: 'Tag' }).waitFor();
    expect(await pages.violations(page)).toEqual([]);
    await page.keyboard.type('together');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Tag: together' }).waitFor();
    await dialog.getByRole('button', { name: 'Tag', exact: true }).click();
    await page.getByText('Tagged 2 apps with together.').waitFor();
    await page.getByRole('toolbar').getByRole('button', { name: 'Pause' }).click();
    await page.getByText('2 apps are paused.').waitFor();
    await card(page, names[0]).getByText('Paused').waitFor();
    await page.getByRole('toolbar').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No app matches').waitFor();
    await page.getByRole('button', { name: 'Undo' }).last().click();
    for (const name of names) await card(page, name).waitFor();
  });

  it('changes name, description and tags where an app is open, by keys', async () => {
    await ownServer(pages);
    const name = `Open ${crypto.randomUUID()}`;
    const id = await named(name);
    const person = await studioPerson(pages, 'editor');
    const page = await person.open(`/app/${id}/access`);
    await page
      .getByRole('navigation', { name: 'Navigation' })
      .getByRole('button', { name: 'Edit details' })
      .press('Enter');
    const dialog = page.getByRole('dialog');
    const renamed = `Renamed ${crypto.randomUUID()}`;
    await typeInto(dialog.getByLabel('Name'), renamed);
    await page.keyboard.press('Tab');
    await page.keyboard.type('What it is for.');
    await dialog.getByRole('button', { name: /^Tag: / }).press('Enter');
    await page.getByRole('combobox', { name: 'Tag' }).waitFor();
    await page.keyboard.type('open ones');
    await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: 'Remove open ones' }).waitFor();
    expect(await pages.violations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Save' }).press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('navigation', { name: 'Navigation' }).getByText(renamed).waitFor();
    await expect.poll(() => page.title()).toContain(`${renamed} · `);
    const { body } = await pages.platform.management.request(`/console/api/apps/${id}`);
    expect(body).toMatchObject({ name: renamed, description: 'What it is for.', tags: ['open ones'] });
  });

  it('gives an app an emoji, and a picture, which its page shows too', async () => {
    await ownServer(pages);
    const name = `Icon ${crypto.randomUUID()}`;
    const id = await named(name, rememberingChat());
    const person = await studioPerson(pages, 'editor');
    const page = await person.open(`/apps?q=${encodeURIComponent(name)}`);
    const openDetails = async () => {
      await page.getByRole('button', { name: `Actions of ${name}` }).click();
      await page.getByRole('menuitem', { name: 'Edit details' }).click();
    };
    await openDetails();
    await page.getByRole('button', { name: '🌿' }).click();
    await page.getByRole('button', { name: '#E4FBCC' }).click();
    expect(await pages.violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await card(page, name).getByText('🌿').waitFor();
    await openDetails();
    const png = Buffer.from(quarters().get_bytes());
    await page.locator('input[type=file]').setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: png });
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await card(page, name).locator('img').waitFor();
    const used = await person.open(`/use/${id}`);
    await used.locator('header img').waitFor();
    const width = await used.evaluate(
      "document.querySelector('header img').decode().then(() => document.querySelector('header img').naturalWidth)",
    );
    expect(width).toBe(256);
  });

  it('renames an app and says what it is for, by keys alone', async () => {
    await ownServer(pages);
    const name = `Draft ${crypto.randomUUID()}`;
    const id = await named(name);
    const person = await studioPerson(pages, 'editor');
    const page = await person.open(`/apps?q=${encodeURIComponent(name.slice(6))}`);
    await page.getByRole('button', { name: `Actions of ${name}` }).press('Enter');
    await page.getByRole('menuitem', { name: 'Edit details' }).press('Enter');
    await page.getByRole('textbox', { name: 'Name' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type(`Final ${name.slice(6)}`);
    await page.keyboard.press('Tab');
    await page.keyboard.type('Answers questions about <b>ferns</b>.');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByText(`Saved Final ${name.slice(6)}.`).waitFor();
    await card(page, `Final ${name.slice(6)}`)
      .getByText('Answers questions about <b>ferns</b>.')
      .waitFor();
    const { body } = await pages.platform.management.request(`/console/api/apps/${id}`);
    expect(body).toMatchObject({ description: 'Answers questions about <b>ferns</b>.' });
    expect(await pages.violations(page)).toEqual([]);
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
    await typeInto(page.getByRole('dialog').getByRole('combobox'), 'first steps');
    await page.keyboard.press('Enter');
    await steps.getByText('2 of 4 done').waitFor();
    await steps.getByRole('link', { name: 'Talk to the demo chat (done)' }).waitFor();
  });
});
