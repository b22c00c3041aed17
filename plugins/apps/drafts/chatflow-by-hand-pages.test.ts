import { afterAll, beforeAll, expect, it } from 'vitest';
import { startServer } from '#plugins/egress/testing/local-server.ts';
import { KnowledgeClient } from '#plugins/knowledge-api/testing/knowledge-client.ts';
import { describePages } from '#plugins/pages/testing/open-pages.ts';
import { ownServer, type StudioPerson, studioPerson } from '#plugins/studio/testing/studio-bench.ts';
import { type Hand, keyboard, pointer } from './testing/hands.ts';

const canary = 'sk-of-the-workshop';
const hands = { 'by a pointer': pointer, 'by keys': keyboard } as const;

describePages('a help desk is built by hand, tried, published and used', (pages) => {
  let person: StudioPerson;
  let workshop: Awaited<ReturnType<typeof startServer>>;
  beforeAll(async () => {
    workshop = await startServer((_, response) => response.end('Ticket 7'));
    await ownServer(pages);
    person = await studioPerson(pages);
    const client = await KnowledgeClient.of(pages.platform);
    const base = await client.base('Handbook', { permission: 'all_team_members' });
    await client.document(base, 'Hours', 'Anything new: we are open from nine to five.');
  });
  afterAll(() => workshop[Symbol.asyncDispose]());

  it.each(Object.entries(hands))('%s', async (_, handOf) => {
    const page = await person.open('/apps/new?from=blank', { expected: [/409/, /400/] });
    const hand: Hand = handOf(page);
    await hand.write(page.getByLabel('Name', { exact: true }), 'Help desk');
    await hand.press(page.getByRole('button', { name: 'Create' }));
    await page.locator('.react-flow__node').nth(2).waitFor();
    const dialog = page.getByRole('dialog');
    const app = page.getByRole('complementary', { name: 'App', exact: true });

    let panel = await hand.open('Start');
    await hand.press(panel.getByRole('button', { name: 'Add an input' }));
    await hand.write(dialog.getByLabel('Name of the variable'), 'product');
    await hand.choose(dialog.getByLabel('Kind'), 'Choice');
    await hand.write(dialog.getByLabel('Options'), 'Bike\nLock');
    await hand.press(dialog.getByRole('button', { name: 'Done' }));
    await hand.press(panel.getByRole('button', { name: 'Add an input' }));
    await hand.write(dialog.getByLabel('Name of the variable'), 'receipt');
    await hand.choose(dialog.getByLabel('Kind'), 'File');
    await hand.press(dialog.getByRole('button', { name: 'Done' }));

    await hand.press(page.getByRole('button', { name: 'App', exact: true }));
    await hand.press(app.getByRole('button', { name: 'Add to Conversation variables' }));
    await hand.write(dialog.getByLabel('Name'), 'last_order');
    await hand.press(dialog.getByRole('button', { name: 'Done' }));
    await hand.press(app.getByRole('button', { name: 'Add to Environment variables' }));
    await hand.write(dialog.getByLabel('Name'), 'token');
    await hand.choose(dialog.getByLabel('Type'), 'Secret');
    await hand.write(dialog.getByLabel('Value'), canary);
    await hand.press(dialog.getByRole('button', { name: 'Done' }));
    await dialog.waitFor({ state: 'detached' });
    await hand.press(app.getByRole('tab', { name: 'Features' }));
    await hand.write(app.getByLabel('Opening statement'), 'How can we help?');
    await hand.write(app.getByLabel('Suggested questions'), 'Where is my order?\nA repair, please\nAnything new?');
    await hand.press(app.getByRole('switch', { name: 'Citations' }));
    await hand.press(app.getByRole('switch', { name: 'File upload' }));
    await hand.press(app.getByRole('switch', { name: 'Moderation' }));
    await hand.write(app.getByLabel('Words that must not occur'), 'swearword');

    await hand.add('Start', 'Question classifier');
    panel = await hand.open('Question classifier');
    const classes = panel.getByLabel('What belongs to it');
    await hand.write(classes.nth(0), 'Where an order is');
    await hand.write(classes.nth(1), 'A repair');
    await hand.press(panel.getByRole('button', { name: 'Add: Class' }));
    await hand.write(classes.nth(2), 'Anything else');

    panel = await hand.open('LLM');
    await hand.write(panel.getByLabel('Text', { exact: true }), 'Tell where the order of a {{#start.product#}} is.');
    await hand.add('LLM', 'Variable assigner');
    panel = await hand.open('Variable assigner');
    await hand.press(panel.getByRole('button', { name: 'Add a change' }));
    await hand.pick(panel.getByRole('button', { name: /^Variable: / }), 'last_order');
    await hand.pick(panel.getByRole('button', { name: /^Value: / }), 'query');

    await hand.add('Question classifier', 'Human input');
    panel = await hand.open('Human input');
    await hand.write(panel.getByLabel('Form', { exact: true }), 'Repair “{{#sys.query#}}”?');
    await hand.add('Human input', 'HTTP request');
    panel = await hand.open('HTTP request');
    await hand.choose(panel.getByLabel('Method'), 'POST');
    await hand.write(panel.getByLabel('URL'), workshop.url);
    await hand.press(panel.getByRole('group', { name: 'Headers' }).getByRole('button', { name: 'Add a pair' }));
    const headers = panel.getByRole('group', { name: 'Headers' });
    await hand.write(headers.getByLabel('Key'), 'X-Token');
    await hand.write(headers.getByLabel('Value'), '{{#env.token#}}');
    await hand.add('HTTP request', 'Answer');
    await hand.add('Human input', 'Answer');
    panel = await hand.open('Answer 3');
    await hand.write(panel.getByLabel('Answer', { exact: true }), 'We do not repair that.');

    await hand.add('Question classifier', 'Knowledge retrieval');
    panel = await hand.open('Knowledge retrieval');
    await hand.pick(panel.getByRole('button', { name: /^Add a knowledge base/ }), 'Handbook');
    await hand.add('Knowledge retrieval', 'Agent');
    panel = await hand.open('Agent');
    for (const tool of ['Current Time', 'Calculat'])
      await hand.pick(panel.getByRole('button', { name: /^Add a tool: / }), tool);
    await hand.add('Agent', 'Answer');

    const preview = page.getByRole('region', { name: 'Preview' });
    const form = preview.getByRole('group', { name: 'Your input is needed' }).last();
    const ask = async (query: string) => {
      await hand.write(preview.getByRole('textbox', { name: 'Message' }), query);
      await page.keyboard.press('Enter');
    };
    await hand.press(page.getByRole('button', { name: 'Run', exact: true }));
    await preview.getByText('How can we help?').waitFor();
    await ask('Where is my order?');
    await preview
      .getByText('Tell where the order of a')
      .or(preview.getByText('You said: Where is my order?'))
      .first()
      .waitFor();
    await ask('A repair of my lock');
    await hand.press(form.getByRole('button', { name: 'Approve' }));
    await preview.getByText('Ticket 7').waitFor();
    expect(workshop.seen.at(-1)?.headers['x-token']).toBe(canary);
    await ask('A repair of my bag');
    await hand.press(form.getByRole('button', { name: 'Reject' }));
    await preview.getByText('We do not repair that.').waitFor();
    await ask('Anything else: what is 6 * 7 in eval_expression?');
    await preview.getByText('The tool answered: 42').first().waitFor();
    expect(await page.content()).not.toContain(canary);

    await hand.press(page.getByRole('button', { name: 'Publish' }));
    await page.waitForURL(/review/);
    await hand.press(page.getByRole('button', { name: 'Publish' }));
    await hand.press(page.getByRole('button', { name: 'Switch the web page on' }));
    const [site] = await Promise.all([
      page.context().waitForEvent('page'),
      hand.press(page.getByRole('link', { name: 'Open the page' })),
    ]);
    await site.getByText('How can we help?').waitFor();
    await site.getByRole('button', { name: 'Where is my order?' }).click();
    await site.getByText('You said: Where is my order?').first().waitFor();
  });
});
