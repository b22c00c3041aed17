import { beforeAll, expect, it } from 'vitest';
import { describePages, type Page } from '#plugins/pages/testing/open-pages.ts';
import { ownServer, type StudioPerson, studioPerson } from '#plugins/studio/testing/studio-bench.ts';
import { greeter, node } from './testing/greeter.ts';

interface NodeForm {
  readonly id: string;
  readonly type: string;
  readonly title: string;
  readonly modes?: readonly string[];
  readonly is_retired?: boolean;
  readonly only_in?: string;
}

/** What a graph of a mode may have: not older layouts, and of one type its newest. */
const kindsOf = (forms: readonly NodeForm[], mode: string) => [
  ...new Map(
    forms
      .filter(({ is_retired: isRetired, modes }) => isRetired !== true && (modes?.includes(mode) ?? true))
      .map((form) => [form.type || form.id, form]),
  ).values(),
];

const cards = (page: Page) => page.locator('.react-flow__node:not(.react-flow__node-inner-start)');

/** Opens the palette where the focus is, and takes what is meant first. */
async function addBy(page: Page, word: string): Promise<void> {
  await page.keyboard.press('a');
  const field = page.getByRole('combobox', { name: 'Add a node' });
  await field.waitFor();
  await page.keyboard.type(word);
  await page.keyboard.press('Enter');
  await field.waitFor({ state: 'detached' });
}

describePages('the hand of the canvas', (pages) => {
  let person: StudioPerson;
  let forms: readonly NodeForm[];
  beforeAll(async () => {
    await ownServer(pages);
    person = await studioPerson(pages);
    const answer = await pages.platform.management.request('/console/api/node-types');
    forms = (answer.body as { data: readonly NodeForm[] }).data;
  });
  const openApp = async (appId: string) => {
    const page = await person.open(`/app/${appId}/build`, { expected: [/409/, /400/] });
    await page.getByRole('toolbar', { name: 'Tools of the canvas' }).waitFor();
    return page;
  };
  const open = async (document: string) => {
    const { appId } = await pages.platform.importApp(document);
    return { appId, page: await openApp(appId) };
  };

  it.each(['workflow', 'advanced-chat'])(
    'adds every kind that the registry knows to an empty %s, and removes it',
    async (mode) => {
      const made = await pages.platform.management.request('/console/api/apps', {
        ...{ method: 'POST', body: { name: 'Empty', mode } },
      });
      const page = await openApp((made.body as { id: string }).id);
      await cards(page).first().waitFor();
      await page.keyboard.press('Control+A');
      await page.keyboard.press('Delete');
      await expect.poll(() => cards(page).count()).toBe(0);
      const kinds = kindsOf(forms, mode).filter(({ only_in: onlyIn }) => onlyIn === undefined);
      expect(kinds.length).toBeGreaterThan(15);
      const isThere = async () => (await cards(page).count()) > 0;
      for (const { title } of kinds) {
        await addBy(page, title);
        await cards(page).first().waitFor();
        await page.keyboard.press('Delete');
        await expect.poll(isThere).toBe(false);
      }
      for (const { title, only_in: onlyIn } of kindsOf(forms, mode).filter(({ only_in: only }) => only !== undefined)) {
        await addBy(page, onlyIn ?? '');
        await cards(page).first().waitFor();
        // A container that is empty takes what comes next.
        await addBy(page, title);
        await cards(page).nth(1).waitFor();
        await page.keyboard.press('Delete');
        await expect.poll(() => cards(page).count()).toBe(1);
        await page.keyboard.press('Control+Z');
        await cards(page).nth(1).waitFor();
      }
    },
  );

  it('puts a node into an edge, and takes that back in one step', async () => {
    const { page } = await open(greeter({ hasEdges: true }));
    const lines = page.locator('.react-flow__edge');
    await lines.nth(1).waitFor({ state: 'attached' });
    await lines.first().focus();
    await addBy(page, 'code');
    await page.getByRole('complementary').waitFor();
    // What is out of view is not drawn.
    await page.keyboard.press('1');
    await expect.poll(() => lines.count()).toBe(3);
    expect(await cards(page).count()).toBe(4);
    const [made, greet] = [await cards(page).last().boundingBox(), await node(page, 'greet').boundingBox()];
    expect((made?.x ?? 0) + (made?.width ?? 0)).toBeLessThan(greet?.x ?? 0);
    await page.keyboard.press('Control+Z');
    await expect.poll(() => lines.count()).toBe(2);
    expect(await cards(page).count()).toBe(3);
  });
});
