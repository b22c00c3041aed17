import { beforeAll, expect, it } from 'vitest';
import { describePages, type Page } from '#plugins/pages/testing/open-pages.ts';
import { typeInto } from '#plugins/pages/testing/type-into.ts';
import { ownServer, type StudioPerson, studioPerson } from '#plugins/studio/testing/studio-bench.ts';

describePages('tags of apps', (pages) => {
  let owner: StudioPerson;
  beforeAll(async () => {
    await ownServer(pages);
    owner = await studioPerson(pages, 'owner');
  });

  const looked = async (page: Page) => expect(await pages.violations(page)).toEqual([]);

  it('renames tags, and says of how many apps a tag is taken', async () => {
    const page = await owner.open('/settings/tags');
    await page.getByRole('button', { name: 'Add a tag' }).click();
    await typeInto(page.getByLabel('Name', { exact: true }), 'suport');
    await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('button', { name: 'Actions of suport' }).click();
    await page.getByRole('menuitem', { name: 'Rename the tag' }).click();
    await typeInto(page.getByLabel('Name', { exact: true }), 'support');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('link', { name: 'support', exact: true }).waitFor();
    await looked(page);
    await page.getByRole('button', { name: 'Actions of support' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByText('No app has it.').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('support is deleted.').waitFor();
  });
});
