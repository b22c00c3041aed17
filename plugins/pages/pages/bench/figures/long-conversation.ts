import type { BrowserContext } from 'playwright-core';
import { rememberingChat } from '#plugins/history-api/testing/documents.ts';
import type { PageBench } from '#plugins/pages/bench/page-bench.ts';
import { median, pageClock, untilTrue } from '#plugins/pages/bench/page-clock.ts';
import type { PageFigure } from '#plugins/pages/bench/page-figure.ts';

const ROUNDS = 9;
const SHORT = 10;
const LONG = 1_000;

export const longConversation: PageFigure = {
  name: 'long-conversation',
  async measure(bench) {
    const id = await bench.app(rememberingChat());
    const context = await bench.browser.newContext({ viewport: { width: 820, height: 1180 } });
    const token = await visitorToken(context, `${bench.origin}/chat/${id}`);
    const conversations = new Map<number, string>();
    for (const length of [SHORT, LONG]) conversations.set(length, await converse(bench.origin, token, length));
    const opening = async (length: number) =>
      opened(context, `${bench.origin}/chat/${id}/c/${conversations.get(length)}`, length);
    const times = new Map<number, number[]>([
      [SHORT, []],
      [LONG, []],
    ]);
    // In turns, so that what changes on the machine is in both.
    await opening(SHORT);
    for (let round = 0; round < ROUNDS; round++) {
      for (const [length, list] of times) list.push(await opening(length));
    }
    await context.close();
    const [short, long] = [median(times.get(SHORT) ?? []), median(times.get(LONG) ?? [])];
    return [
      { what: `a conversation of ${SHORT} messages opens`, value: short, unit: 'ms' },
      { what: `one of ${LONG.toLocaleString('en-US')}`, value: long, unit: 'ms' },
      { what: 'the second by the first', value: long / short, unit: '×', limit: 1.2 },
    ];
  },
};

async function visitorToken(context: BrowserContext, address: string): Promise<string> {
  const page = await context.newPage();
  await page.goto(address);
  const key = "Object.keys(localStorage).find((each) => each.endsWith(':visitor'))";
  await untilTrue(page, `${key} !== undefined`);
  const kept = String(await page.evaluate(`localStorage.getItem(${key})`));
  await page.close();
  return (JSON.parse(kept) as { visitor_token: string }).visitor_token;
}

/** As many messages as that, the visitor's and the app's counted as one. */
async function converse(origin: PageBench['origin'], token: string, length: number): Promise<string> {
  let conversation = '';
  for (let message = 1; message <= length; message++) {
    const answer = await fetch(`${origin}/v1/chat-messages`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        inputs: {},
        query: `Message ${message} of ${length}.`,
        response_mode: 'blocking',
        conversation_id: conversation,
      }),
    });
    if (!answer.ok) throw new Error(`message ${message} was answered ${answer.status}: ${await answer.text()}`);
    conversation = ((await answer.json()) as { conversation_id: string }).conversation_id;
  }
  return conversation;
}

async function opened(context: BrowserContext, address: string, length: number): Promise<number> {
  const page = await context.newPage();
  const clock = await pageClock(page);
  await page.goto(address);
  await page.getByText(`Message ${length} of ${length}.`).first().waitFor();
  // What follows what is seen first counts too.
  await page.waitForTimeout(700);
  const spent = await clock.read();
  await page.close();
  return spent;
}
