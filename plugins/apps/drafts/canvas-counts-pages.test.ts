import type { Locator } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { describePages, type Page } from '#plugins/pages/testing/open-pages.ts';
import { ownServer, type StudioPerson, studioPerson } from '#plugins/studio/testing/studio-bench.ts';

/**
 * How many things somebody does to draw a workflow of twelve nodes, structure only: a key or chord, a word typed, a click and a drag are one
 * each; moving the pointer is none. Others were counted alike, the first by hand in 2.41.1, the second from its sources:
 *
 * |      | n8n | Dify (chatflow, by mouse) | here  |
 * |------|-----|---------------------------|-------|
 * | keys | 50  | –                         | ≤ 40  |
 * | mouse| –   | 21–25                     | ≤ 26  |
 */
const limits = { keys: 40, mouse: 26 };

/** What stands in the document in the end, by kinds: from, the way, to. */
const wanted = [
  ...['start source llm', 'llm source if-else', 'if-else true code', 'if-else false code', 'code source http-request'],
  ...['code source template-transform', 'http-request source variable-aggregator'],
  ...['template-transform source variable-aggregator', 'variable-aggregator source iteration'],
  ...['iteration-start source template-transform', 'template-transform source code', 'iteration source end'],
];

interface Drawn {
  readonly nodes: readonly { readonly id: string; readonly data: { readonly type: string } }[];
  readonly edges: readonly { readonly source: string; readonly sourceHandle: string; readonly target: string }[];
}

class Hand {
  readonly #page: Page;
  count = 0;

  constructor(page: Page) {
    this.#page = page;
  }

  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) {
      await this.#page.keyboard.press(key);
      this.count++;
    }
  }

  /** The key that opens a list, the word, and Enter; without a word, what is meant likeliest is first. */
  async choose(key: string, word?: string): Promise<void> {
    const field = this.#page.locator('[popover] [role=combobox]');
    await this.press(key);
    await field.waitFor();
    if (word !== undefined) {
      await this.#page.keyboard.type(word);
      this.count++;
    }
    await this.press('Enter');
    await field.waitFor({ state: 'detached' });
  }

  async click(x: number, y: number): Promise<void> {
    await this.#page.mouse.click(x, y);
    this.count++;
  }

  async pick(label: string): Promise<void> {
    await this.#page.getByRole('option', { name: label, exact: true }).first().click();
    this.count++;
    await this.#page.getByRole('complementary', { name: `Node ${label}`, exact: false }).waitFor();
  }
}

/** Nearer to the panel, the canvas is about to move. */
const BESIDE = 125;

/** Where something is, once it moves no more and is on the canvas. */
async function still(of: Locator) {
  let before = '';
  await expect
    .poll(async () => {
      const [box, canvas] = [await of.boundingBox(), await of.page().locator('.react-flow').boundingBox()];
      const now = JSON.stringify(box);
      const isSeen = box !== null && canvas !== null && box.x < canvas.x + canvas.width - BESIDE;
      const isStill = now === before && isSeen;
      before = now;
      return isStill;
    })
    .toBe(true);
  return JSON.parse(before) as { x: number; y: number; width: number; height: number };
}

describePages('what it takes to draw twelve nodes', (pages) => {
  let person: StudioPerson;
  const { request } = { request: (path: string, options?: object) => pages.platform.management.request(path, options) };
  beforeAll(async () => {
    await ownServer(pages);
    person = await studioPerson(pages);
  });
  const open = async () => {
    const made = await request('/console/api/apps', { method: 'POST', body: { name: 'Twelve', mode: 'workflow' } });
    const { id } = made.body as { id: string };
    const page = await person.open(`/app/${id}/build`, { expected: [/409/, /400/] });
    await page.locator('.react-flow__node').nth(1).waitFor();
    const joins = async () => {
      const { tree } = (await request(`/console/api/apps/${id}/draft/tree`)).body as {
        tree: { workflow: { graph: Drawn } };
      };
      const { nodes, edges } = tree.workflow.graph;
      const type = (of: string) => nodes.find((each) => each.id === of)?.data.type;
      return edges
        .map(({ source, sourceHandle, target }) => `${type(source)} ${sourceHandle} ${type(target)}`)
        .toSorted();
    };
    return { page, joins };
  };

  it('by keys alone', async () => {
    const { page, joins } = await open();
    const hand = new Hand(page);
    await hand.press('ArrowRight');
    for (const word of ['llm', 'if', 'js', 'http']) await hand.choose('a', word);
    await hand.press('ArrowLeft', 'ArrowLeft');
    for (const word of ['python', 'template', 'join', 'iteration', 'template', 'code']) await hand.choose('a', word);
    await hand.press('f');
    await hand.choose('c');
    await expect.poll(joins).toEqual(wanted.toSorted());
    expect(hand.count).toBeLessThanOrEqual(limits.keys);
    expect(hand.count).toBe(36);
  });

  it('by a pointer alone', async () => {
    const { page, joins } = await open();
    const hand = new Hand(page);
    const boxOf = async (title: string) => {
      const card = page.locator('.react-flow__node').filter({ has: page.getByText(title, { exact: true }) });
      return still(card.first());
    };
    /** The button on the edge between two nodes. */
    const onEdge = async (from: string, to: string, label: string) => {
      const line = page
        .getByRole('group', { name: `From ${from} to ${to}` })
        .locator('path')
        .first();
      const { x, y, width, height } = await still(line);
      await page.mouse.move(x + width / 2, y + height / 2);
      const button = page.getByRole('button', { name: 'Insert a node' });
      await button.click();
      hand.count++;
      await hand.pick(label);
    };
    /** The way of a node, by its place among them. */
    const behind = async (title: string, label: string) => {
      const card = page.locator('.react-flow__node').filter({ has: page.getByText(title, { exact: true }) });
      const { x, y, width, height } = await still(card.first().locator('.react-flow__handle.source').last());
      await hand.click(x + width / 2, y + height / 2);
      await hand.pick(label);
    };
    await onEdge('Start', 'End', 'LLM');
    await onEdge('LLM', 'End', 'If / else');
    await behind('If / else', 'Code');
    await behind('Code', 'HTTP request');
    await onEdge('If / else', 'End', 'Code');
    await onEdge('Code 2', 'End', 'Template');
    await onEdge('Template', 'End', 'Variable aggregator');
    await onEdge('Variable aggregator', 'End', 'Iteration');
    const inner = await still(page.locator('.react-flow__node-inner-start .react-flow__handle'));
    await hand.click(inner.x + 6, inner.y + 6);
    await hand.pick('Template');
    await behind('Template 2', 'Code');
    await page.keyboard.press('1');
    const [from, to] = [await boxOf('HTTP request'), await boxOf('Variable aggregator')];
    await page.mouse.move(from.x + from.width, from.y + 6);
    await page.mouse.down();
    await page.mouse.move(to.x + 10, to.y + 6, { steps: 10 });
    await page.mouse.up();
    hand.count++;
    await expect.poll(joins).toEqual(wanted.toSorted());
    expect(hand.count).toBeLessThanOrEqual(limits.mouse);
  });
});
