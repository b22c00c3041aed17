import { afterAll, beforeAll, expect, it } from 'vitest';
import { appDocument, edge, node } from '#engine/testing/app-document.ts';
import { startServer } from '#plugins/egress/testing/local-server.ts';
import { describePages } from '#plugins/pages/testing/open-pages.ts';
import { typeInto } from '#plugins/pages/testing/type-into.ts';
import { ownServer, type StudioPerson, studioPerson } from '#plugins/studio/testing/studio-bench.ts';

const canary = 'sk-of-the-conversation';
const topic = { variable: 'topic', label: 'Topic', type: 'text-input', required: true, max_length: 48 };
const document = (url: string, variables: readonly object[] = [], features: object = {}) =>
  appDocument({
    mode: 'advanced-chat',
    features,
    name: 'Desk',
    nodes: [
      node('begin', 'start', { title: 'Begin', variables }),
      node('call', 'http-request', {
        ...{ title: 'Call', method: 'get', url, params: '', headers: 'X-Token:{{#env.token#}}' },
        ...{ body: { type: 'none', data: [] }, authorization: { type: 'no-auth', config: null } },
      }),
      node('ask', 'human-input', {
        ...{
          title: 'Ask',
          form_content: 'Send “{{#sys.query#}}”?\n\n{{#$output.note#}}',
          timeout: 1,
          timeout_unit: 'hour',
        },
        inputs: [{ type: 'paragraph', output_variable_name: 'note', default: null }],
        user_actions: [
          { id: 'yes', title: 'Approve', button_style: 'primary' },
          { id: 'no', title: 'Reject', button_style: 'default' },
        ],
        delivery_methods: [{ id: 'w', type: 'webapp', enabled: true, config: {} }],
      }),
      node('keep', 'assigner', {
        ...{ title: 'Keep', version: '2' },
        items: [
          {
            ...{ variable_selector: ['conversation', 'seen'], input_type: 'variable', operation: 'append' },
            value: ['sys', 'query'],
          },
        ],
      }),
      node('sent', 'answer', { title: 'Sent', answer: '**Sent** {{#sys.query#}} ({{#ask.note#}})', variables: [] }),
      node('kept', 'answer', { title: 'Kept', answer: 'Not sent.', variables: [] }),
    ],
    edges: [
      edge('begin', 'call'),
      edge('call', 'ask'),
      edge('ask', 'keep', 'yes'),
      edge('keep', 'sent'),
      edge('ask', 'kept', 'no'),
    ],
  });

