import { afterAll, beforeAll, expect, it } from 'vitest';
import { Accounts } from '#plugins/accounts/contract.ts';
import { startPlatform, type TestPlatform } from '#plugins/delivery-api/testing/platform.ts';
import { describePages, pagesAreBuilt } from '#plugins/pages/testing/open-pages.ts';
import { typeInto } from '#plugins/pages/testing/type-into.ts';
import { ownServer, type StudioPerson, studioPerson } from '#plugins/studio/testing/studio-bench.ts';

const app = `
app: { name: Press review, mode: chat }
kind: app
version: 0.6.0
model_config: { pre_prompt: Sum it up, model: { provider: echo, name: echo, mode: chat } }
`;

describePages('the page of a plugin from elsewhere', (pages) => {
  let platform: TestPlatform;
  let person: StudioPerson;
  beforeAll(async () => {
    platform = await startPlatform();
    await platform.kernel.load(new URL('./', import.meta.url));
    await pagesAreBuilt(platform.url);
    const opener = { platform, context: pages.context.bind(pages) };
    await ownServer(opener);
    person = await studioPerson(opener);
    await platform.importApp(app);
  });
  afterAll(() => platform?.dispose());

  it('lists, adds and picks, and counts as English does', async () => {
    const page = await person.open('/apps');
    await page.getByRole('link', { name: 'Reading list' }).click();
    await page.getByRole('heading', { level: 1, name: 'Reading list' }).waitFor();
    await page.getByText('Nothing to read').waitFor();
    for (const [title, count] of [
      ['The morning papers', '1 thing to read'],
      ['The evening papers', '2 things to read'],
    ] as const) {
      const field = page.getByLabel('Title');
      await typeInto(field, title);
      await page.getByRole('button', { name: /^App: / }).click();
      await page.getByRole('option', { name: 'Press review' }).click();
      await page.getByRole('button', { name: 'Add' }).click();
      await page.getByRole('table', { name: count }).getByText(title).waitFor();
      await page.getByRole('link', { name: 'Press review' }).first().waitFor();
      // Ready for the next one.
      await expect.poll(() => field.evaluate((input) => input === input.ownerDocument.activeElement)).toBe(true);
      expect(await field.inputValue()).toBe('');
    }
    expect(await pages.violations(page)).toEqual([]);
  });

  it('is in German for who reads German, and in English for who reads what it has no texts in', async () => {
    const opened = async (language: string) => {
      await platform.kernel.resolve(Accounts).update(person.accountId, { language });
      return person.open('/reading-list');
    };
    const german = await opened('de-DE');
    await german.getByRole('heading', { level: 1, name: 'Leseliste' }).waitFor();
    await german.getByRole('table', { name: '2 Texte zu lesen' }).waitFor();
    expect(await german.getByRole('button', { name: 'Hinzufügen' }).count()).toBe(1);
    const french = await opened('fr');
    await french.getByRole('table', { name: '2 things to read' }).waitFor();
  });
});
