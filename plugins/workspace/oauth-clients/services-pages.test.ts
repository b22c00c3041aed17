import { afterAll, beforeAll, expect, it } from 'vitest';
import { describePages, type Page, phone } from '#plugins/pages/testing/open-pages.ts';
import { typeInto } from '#plugins/pages/testing/type-into.ts';
import { type FakeGithub, startFakeGithub } from '#plugins/sign-in-providers/testing/fake-github.ts';
import { ownServer, studioPerson } from '#plugins/studio/testing/studio-bench.ts';

describePages('clients of the installation at services, in the studio', (pages) => {
  let github: FakeGithub;
  beforeAll(async () => {
    await ownServer(pages);
    github = await startFakeGithub();
  });
  afterAll(() => github.close());
  const looked = async (page: Page) => expect(await pages.violations(page)).toEqual([]);

  it('are set up, asked at the service, changed and removed', async () => {
    const owner = await studioPerson(pages, 'owner');
    const page = await owner.open('/installation/services', { expected: [/400/] });
    await typeInto(page.getByLabel('Management token'), pages.platform.token);
    await page.getByRole('button', { name: 'Open', exact: true }).click();
    await page.getByText(`${pages.platform.url}/console/api/sign-in/callback`).waitFor();
    await looked(page);
    await page.getByRole('button', { name: 'Set up GitHub' }).click();
    const dialog = page.getByRole('dialog');
    await typeInto(dialog.getByLabel('Address'), github.url);
    await typeInto(dialog.getByLabel('Client ID'), github.client.id);
    await typeInto(dialog.getByLabel('Client secret'), 'not-the-right-one');
    await typeInto(dialog.getByLabel('Domains'), '@example.com');
    await looked(page);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('A domain is such as example.com', { exact: false }).first().waitFor();
    await typeInto(dialog.getByLabel('Domains'), 'example.com, example.org');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('example.com, example.org').waitFor();
    await page.getByRole('button', { name: 'Test GitHub' }).click();
    await page.getByText('GitHub answers: incorrect_client_credentials.', { exact: false }).waitFor();
    await looked(page);

    await page.getByRole('button', { name: 'Change GitHub' }).click();
    await typeInto(dialog.getByLabel('Client secret'), github.client.secret);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Test GitHub' }).click();
    await page.getByText('The client ID and secret are right.', { exact: false }).waitFor();
    expect(await page.content()).not.toContain(github.client.secret);

    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    await dialog.getByRole('button', { name: 'Remove', exact: true }).click();
    await page.getByRole('button', { name: 'Set up GitHub' }).waitFor();
  });

  it('fits a phone', async () => {
    const person = await studioPerson(pages, 'admin');
    const page = await person.open('/installation/services', phone);
    await typeInto(page.getByLabel('Management token'), pages.platform.token);
    await page.getByRole('button', { name: 'Open', exact: true }).click();
    await page.getByRole('button', { name: 'Set up Google' }).waitFor();
    await looked(page);
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    await page.getByRole('button', { name: 'Set up Google' }).click();
    await page.getByRole('dialog').getByLabel('Client ID').waitFor();
    await looked(page);
  });
});
