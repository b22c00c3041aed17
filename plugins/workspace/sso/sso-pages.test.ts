import { beforeAll, expect, it } from 'vitest';
import { describePages, type Page } from '#plugins/pages/testing/open-pages.ts';
import { typeInto } from '#plugins/pages/testing/type-into.ts';
import { ownServer, type StudioPerson, studioPerson } from '#plugins/studio/testing/studio-bench.ts';

describePages('single sign-on in the studio', (pages) => {
  let owner: StudioPerson;
  beforeAll(async () => {
    await ownServer(pages);
    owner = await studioPerson(pages, 'owner');
  });

  const looked = async (page: Page) => expect(await pages.violations(page)).toEqual([]);

  it('connects an identity provider, tells what it needs, and asks before it is gone', async () => {
    const page = await owner.open('/settings/sso', { expected: [/400/] });
    await page.getByRole('button', { name: 'Add a connection' }).click();
    await page.getByRole('dialog').getByLabel('Kind').selectOption('saml');
    await typeInto(page.getByLabel('Name', { exact: true }), 'Example <b>');
    await typeInto(page.getByLabel('Domains'), 'example.com\nexample.org');
    await page.getByRole('button', { name: 'Add a rule' }).click();
    await typeInto(page.getByLabel('Value'), 'weft-admins');
    await page.getByLabel('Role', { exact: true }).selectOption('admin');
    await looked(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('heading', { name: 'What the provider needs' }).waitFor();
    await page.getByText(/--domain example\.com --domain example\.org/).waitFor();
    await looked(page);
    await typeInto(page.getByLabel('Address of the metadata'), 'http://insecure.example/metadata');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('alert').first().waitFor();
    await typeInto(page.getByLabel('Address of the metadata'), '');
    await page.getByRole('button', { name: 'Add a rule' }).click();
    await typeInto(page.getByLabel('Value').nth(1), 'writers');
    // What was saved is asked for anew, and must be there then.
    const shown = page.waitForResponse(
      (answer) => answer.request().method() === 'GET' && /\/sso\/connections\/[^/]+$/.test(answer.url()),
    );
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').last().waitFor();
    await shown;
    await page.getByRole('button', { name: 'Delete' }).click();
    await typeInto(page.getByRole('dialog').getByRole('textbox'), 'Example <b>');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('heading', { name: 'No connection yet' }).waitFor();
  });
});