describePages('a chatflow is tried as a conversation', (pages) => {
  let person: StudioPerson;
  let server: Awaited<ReturnType<typeof startServer>>;
  beforeAll(async () => {
    server = await startServer((_, response) => response.end('{}'));
    await ownServer(pages);
    person = await studioPerson(pages);
  });
  afterAll(() => server[Symbol.asyncDispose]());

  it('with a variable, a secret and features; over four turns, with a form that is rejected once', async () => {
    const { appId } = await pages.platform.importApp(document(server.url), { publish: false });
    const page = await person.open(`/app/${appId}/build`, { expected: [/409/] });
    const dialog = page.getByRole('dialog');
    await page.locator('.react-flow__node').first().focus();
    await page.keyboard.press('v');
    await page.getByRole('button', { name: 'Add to Conversation variables' }).click();
    await page.keyboard.type('seen');
    await dialog.getByLabel('Type').selectOption('array[string]');
    await dialog.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: 'Add to Environment variables' }).click();
    await page.keyboard.type('token');
    await dialog.getByLabel('Type').selectOption('secret');
    await typeInto(dialog.getByLabel('Value'), canary);
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('tab', { name: 'Features' }).click();
    await typeInto(page.getByLabel('Opening statement'), 'What shall be sent?');
    await page.getByLabel('Suggested questions').click();
    await page.keyboard.insertText('A letter\nA parcel');
    await page.keyboard.press('Control+Enter');

    const preview = page.getByRole('region', { name: 'Preview' });
    const form = preview.getByRole('group', { name: 'Ask' }).last();
    const ask = async (query: string) => {
      await typeInto(preview.getByRole('textbox', { name: 'Message' }), query);
      await page.keyboard.press('Enter');
      await form.getByText(`Send “${query}”?`).waitFor();
    };
    const values = preview.getByRole('definition');
    await preview.getByText('What shall be sent?').waitFor();
    await preview.getByRole('button', { name: 'A letter' }).click();
    await form.getByText('Send “A letter”?').waitFor();
    expect(await pages.violations(page)).toEqual([]);
    await typeInto(form.getByRole('textbox', { name: 'note' }), 'by mail');
    await form.getByRole('button', { name: 'Approve' }).click();
    await preview.getByText('Sent A letter (by mail)').waitFor();
    await expect.poll(() => values.textContent()).toBe('["A letter"]');
    await ask('A stone');
    await form.getByRole('button', { name: 'Reject' }).click();
    await preview.getByText('Not sent.').waitFor();
    await preview.getByText('Answered: Reject').waitFor();
    for (const query of ['A parcel', 'A card']) {
      await ask(query);
      await page.keyboard.press('Control+Enter');
      await form.getByRole('button', { name: 'Approve' }).click();
      await preview.getByText(`Sent ${query}`).waitFor();
    }
    await expect.poll(() => values.textContent()).toBe('["A letter","A parcel","A card"]');
    await page.locator('.react-flow__node[data-id="sent"] [title="Succeeded"]').waitFor();
    await preview.getByText('5 steps').last().click();
    expect(await pages.violations(page)).toEqual([]);
    expect(server.seen.at(-1)?.headers['x-token']).toBe(canary);
    expect(await page.content()).not.toContain(canary);

    await preview.getByRole('button', { name: 'New conversation' }).click();
    await preview.getByText('What shall be sent?').waitFor();
    await expect.poll(() => values.textContent()).toBe('[]');
  });

  it('after its inputs, which fold to a line; it is there again for who comes back, and leads to what nodes did', async () => {
    const features = { opening_statement: 'Hello.', suggested_questions: ['A letter'] };
    const { appId } = await pages.platform.importApp(document(server.url, [topic], features), { publish: false });
    const page = await person.open(`/app/${appId}/build`, { expected: [/409/] });
    const preview = page.getByRole('region', { name: 'Preview' });
    const message = preview.getByRole('textbox', { name: 'Message' });
    const focused = () => page.evaluate<string>('document.activeElement.id');
    await page.locator('.react-flow__node').first().focus();
    await page.keyboard.press('Control+Enter');
    await preview.getByText('Hello.').waitFor();
    await preview.getByRole('button', { name: 'A letter' }).click();
    await expect.poll(() => message.inputValue()).toBe('A letter');
    const given = preview.getByLabel('Topic');
    await expect.poll(async () => (await given.getAttribute('id')) === (await focused())).toBe(true);
    await page.keyboard.type('Orders');
    await message.focus();
    await page.keyboard.press('Enter');
    await preview.getByRole('button', { name: 'Reject' }).click();
    await preview.getByText('Not sent.').waitFor();
    await expect.poll(() => given.isVisible()).toBe(false);
    await preview.getByText('Topic: Orders').waitFor();
    await preview.getByText('4 steps').click();
    await preview.getByRole('button', { name: 'Call' }).click();
    const tab = page.getByRole('complementary', { name: 'Node Call' }).getByRole('tab', { name: 'Last run' });
    await expect.poll(() => tab.getAttribute('aria-selected')).toBe('true');

    await page.keyboard.press('Control+Enter');
    await preview.getByRole('link', { name: 'Every moment of this run' }).click();
    await page.getByRole('region', { name: 'Graph of the run' }).waitFor();
    await page.goBack();
    await page.locator('.react-flow__node').first().focus();
    await page.keyboard.press('Control+Enter');
    await preview.getByText('Not sent.').waitFor();
    await preview.getByText('Topic: Orders').waitFor();
    await preview.getByRole('button', { name: 'New conversation' }).click();
    await expect.poll(() => given.inputValue()).toBe('Orders');
    await page.reload();
    await page.locator('.react-flow__node').first().focus();
    await page.keyboard.press('Control+Enter');
    await expect.poll(() => given.inputValue()).toBe('Orders');
    expect(await pages.violations(page)).toEqual([]);
  });
});
