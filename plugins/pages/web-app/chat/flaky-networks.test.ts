import { afterAll, beforeAll, expect, it } from 'vitest';
import { describePages } from '#plugins/pages/testing/open-pages.ts';
import { answers, type ChatBench, send, startChatBench, unlimited } from '#plugins/web-app/testing/chat-bench.ts';

describePages('an answer and a network that comes and goes', (pages) => {
  let bench: ChatBench;
  let appId: string;
  beforeAll(async () => {
    bench = await startChatBench(pages);
    appId = await bench.app('held', {}, unlimited);
  });
  afterAll(() => bench.close());

  it('goes on after a reload in its midst, and is whole', async () => {
    const page = await pages.open(`/chat/${appId}`);
    await send(page, 'What is moss?');
    const held = await bench.held();
    held.say('Moss is **a pl');
    await expect.poll(() => answers(page).last().locator('strong').innerText()).toBe('a pl');
    await page.waitForURL(/\/c\//);
    await page.reload();
    await expect.poll(() => answers(page).last().innerText()).toContain('Moss is a pl');
    held.say('ant** that');
    await expect.poll(() => answers(page).last().innerText()).toContain('a plant that');
    await page.reload();
    held.say(' likes rain.');
    held.end();
    await expect.poll(() => answers(page).last().innerText()).toContain('Moss is a plant that likes rain.');
    await answers(page).last().getByRole('button', { name: 'Copy' }).waitFor();
    await expect.poll(() => answers(page).count()).toBe(1);
    await page.reload();
    await expect.poll(() => answers(page).last().innerText()).toContain('Moss is a plant that likes rain.');
    expect(bench.asked().filter((texts) => texts.at(-1) === 'What is moss?')).toHaveLength(1);
  });

  it('stops when one says so, and keeps what there is', async () => {
    const page = await pages.open(`/chat/${appId}`);
    await send(page, 'Tell me everything.');
    const held = await bench.held();
    held.say('Well,');
    await expect.poll(() => answers(page).last().innerText()).toContain('Well,');
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByText('Stopped.').waitFor();
    await page.getByRole('button', { name: 'Send', exact: true }).waitFor();
    await page.reload();
    await expect.poll(() => answers(page).last().innerText()).toContain('Well,');
  });

  it('is the same in two tabs', async () => {
    const context = await pages.context();
    const [one, two] = [await context.newPage(), await context.newPage()];
    await one.goto(`${pages.platform.url}/chat/${appId}`);
    await send(one, 'First');
    const first = await bench.held();
    await one.waitForURL(/\/c\//);
    await two.goto(one.url());
    first.say('One ');
    for (const page of [one, two]) await expect.poll(() => answers(page).last().innerText()).toContain('One');
    first.end();
    for (const page of [one, two]) await answers(page).last().getByRole('button', { name: 'Copy' }).waitFor();
    // What is asked in the second appears in the first, while it is answered.
    await send(two, 'Second');
    const second = await bench.held();
    second.say('Two');
    for (const page of [one, two]) await expect.poll(() => answers(page).last().innerText()).toContain('Two');
    second.end();
    for (const page of [one, two]) {
      await expect.poll(() => answers(page).count()).toBe(2);
      await answers(page).last().getByRole('button', { name: 'Copy' }).waitFor();
    }
    const name = (page: typeof one) => page.getByRole('navigation').getByRole('link', { name: 'First', exact: true });
    for (const page of [one, two]) await name(page).waitFor();
  });

  it('is joined again when the network is back, and a question waits for it', async () => {
    const context = await pages.context({ expected: [/ERR_|Failed to load|net::/] });
    const page = await context.newPage();
    await page.goto(`${pages.platform.url}/chat/${appId}`);
    await send(page, 'What is ivy?');
    const held = await bench.held();
    held.say('Ivy ');
    await expect.poll(() => answers(page).last().innerText()).toContain('Ivy');
    await context.setOffline(true);
    await page.getByText('No connection. What runs goes on').waitFor();
    held.say('climbs.');
    held.end();
    await context.setOffline(false);
    await expect.poll(() => answers(page).last().innerText()).toContain('Ivy climbs.');
    await answers(page).last().getByRole('button', { name: 'Copy' }).waitFor();

    await context.setOffline(true);
    await send(page, 'And fern?');
    await page.getByText('Your message is sent as soon as there is one.').waitFor();
    await context.setOffline(false);
    const later = await bench.held();
    later.say('Unfolds.');
    later.end();
    await expect.poll(() => answers(page).last().innerText()).toContain('Unfolds.');
    expect(bench.asked().filter((texts) => texts.at(-1) === 'And fern?')).toHaveLength(1);
  });

  it('belongs to its visitor: others see neither conversation nor answer', async () => {
    const page = await pages.open(`/chat/${appId}`);
    await send(page, 'My secret');
    const held = await bench.held();
    held.say('Yours');
    held.end();
    await page.waitForURL(/\/c\//);
    const other = await pages.open(new URL(page.url()).pathname, { expected: [/404/] });
    await other.getByRole('heading', { name: 'This conversation is not there any more' }).waitFor();
    await expect.poll(() => other.getByText('No conversations yet').isVisible()).toBe(true);
    expect(await other.getByText('secret').count()).toBe(0);
  });
});
