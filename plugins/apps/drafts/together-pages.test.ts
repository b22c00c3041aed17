import { beforeAll, expect, it } from 'vitest';
import { Accounts } from '#plugins/accounts/contract.ts';
import { describePages, type Page } from '#plugins/pages/testing/open-pages.ts';
import { ownServer, type StudioPerson, studioPerson } from '#plugins/studio/testing/studio-bench.ts';
import { manyNodes } from './testing/many-nodes.ts';

const prompt = (page: Page) => page.getByRole('textbox', { name: 'Text' });

describePages('two people in one draft', (pages) => {
  let people: readonly StudioPerson[];
  beforeAll(async () => {
    await ownServer(pages);
    people = [await studioPerson(pages), await studioPerson(pages)];
    const accounts = pages.platform.kernel.resolve(Accounts);
    const names = ['Ada Lovelace', 'Grace Hopper'];
    await Promise.all(people.map(({ accountId }, at) => accounts.update(accountId, { name: names[at] ?? '' })));
  });
  const open = async () => {
    const { appId } = await pages.platform.importApp(manyNodes(1));
    const opened = people.map((person) => person.open(`/app/${appId}/build?node=model`, { expected: [/409/] }));
    const [ada, grace] = await Promise.all(opened);
    if (ada === undefined || grace === undefined) throw new Error('nobody is there');
    await Promise.all([prompt(ada).waitFor(), prompt(grace).waitFor()]);
    return { appId, ada, grace };
  };
  const draft = async (appId: string) => {
    const path = `/console/api/apps/${appId}/draft`;
    return ((await pages.platform.management.request(path)).body as { yaml: string }).yaml;
  };
  const type = async (page: Page, text: string) => {
    await prompt(page).focus();
    await page.keyboard.press('Control+End');
    await page.keyboard.type(text);
  };
  /** Both have written in the prompt before either has heard of the other; whoever is second is asked. */
  const both = async (appId: string, ada: Page, grace: Page, texts: readonly [string, string]) => {
    let isHeld = true;
    const held: (() => void)[] = [];
    await grace.route('**/draft/tree', async (route) => {
      if (isHeld && route.request().method() === 'PATCH') await new Promise<void>((resolve) => held.push(resolve));
      await route.continue();
    });
    await type(grace, texts[1]);
    await expect.poll(() => held.length).toBe(1);
    await type(ada, texts[0]);
    await expect.poll(() => draft(appId)).toContain(texts[0].trim());
    isHeld = false;
    for (const go of held) go();
  };

  it('see each other by name, and both texts of a prompt that both have changed', async () => {
    const { appId, ada, grace } = await open();
    await ada.getByRole('list', { name: 'Also here' }).getByText('Grace Hopper').waitFor();
    await both(appId, ada, grace, [' Be short.', '\nBe kind.']);
    const dialog = grace.getByRole('dialog', { name: 'Both of you changed the same place' });
    const field = dialog.getByRole('region', { name: /^Write: / });
    await field.first().waitFor();
    await dialog.getByText('Ada Lovelace').waitFor();
    const mine = await dialog.getByRole('region', { name: /^Yours/ }).textContent();
    const theirs = await dialog.getByRole('region', { name: /^Theirs/ }).textContent();
    expect(mine).toContain('Be kind.');
    expect(mine).not.toContain('Be short.');
    expect(theirs).toContain('Be short.');
    expect(await dialog.locator('mark').count()).toBeGreaterThan(1);
    expect(mine).toContain('Shorten · result');
    expect(await dialog.textContent()).not.toContain('prompt_template');
    expect(await dialog.textContent()).not.toContain('@example.com');
    expect(await pages.violations(grace)).toEqual([]);
    await dialog.getByRole('button', { name: /^Keep mine/ }).focus();
    await grace.keyboard.press('Enter');
    await expect.poll(() => draft(appId)).toContain('Be kind.');
    await expect.poll(() => prompt(ada).textContent()).toContain('Be kind.');
    await expect.poll(() => prompt(grace).textContent()).toContain('Be kind.');
    // What was not chosen is one step away.
    await grace.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => prompt(grace).textContent()).toContain('Be short.');
    await expect.poll(() => prompt(ada).textContent()).toContain('Be short.');
    expect(await draft(appId)).not.toContain('Be kind.');
  });

  it('keep the text of who takes the other’s', async () => {
    const { appId, ada, grace } = await open();
    await both(appId, ada, grace, [' Be short.', ' Be kind.']);
    const dialog = grace.getByRole('dialog', { name: 'Both of you changed the same place' });
    await dialog.getByRole('button', { name: /^Take theirs/ }).click();
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => prompt(grace).textContent()).toContain('Be short.');
    await grace.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => prompt(ada).textContent()).toContain('Be kind.');
    expect(await draft(appId)).toContain('Be kind.');
  });
});
