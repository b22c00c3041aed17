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

/** Until a card stands where it stood before. */
const settled = (page: Page, id: string, x: number) =>
  expect.poll(async () => Math.abs(((await node(page, id).boundingBox())?.x ?? 0) - x)).toBeLessThan(2);

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
    await expect.poll(() => cards(page).count()).toBe(4);
    // It stands before the node that follows.
    const isBefore = async () => {
      const [made, greet] = [await cards(page).last().boundingBox(), await node(page, 'greet').boundingBox()];
      return made !== null && greet !== null && made.x + made.width < greet.x;
    };
    await expect.poll(isBefore).toBe(true);
    await page.keyboard.press('Control+Z');
    await expect.poll(() => lines.count()).toBe(2);
    await expect.poll(() => cards(page).count()).toBe(3);
  });

  it('by a pointer: ways and edges are buttons, edges are taken by their ends, and let go on the ground', async () => {
    const { page } = await open(greeter({ hasEdges: true }));
    const lines = page.locator('.react-flow__edge');
    await lines.nth(1).waitFor({ state: 'attached' });
    const boxOf = async (id: string) => {
      const box = await node(page, id).boundingBox();
      if (box === null) throw new Error(`${id} is not shown`);
      return { ...box, right: box.x + box.width, head: box.y + 22 };
    };
    const field = page.getByRole('combobox', { name: 'Add a node' });
    const [begin, greet, finish] = [await boxOf('begin'), await boxOf('greet'), await boxOf('finish')];
    // Its buttons come where an edge is pointed at.
    await page.mouse.move((begin.right + greet.x) / 2, begin.head);
    await page.getByRole('button', { name: 'Delete the connection' }).click();
    await expect.poll(() => lines.count()).toBe(1);
    await page.keyboard.press('Control+Z');
    await expect.poll(() => lines.count()).toBe(2);
    // The end of an edge is taken to another node.
    await page.mouse.click((greet.right + finish.x) / 2, greet.head);
    await page.mouse.move(greet.right + 14, greet.head);
    await page.mouse.down();
    await page.mouse.move(begin.right + 40, begin.head + 40, { steps: 5 });
    await page.mouse.move(begin.right, begin.head, { steps: 5 });
    await page.mouse.up();
    await page.getByRole('group', { name: 'From Begin to Finish' }).waitFor({ state: 'attached' });
    await page.keyboard.press('Control+Z');
    await page.getByRole('group', { name: 'From Greet to Finish' }).waitFor({ state: 'attached' });
    // A connection that is let go on the ground asks what it leads to.
    await page.mouse.move(greet.right, greet.head);
    await page.mouse.down();
    await page.mouse.move(greet.right + 60, greet.head + 160, { steps: 8 });
    await page.mouse.up();
    await field.waitFor();
    await page.keyboard.type('code');
    await page.keyboard.press('Enter');
    await page.getByRole('group', { name: 'From Greet to Code' }).waitFor({ state: 'attached' });
    await page.keyboard.press('Control+Z');
    await expect.poll(() => cards(page).count()).toBe(3);
    // On a card it leads there. What was added has moved the canvas.
    await page.keyboard.press('1');
    await settled(page, 'begin', begin.x);
    await page.mouse.move(begin.right, begin.head);
    await page.mouse.down();
    await page.mouse.move(finish.x + 100, finish.head, { steps: 8 });
    await page.mouse.up();
    await page.getByRole('group', { name: 'From Begin to Finish' }).waitFor({ state: 'attached' });
    // A way that is clicked, and the ground that is clicked twice.
    await page.mouse.click(greet.right, greet.head);
    await field.waitFor();
    await page.keyboard.press('Escape');
    await page.mouse.dblclick(begin.x, begin.head - 150);
    await field.waitFor();
    expect(await pages.violations(page)).toEqual([]);
    await page.getByRole('option', { name: 'LLM' }).click();
    await expect
      .poll(async () => Math.abs(((await cards(page).last().boundingBox())?.x ?? 0) - begin.x))
      .toBeLessThan(8);
  });

  it('menus tell what can be done with a node, an edge, several nodes, and the ground', async () => {
    const { page } = await open(greeter({ hasEdges: true }));
    await node(page, 'greet').click();
    await page.getByRole('complementary').waitFor();
    await page.keyboard.press('1');
    await node(page, 'greet').click({ button: 'right' });
    const menu = page.getByRole('menu', { name: 'Actions' });
    await menu.waitFor();
    expect(await pages.violations(page)).toEqual([]);
    await menu.getByRole('menuitem', { name: 'Duplicate' }).click();
    await expect.poll(() => cards(page).count()).toBe(4);
    await page.keyboard.press('Control+A');
    await node(page, 'begin').click({ button: 'right' });
    await menu.getByRole('menuitem', { name: 'Align left' }).click();
    const left = async () =>
      new Set(
        (await Promise.all(['begin', 'greet', 'finish'].map((id) => node(page, id).boundingBox()))).map((box) =>
          Math.round(box?.x ?? 0),
        ),
      ).size;
    await expect.poll(left).toBe(1);
    await page.keyboard.press('Control+Z');
    await expect.poll(left).toBe(3);
    await page.locator('.react-flow__edge').first().focus();
    await page.keyboard.press('Shift+F10');
    await menu.getByRole('menuitem', { name: 'Delete the connection' }).press('Enter');
    await page.getByRole('group', { name: 'From Begin to Greet' }).waitFor({ state: 'detached' });
    await page.locator('.react-flow__pane').click({ button: 'right', position: { x: 30, y: 30 } });
    await menu.getByRole('menuitem', { name: 'Select all' }).press('Enter');
    await expect.poll(() => page.locator('.react-flow__node.selected').count()).toBe(4);
  });

  it('keys count wherever no field has the focus: all of a graph without a pointer', async () => {
    const { page } = await open(greeter({ hasEdges: true }));
    const panel = page.getByRole('complementary');
    await cards(page).first().waitFor();
    await page.keyboard.press('ArrowRight');
    await panel.waitFor();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => page.evaluate("document.activeElement.getAttribute('data-id')")).toBe('greet');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.evaluate("document.activeElement.closest('[data-panel]') !== null")).toBe(true);
    await page.keyboard.press('Escape');
    await expect.poll(() => page.evaluate("document.activeElement.getAttribute('data-id')")).toBe('greet');
    await panel.getByRole('button', { name: 'Close' }).press('Enter');
    await panel.waitFor({ state: 'detached' });
    await page.keyboard.press('/');
    await page.getByRole('combobox', { name: 'Find a node' }).waitFor();
    // By its text.
    await page.keyboard.type('hello');
    await page.keyboard.press('Enter');
    await page.getByRole('complementary', { name: 'Node Greet' }).waitFor();
    await page.keyboard.press('Delete');
    await panel.waitFor({ state: 'detached' });
    await page.keyboard.press('1');
    await expect.poll(() => cards(page).count()).toBe(2);
    await page.keyboard.press('a');
    await page.getByRole('combobox', { name: 'Add a node' }).waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keys' }).waitFor();
  });

  it('opens as the document was left, large graphs so that they are read; and leaves room for the canvas at 1024 pixels', async () => {
    const zoom = (page: Page) => page.getByRole('button', { name: /^Zoom: / }).textContent();
    const left = greeter({ hasEdges: true }).replace(
      '    edges:',
      '    viewport: {x: 60, y: 90, zoom: 0.8}\n    edges:',
    );
    const { page } = await open(left);
    await expect.poll(() => zoom(page)).toBe('80%');
    const far = greeter({ hasEdges: true }).replace('x: 640', 'x: 6400');
    const { page: other } = await open(far);
    await expect.poll(() => zoom(other)).toBe('60%');
    await node(other, 'begin').waitFor();
    await other.setViewportSize({ width: 1024, height: 768 });
    await node(other, 'begin').click();
    const panel = other.getByRole('complementary');
    await panel.waitFor();
    const width = async () => (await other.locator('.react-flow').boundingBox())?.width ?? 0;
    await expect.poll(width).toBeGreaterThanOrEqual(620);
    const size = async () => (await panel.boundingBox())?.width ?? 0;
    const before = await size();
    await other.getByRole('separator', { name: 'Width of the panel' }).press('ArrowLeft');
    await expect.poll(size).toBe(before + 40);
    await panel.getByRole('button', { name: 'Wider or narrower' }).click();
    await expect.poll(size).toBe(380);
    expect(await pages.violations(other)).toEqual([]);
    await other.setViewportSize({ width: 1440, height: 900 });
    const links = other.getByRole('navigation', { name: 'Navigation' });
    await links.waitFor();
    await other.getByRole('button', { name: 'Hide navigation' }).click();
    await links.waitFor({ state: 'detached' });
    await other.getByRole('button', { name: 'Show navigation' }).click();
    await links.waitFor();
  });
});
