import { generateKeyPairSync } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { describePages, type Page, phone } from '#plugins/pages/testing/open-pages.ts';
import { typeInto } from '#plugins/pages/testing/type-into.ts';
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
    await typeInto(page.getByLabel('Management token'), pages.platform.token);
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
    await typeInto(dialog.getByLabel('Whose'), 'Acme <b>');
    await typeInto(dialog.getByLabel('Scopes'), '@acme, @acme-labs');
    await typeInto(dialog.getByLabel('Public key'), 'not a key');
    await trust.click();
    await dialog.getByRole('alert').first().waitFor();
    await looked(page);
    // As a file has it.
    await typeInto(
      dialog.getByLabel('Public key'),
      `-----BEGIN PUBLIC KEY-----\n${newSigningKey().publicKey}\n-----END PUBLIC KEY-----\n`,
    );
    await typeInto(dialog.getByLabel('Ends'), '2037-12-31');
    await trust.click();
    const keys = page.getByRole('table', { name: 'Trusted keys' });
    await keys.getByText('Acme <b>').waitFor();
    await keys.getByText('@acme, @acme-labs').waitFor();
    await keys.getByText(/2037/).waitFor();

    const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
    await page.getByRole('button', { name: 'Trust a key' }).click();
    await dialog.getByLabel('Kind').selectOption('registry');
    await typeInto(dialog.getByLabel('Whose'), 'Our registry');
    await typeInto(dialog.getByLabel('Public key'), publicKey.export({ type: 'spki', format: 'pem' }).toString());
    await typeInto(dialog.getByLabel('ID of the key'), 'SHA256:ab+c=');
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
    await typeInto(dialog.getByLabel('Plugin', { exact: true }), '@acme/weather');
    await typeInto(dialog.getByLabel('Version'), '1.2.0');
    await typeInto(dialog.getByLabel('Reason'), 'It reads more than it says.');
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
