import type { Page } from 'playwright-core';
import { rendersOfCards } from '#plugins/drafts/testing/card-renders.ts';
import { manyNodes } from '#plugins/drafts/testing/many-nodes.ts';
import { type PageClock, untilTrue } from '#plugins/pages/bench/page-clock.ts';
import type { PageFigure, PageRow } from '#plugins/pages/bench/page-figure.ts';
import { visitStudio } from '#plugins/pages/bench/studio-bench.ts';

const NODES = 500;
const STEPS = 60;
const KEYS = 40;

interface Spent {
  /** All of the thread, painting included. */
  readonly all: number;
  readonly script: number;
  /** Scripts, styles and layout: what is left where a graphics card paints. */
  readonly work: number;
}

/** What a person does on a canvas of 500 nodes. */
export const studioCanvas: PageFigure = {
  name: 'studio-canvas',
  async measure(bench) {
    const id = await bench.app(manyNodes(NODES - 3));
    const { page, clock, close } = await visitStudio(bench, `/app/${id}/build?node=model`);
    const prompt = page.locator('.cm-content:visible').first();
    await prompt.waitFor();
    await page.locator('.react-flow__node').first().waitFor();
    // What follows what is seen first counts too.
    await page.waitForTimeout(1_000);
    const opened = await clock.read();

    await prompt.focus();
    await page.keyboard.press('Control+End');
    const key = async () => {
      await page.keyboard.type('x');
      await page.waitForTimeout(40);
    };
    for (let warm = 0; warm < 10; warm++) await key();
    const keystroke = await spentOn(clock, KEYS, key);
    // Counting takes time of the page's: not while it is measured.
    await page.coverage.startJSCoverage({ resetOnNavigation: false });
    for (let typed = 0; typed < 5; typed++) await key();
    const renders = rendersOfCards(await page.coverage.stopJSCoverage());
    await untilTrue(
      page,
      "[...document.querySelectorAll('[role=status]')].some((each) => each.textContent === 'Saved')",
    );
    await page.getByRole('button', { name: 'Close' }).click();

    // The keys of `editor-keys.ts`: all in view, and zoom 1.
    await page.keyboard.press('1');
    await page.waitForTimeout(500);
    const far = { pan: await moved(page, clock, 'pane'), drag: await moved(page, clock, 'node') };
    await page.keyboard.press('0');
    await page.waitForTimeout(500);
    const near = { pan: await moved(page, clock, 'pane'), drag: await moved(page, clock, 'node') };
    await close();

    const rows: PageRow[] = [
      { what: `a document of ${NODES} nodes opens`, value: opened, unit: 'ms', limit: 1_000 },
      { what: 'a key in a prompt beside them', value: keystroke.work, unit: 'ms', limit: 8 },
      { what: 'the same with painting', value: keystroke.all, unit: 'ms' },
      // The model's own card shows the text.
      { what: 'cards of other nodes drawn, five keys', value: Math.max(0, renders - 5), unit: '', limit: 0 },
    ];
    for (const [what, spent] of Object.entries(near))
      rows.push({ what: `a step of a ${what}, zoom 1`, value: spent.all, unit: 'ms', limit: 8 });
    for (const [what, spent] of Object.entries(far)) {
      rows.push({ what: `scripts of a step of a ${what}, all in view`, value: spent.script, unit: 'ms', limit: 8 });
      rows.push({ what: 'the same with styles, layout, painting', value: spent.all, unit: 'ms' });
    }
    return rows;
  },
};

/** Each of so many times. */
async function spentOn(clock: PageClock, times: number, act: (at: number) => Promise<void>): Promise<Spent> {
  const [all, parts] = [await clock.read(), await clock.parts()];
  for (let at = 1; at <= times; at++) await act(at);
  const [after, { script, style, layout }] = [await clock.read(), await clock.parts()];
  const work = script - parts.script + style - parts.style + layout - parts.layout;
  return { all: (after - all) / times, script: (script - parts.script) / times, work: work / times };
}

/** Takes hold of the ground or of a card in the middle, and moves it in steps of some pixels. */
async function moved(page: Page, clock: PageClock, what: 'pane' | 'node'): Promise<Spent> {
  const { x, y } = await placeOf(page, what);
  await page.mouse.move(x, y);
  await page.mouse.down();
  const step = async (at: number) => {
    await page.mouse.move(x + (at % 2 === 0 ? at : at + 4) * 3, y + at * 2);
    // A picture of a screen.
    await page.waitForTimeout(20);
  };
  for (let warm = 1; warm <= 5; warm++) await step(warm);
  const spent = await spentOn(clock, STEPS, step);
  await page.mouse.up();
  await page.waitForTimeout(500);
  return spent;
}

/** Where there is ground, or a card, near the middle of the canvas. */
async function placeOf(page: Page, what: 'pane' | 'node'): Promise<{ readonly x: number; readonly y: number }> {
  const place: unknown = await page.evaluate(`(() => {
    const { left, top, width, height } = document.querySelector('.react-flow').getBoundingClientRect();
    for (let x = left + width * 0.4; x < left + width * 0.8; x += 4)
      for (let y = top + height * 0.4; y < top + height * 0.8; y += 4) {
        const there = document.elementFromPoint(x, y);
        const isCard = there?.closest('.react-flow__node') !== null && there?.closest('.react-flow__handle') === null;
        if ('${what}' === 'node' ? isCard : there?.classList.contains('react-flow__pane')) return { x, y };
      }
    return null;
  })()`);
  if (place === null) throw new Error(`no ${what} near the middle of the canvas`);
  return place as { readonly x: number; readonly y: number };
}
