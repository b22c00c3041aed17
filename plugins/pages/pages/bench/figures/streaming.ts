import { appDocument, chain, node } from '#engine/testing/app-document.ts';
import { modelNode } from '#plugins/delivery-api/testing/documents.ts';
import { pageClock, untilTrue } from '#plugins/pages/bench/page-clock.ts';
import type { PageFigure } from '#plugins/pages/bench/page-figure.ts';

const TOKENS = 4_000;
/** About four tokens for each picture of a screen, as a quick model has them. */
const PACE_MS = 4;

/** Answers of models: paragraphs, lists, code, a table. */
const passage = [
  '## A heading of a section\n\nA paragraph of **some** words, with `code` and a [link](https://example.com/page) in it. '.concat(
    'It goes on for a while, as answers do. '.repeat(4),
  ),
  '\n\n- one point of a list\n- another point, which is longer than the first\n- the last of them\n\n',
  '```js\nconst sum = (list) => list.reduce((all, each) => all + each, 0);\nconsole.log(sum([1, 2, 3]));\n```\n\n',
  '| name | value |\n|---|---|\n| first | 1 |\n| second | 2 |\n\n',
].join('');

/** A long answer of that many words, each a token of the demo model. */
export function longAnswer(words = TOKENS): string {
  const all = passage.repeat(Math.ceil(words / (passage.match(/\S+/g)?.length ?? 1))).match(/\s*\S+/g) ?? [];
  return all.slice(0, words).join('');
}

export const streaming: PageFigure = {
  name: 'streaming',
  async measure({ app, browser, origin }) {
    const id = await app(
      appDocument({
        mode: 'advanced-chat',
        name: 'Long answers',
        nodes: [
          node('1', 'start', { variables: [] }),
          modelNode('2', longAnswer(), { completion_params: { pace_ms: PACE_MS } }),
          node('3', 'answer', { answer: '{{#2.text#}}' }),
        ],
        edges: chain('1', '2', '3'),
      }),
    );
    const page = await browser.newPage({ viewport: { width: 820, height: 1180 } });
    page.setDefaultTimeout(120_000);
    const clock = await pageClock(page);
    await page.goto(`${origin}/chat/${id}`);
    const composer = page.getByRole('textbox').last();
    await composer.fill('Go on');
    // What is drawn: a change of the conversation, once for each time that something is changed.
    await page.evaluate(
      'updates = 0; new MutationObserver(() => updates++).observe(document.body, { subtree: true, childList: true, characterData: true })',
    );
    const [before, partsBefore] = [await clock.read(), await clock.parts()];
    await composer.press('Enter');
    // The last words of the answer, after which nothing comes.
    const total = longAnswer().replace(/\s+/g, '').length;
    // `textContent` lays nothing out, and is asked for seldom: what measures is measured along.
    await page.waitForTimeout((TOKENS * PACE_MS) / 1.2);
    await untilTrue(page, `document.body.textContent.replace(/\\s+/g, '').length > ${total * 0.8}`);
    const [spent, updates] = [(await clock.read()) - before, Number(await page.evaluate('updates'))];
    const parts = Object.entries(await clock.parts()).map(([what, ms]) => ({
      what: `of it ${what}, an update`,
      value: (ms - partsBefore[what as keyof typeof partsBefore]) / updates,
      unit: 'ms',
    }));
    await page.close();
    return [
      {
        what: `an answer of ${TOKENS.toLocaleString('en-US')} tokens, an update`,
        value: spent / updates,
        unit: 'ms',
        limit: 4,
      },
      ...parts,
      { what: 'updates', value: updates, unit: '' },
      { what: 'all of it', value: spent, unit: 'ms' },
    ];
  },
};
