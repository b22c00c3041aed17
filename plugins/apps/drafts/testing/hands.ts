import type { Locator } from 'playwright-core';
import { expect } from 'vitest';
import type { Page } from '#plugins/pages/testing/open-pages.ts';
import { typeInto } from '#plugins/pages/testing/type-into.ts';

/** What somebody does in the studio, whichever hand they have: all with a pointer, or all with keys. */
export interface Hand {
  /** A button, a switch, a tab. */
  press(control: Locator): Promise<void>;
  /** Takes the place of what a field holds. */
  write(field: Locator, text: string): Promise<void>;
  /** An option of a native list. */
  choose(select: Locator, option: string): Promise<void>;
  /** Something of a list with a search. */
  pick(button: Locator, option: string): Promise<void>;
  /** Shows the settings of a node, and begins in them. */
  open(title: string): Promise<Locator>;
  /** Adds a node behind the first way of another that leads nowhere, else into its edge. */
  add(behind: string, kind: string): Promise<void>;
}

const card = (page: Page, title: string) => page.getByRole('group', { name: new RegExp(`^${title},`) });
const panelOf = (page: Page, title: string) => page.getByRole('complementary', { name: `Node ${title}`, exact: true });
/** What a list offers; native lists have options, too. */
const offered = (page: Page, name: string) => page.locator('[popover] [role=option]').filter({ hasText: name });
const palette = (page: Page) => page.locator('[popover] [role=combobox]');

/** Where something is, once it moves no more. */
async function still(of: Locator) {
  let before = '';
  await expect
    .poll(async () => {
      const now = JSON.stringify(await of.boundingBox());
      const isStill = now === before && now !== 'null';
      before = now;
      return isStill;
    })
    .toBe(true);
  return JSON.parse(before) as { x: number; y: number; width: number; height: number };
}

/** By a pointer; keys only write. */
export function pointer(page: Page): Hand {
  /** The button in the middle of the only edge behind a node. */
  const onEdge = async (from: string) => {
    const line = page
      .getByRole('group', { name: `From ${from} to ` })
      .locator('path')
      .first();
    const { x, y, width, height } = await still(line);
    await page.mouse.move(x + width / 2, y + height / 2);
    await page.getByRole('button', { name: 'Insert a node' }).click();
  };
  const hand: Hand = {
    press: (control) => control.click(),
    write: typeInto,
    async choose(select, option) {
      await select.selectOption({ label: option });
    },
    async pick(button, option) {
      await button.click();
      await offered(page, option).first().click();
    },
    async open(title) {
      await page.getByRole('button', { name: 'All in view (1)' }).click();
      const box = await still(card(page, title));
      await page.mouse.click(box.x + box.width / 2, box.y + 8);
      await panelOf(page, title).waitFor();
      return panelOf(page, title);
    },
    async add(behind, kind) {
      await hand.open(behind);
      // With the panel there, less of the canvas is seen.
      await page.getByRole('button', { name: 'All in view (1)' }).click();
      const ways = card(page, behind).locator('.react-flow__handle.source');
      const at = await ways.evaluateAll((all) =>
        all.findIndex((way) => !way.classList.contains('connectingfrom') && /free/.test(way.className)),
      );
      if (at < 0) await onEdge(behind);
      else {
        const way = await still(ways.nth(at));
        await page.mouse.click(way.x + way.width / 2, way.y + way.height / 2);
      }
      await palette(page).waitFor();
      await offered(page, kind).first().click();
      await palette(page).waitFor({ state: 'detached' });
    },
  };
  return hand;
}

/** Whether something, or what is in it, has the focus; else which way it lies from there. */
async function wayTo(of: Locator): Promise<'here' | 'on' | 'back'> {
  return of.first().evaluate((element) => {
    const { activeElement: now } = element.ownerDocument;
    if (now !== null && element.contains(now)) return 'here';
    // 2: the other is before it.
    const isBack = now !== null && (now.compareDocumentPosition(element) & 2) !== 0;
    return isBack ? 'back' : 'on';
  });
}

/** By keys alone. */
export function keyboard(page: Page): Hand {
  const { keyboard: keys } = page;
  const reach = async (control: Locator) => {
    await control.first().waitFor();
    for (let steps = 0; steps < 150; steps++) {
      const way = await wayTo(control);
      if (way === 'here') return;
      await keys.press(way === 'on' ? 'Tab' : 'Shift+Tab');
    }
    throw new Error(`Tab does not lead to ${control}`);
  };
  /** Of tabs, the one that is shown is reached; the others by arrows. */
  const turnTo = async (tab: Locator) => {
    const list = tab.locator('xpath=ancestor::*[@role="tablist"]');
    await reach(list.getByRole('tab', { selected: true }));
    for (let steps = 0; (await tab.getAttribute('aria-selected')) !== 'true' && steps < 10; steps++)
      await keys.press('ArrowRight');
  };
  const find = async (title: string) => {
    // Out of a panel; a list of offers closes first.
    for (
      let tries = 0;
      tries < 3 &&
      (await page.locator('main :focus:is(input, textarea, select, button, [contenteditable], [role=tab])').count()) >
        0;
      tries++
    )
      await keys.press('Escape');
    await keys.press('/');
    await palette(page).waitFor();
    await keys.type(title);
    await offered(page, title).first().waitFor();
    await keys.press('Enter');
    await expect
      .poll(() => card(page, title).evaluate((element) => element.contains(element.ownerDocument.activeElement)))
      .toBe(true);
  };
  return {
    async press(control) {
      const role = await control.first().getAttribute('role');
      if (role === 'tab') return turnTo(control);
      await reach(control);
      const type = await control.first().getAttribute('type');
      await keys.press(role === 'switch' || type === 'checkbox' || type === 'radio' ? 'Space' : 'Enter');
    },
    async write(field, text) {
      await reach(field);
      await keys.press('Control+a');
      await keys.insertText(text);
    },
    async choose(select, option) {
      await reach(select);
      await keys.type(option);
      await expect.poll(() => select.locator('option:checked').textContent()).toBe(option);
    },
    async pick(button, option) {
      await reach(button);
      await keys.press('Enter');
      await offered(page, option).first().waitFor();
      await keys.type(option);
      await expect.poll(() => page.locator('[popover] [role=option]').first().textContent()).toContain(option);
      await keys.press('Enter');
      await palette(page).waitFor({ state: 'detached' });
    },
    async open(title) {
      await find(title);
      await keys.press('Enter');
      const panel = panelOf(page, title);
      await expect.poll(() => page.locator('[data-panel] :focus').count()).toBe(1);
      return panel;
    },
    async add(behind, kind) {
      await find(behind);
      await keys.press('a');
      await palette(page).waitFor();
      await keys.type(kind);
      await expect.poll(() => page.locator('[popover] [role=option]').first().textContent()).toContain(kind);
      await keys.press('Enter');
      await palette(page).waitFor({ state: 'detached' });
    },
  };
}
