import { generateKeyPairSync } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { describePages, type Page, phone } from '#plugins/pages/testing/open-pages.ts';
import { newSigningKey } from '#plugins/plugin-packages/contract.ts';
import { ownServer, type StudioPerson, studioPerson } from '#plugins/studio/testing/studio-bench.ts';

describePages('what operators trust and block, in the studio', (pages) => {
  let person: StudioPerson;
  beforeAll(async () => {
    await ownServer(pages);
    person = await studioPerson(pages, 'owner');
  });
  const looked = async (page: Page) => expect(await pages.violations(page)).toEqual([]);
  const enter = async (page: Page) => {
    await page.getByLabel('Management token').fill(pages.platform.token);
    await page.getByRole('button', { name: 'Open', exact: true }).click();
  };

  it('trusts keys of publishers and registries, and removes them once that is confirmed', async () => {
    const page = await person.open('/installation/plugins', { expected: [/400/] });
    await enter(page);
    await page.getByRole('heading', { name: 'No key is trusted yet' }).waitFor();
    await looked(page);
    const dialog = page.getByRole('dialog');
    const trust = dialog.getByRole('button', { name: 'Trust a key' });
    await page.getByRole('button', { name: 'Trust a key' }).click();
    await dialog.getByLabel('Whose').fill('Acme <b>');
    await dialog.getByLabel('Public key').fill('not a key');
    await trust.click();
    await dialog.getByRole('alert').first().waitFor();
    await looked(page);
    // As a file has it.
    await dialog
      .getByLabel('Public key')
      .fill(`-----BEGIN PUBLIC KEY-----\n${newSigningKey().publicKey}\n-----END PUBLIC KEY-----\n`);
    await dialog.getByLabel('Ends').fill('2037-12-31');
    await trust.click();
    const keys = page.getByRole('table', { name: 'Trusted keys' });
    await keys.getByText('Acme <b>').waitFor();
    await keys.getByText(/2037/).waitFor();

    const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
    await page.getByRole('button', { name: 'Trust a key' }).click();
    await dialog.getByLabel('Kind').selectOption('registry');
    await dialog.getByLabel('Whose').fill('Our registry');
    await dialog.getByLabel('Public key').fill(publicKey.export({ type: 'spki', format: 'pem' }).toString());
    await dialog.getByLabel('ID of the key').fill('SHA256:ab+c=');
    await trust.click();
    await keys.getByText('SHA256:ab+c=').waitFor();
    await looked(page);
    await page.getByRole('button', { name: 'Remove the key “Our registry”?' }).click();
    await dialog.getByRole('button', { name: 'Remove', exact: true }).click();
    await keys.getByText('SHA256:ab+c=').waitFor({ state: 'detached' });
    await keys.getByText('Acme <b>').waitFor();
  });

  it('blocks a plugin in a version and lets it run again, on a phone', async () => {
    const page = await person.open('/installation/plugins', phone);
    await enter(page);
    await page.getByRole('heading', { name: 'No plugin is blocked' }).waitFor();
    await page.getByRole('button', { name: 'Block a plugin' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Plugin', { exact: true }).fill('@acme/weather');
    await dialog.getByLabel('Version').fill('1.2.0');
    await dialog.getByLabel('Reason').fill('It reads more than it says.');
    await looked(page);
    await dialog.getByRole('button', { name: 'Block a plugin' }).click();
    const blocks = page.getByRole('table', { name: 'Blocked plugins' });
    await blocks.getByText('It reads more than it says.').waitFor();
    await blocks.getByText('1.2.0').waitFor();
    await looked(page);
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    await page.getByRole('button', { name: 'Unblock' }).click();
    await dialog.getByRole('button', { name: 'Unblock' }).click();
    await page.getByRole('heading', { name: 'No plugin is blocked' }).waitFor();
  });
});
