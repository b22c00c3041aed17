import { afterAll, beforeAll, expect, it } from 'vitest';
import { appDocument, chain, greetingWorkflow, node } from '#engine/testing/app-document.ts';
import { AssistantBench } from '#plugins/app-assistant/testing/assistant-bench.ts';
import { describePages, type Page } from '#plugins/pages/testing/open-pages.ts';
import { typeInto } from '#plugins/pages/testing/type-into.ts';
import { beginStream } from '#plugins/provider-openai/testing/fake-openai.ts';
import { ownServer, type StudioPerson, studioPerson } from '#plugins/studio/testing/studio-bench.ts';

/** Where nodes stand in a row. */
const at = (x: number, made: object) => ({ ...made, position: { x, y: 280 } });

const blank = appDocument({
  mode: 'workflow',
  name: 'Blank',
  nodes: [
    at(
      80,
      node('start', 'start', {
        title: 'Start',
        variables: [{ variable: 'body', label: 'Text', type: 'paragraph', required: true, max_length: 900 }],
      }),
    ),
    at(380, node('end', 'end', { title: 'End', outputs: [] })),
  ],
  edges: chain('start', 'end'),
});

/** A prompt between the two. */
const summary = {
  summary: 'Summarises the text.',
  nodes: [
    {
      ...{ id: 'ask', type: 'llm', title: 'Summarise' },
      settings: { prompt_template: [{ role: 'user', text: 'Summarise: {{#start.body#}}' }] },
    },
    {
      id: 'end',
      settings: { outputs: [{ variable: 'summary', value_selector: ['ask', 'text'], value_type: 'string' }] },
    },
  ],
  edges: [
    { from: 'start', to: 'ask' },
    { from: 'ask', to: 'end' },
  ],
  remove_edges: [{ from: 'start', to: 'end' }],
};

const card = (page: Page, title: string) => page.getByRole('group', { name: new RegExp(`^${title},`) });

describePages('the assistant of the studio', (pages) => {
  let person: StudioPerson;
  let bench: AssistantBench;
  beforeAll(async () => {
    await ownServer(pages);
    person = await studioPerson(pages);
    bench = await AssistantBench.open(pages.platform);
  });
  afterAll(() => bench[Symbol.asyncDispose]());

  const open = async (document: string) => {
    const appId = await bench.app(document);
    // Where all of a text is replaced, Chromium would keep its style; the policy refuses that.
    return { appId, page: await person.open(`/app/${appId}/build`, { expected: [/inline style/, /409/, /400/] }) };
  };
  const yaml = async (appId: string) => {
    const { body } = await pages.platform.management.request(`/console/api/apps/${appId}/draft`);
    return (body as { yaml: string }).yaml;
  };

  it('proposes what somebody describes on an empty canvas; it is looked at, applied, and taken back in one step', async () => {
    const { appId, page } = await open(blank);
    const before = await yaml(appId);
    bench.model.says(summary);
    await page.getByRole('button', { name: 'Describe what you want', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Assistant' });
    await typeInto(dialog.getByRole('textbox', { name: 'What do you want?' }), 'Summarise the text');
    await dialog.getByRole('button', { name: 'Propose a change' }).click();
    await dialog.getByText('Summarises the text.').waitFor();
    const nodes = dialog.getByRole('region', { name: 'Nodes' });
    await nodes.getByText('Summarise', { exact: true }).waitFor();
    await nodes.getByText('End', { exact: true }).waitFor();
    expect(await pages.violations(page)).toEqual([]);
    expect(await yaml(appId)).toBe(before);
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await dialog.waitFor({ state: 'detached' });
    await card(page, 'Summarise').waitFor();
    await expect.poll(() => yaml(appId)).toContain('Summarise: {{#start.body#}}');
    await page.getByRole('button', { name: 'Undo' }).click();
    await card(page, 'Summarise').waitFor({ state: 'detached' });
    await expect.poll(() => yaml(appId)).toBe(before);
    await page.getByRole('button', { name: 'Redo' }).click();
    await card(page, 'Summarise').waitFor();
  });

  it('is stopped by who no longer wants it, and discarded without a trace', async () => {
    const { appId, page } = await open(blank);
    const before = await yaml(appId);
    const cut = bench.model.server.cut();
    const seen = bench.model.server.seen.length;
    bench.model.says((_call, response) => beginStream(response), summary);
    await page.getByRole('button', { name: 'Assistant: describe what you want' }).click();
    const dialog = page.getByRole('dialog', { name: 'Assistant' });
    await typeInto(dialog.getByRole('textbox', { name: 'What do you want?' }), 'Summarise the text');
    await dialog.getByRole('button', { name: 'Propose a change' }).click();
    await dialog.getByRole('status').filter({ hasText: 'Asking the model…' }).waitFor({ state: 'attached' });
    await expect.poll(() => bench.model.server.seen.length).toBe(seen + 1);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect.poll(() => bench.model.server.cut()).toBe(cut + 1);
    await dialog.getByRole('button', { name: 'Propose a change' }).click();
    await dialog.getByRole('button', { name: 'Discard' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await yaml(appId)).toBe(before);
    expect(await page.getByRole('button', { name: 'Undo' }).isDisabled()).toBe(true);
  });

  it('fixes a problem of the list, and a run that failed', async () => {
    const { appId, page } = await open(greetingWorkflow().replace('{{ name }}', '{{ name | shorter }}'));
    const fixed = {
      summary: 'There is no filter shorter.',
      nodes: [{ id: '2', settings: { template: 'Hello {{ name | lower }}' } }],
    };
    bench.model.says(fixed, fixed);
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await typeInto(page.getByRole('textbox', { name: 'Name' }), 'Ada');
    await page.keyboard.press('Enter');
    await page.getByRole('complementary').getByRole('button', { name: 'Fix with the assistant' }).click();
    const dialog = page.getByRole('dialog', { name: 'Fix with the assistant' });
    await dialog.getByText('There is no filter shorter.').waitFor();
    await dialog.getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('button', { name: /^\d+ problems?/ }).click();
    const list = page.getByRole('dialog', { name: 'Problems' });
    await list.getByRole('button', { name: 'Fix with the assistant' }).first().click();
    await dialog.getByText('Hello {{ name | lower }}').waitFor();
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => yaml(appId)).toContain('{{ name | lower }}');
    await page.getByRole('button', { name: /^\d+ problems?/ }).waitFor({ state: 'detached' });
  });

  it('writes code at its field: it is shown before it takes the place of what is there, and is taken back', async () => {
    const { appId, page } = await open(
      appDocument({
        mode: 'workflow',
        nodes: [
          at(80, node('start', 'start', { title: 'Start', variables: [] })),
          at(
            380,
            node('count', 'code', {
              ...{ title: 'Count', code_language: 'javascript', variables: [] },
              code: 'function main() {\n  return { result: 1 };\n}\n',
              outputs: { result: { type: 'number', children: null } },
            }),
          ),
          at(
            680,
            node('end', 'end', { title: 'End', outputs: [{ variable: 'n', value_selector: ['count', 'result'] }] }),
          ),
        ],
        edges: chain('start', 'count', 'end'),
      }),
    );
    const before = await yaml(appId);
    bench.model.says({ code: 'function main() {\n  return { result: 42 };\n}\n', summary: 'Gives 42.' });
    await card(page, 'Count').click();
    await page.getByRole('button', { name: 'Write with the assistant: Code' }).click();
    const dialog = page.getByRole('dialog', { name: 'Write: Code' });
    await typeInto(dialog.getByRole('textbox', { name: 'What should stand there?' }), 'Always 42');
    await dialog.getByRole('button', { name: 'Write', exact: true }).click();
    await dialog.getByText('return { result: 42 };').waitFor();
    expect(await pages.violations(page)).toEqual([]);
    expect(await yaml(appId)).toBe(before);
    await dialog.getByRole('button', { name: 'Replace' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.locator('.cm-content').getByText('42').waitFor();
    await expect.poll(() => yaml(appId)).toContain('result: 42');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => yaml(appId)).toBe(before);
  });

  it('attack T15: shows what a model says as text, whatever it says', async () => {
    const { page } = await open(blank);
    const markup = '<img src=x onerror="document.title=1">';
    bench.model.says({
      summary: markup,
      nodes: [{ id: 'x', type: 'template-transform', title: markup, settings: { template: markup, variables: [] } }],
      edges: [{ from: 'start', to: 'x' }],
    });
    await page.getByRole('button', { name: 'Describe what you want', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Assistant' });
    await typeInto(dialog.getByRole('textbox', { name: 'What do you want?' }), 'x');
    await dialog.getByRole('button', { name: 'Propose a change' }).click();
    await dialog.getByText(markup).first().waitFor();
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await page.getByRole('group').filter({ hasText: markup }).first().waitFor();
    expect(await page.locator('img[src="x"]').count()).toBe(0);
    expect(await pages.violations(page)).toEqual([]);
  });

  it('is not offered without a model that could do it', async () => {
    await pages.platform.management.request('/console/api/providers/openai?confirm=true', { method: 'DELETE' });
    const { page } = await open(blank);
    await card(page, 'Start').waitFor();
    const isAnswered = () =>
      page.evaluate(() => performance.getEntriesByType('resource').some(({ name }) => name.endsWith('/assistant')));
    await expect.poll(isAnswered).toBe(true);
    expect(await page.getByRole('button', { name: /Assistant|Describe what/ }).count()).toBe(0);
  });
});
