import { beforeAll, expect, it } from 'vitest';
import { appDocument, edge, node } from '#engine/testing/app-document.ts';
import { describePages } from '#plugins/pages/testing/open-pages.ts';
import { typeInto } from '#plugins/pages/testing/type-into.ts';
import { ownServer, type StudioPerson, studioPerson } from '#plugins/studio/testing/studio-bench.ts';

const code = `function main() {
  return { rows: [{ city: 'Oslo', rain: 3 }], words: ['one', 'two'], count: 3 };
}`;
const document = appDocument({
  mode: 'workflow',
  name: 'Report',
  nodes: [
    node('begin', 'start', { title: 'Begin', variables: [] }),
    node('ask', 'human-input', {
      ...{ title: 'Ask', form_content: 'Which **title**?', timeout: 1, timeout_unit: 'hour' },
      inputs: [{ type: 'paragraph', output_variable_name: 'title', default: null }],
      user_actions: [{ id: 'go', title: 'Go on', button_style: 'primary' }],
      delivery_methods: [{ id: 'w', type: 'webapp', enabled: true, config: {} }],
    }),
    node('make', 'code', {
      ...{ title: 'Make', code_language: 'javascript', code, variables: [] },
      outputs: {
        rows: { type: 'array[object]', children: null },
        words: { type: 'array[string]', children: null },
        count: { type: 'number', children: null },
      },
    }),
    node('end', 'end', {
      title: 'End',
      outputs: ['rows', 'words', 'count']
        .map((name) => ({ variable: name, value_selector: ['make', name] }))
        .concat([{ variable: 'title', value_selector: ['ask', 'title'] }]),
    }),
  ],
  edges: [edge('begin', 'ask'), edge('ask', 'make', 'go'), edge('make', 'end')],
});

describePages('what comes of a workflow, where it is built', (pages) => {
  let person: StudioPerson;
  beforeAll(async () => {
    await ownServer(pages);
    person = await studioPerson(pages);
  });

  it('is shown as what it is, after the form that its run asks for', async () => {
    const { appId } = await pages.platform.importApp(document, { publish: false });
    const page = await person.open(`/app/${appId}/build`, { expected: [/409/] });
    await page.locator('.react-flow__node').first().waitFor();
    await page.keyboard.press('Control+Enter');
    const panel = page.getByRole('complementary', { name: 'Run the draft' });
    await panel.getByRole('button', { name: 'Run', exact: true }).click();
    const form = panel.getByRole('group', { name: 'Ask' });
    await typeInto(form.getByRole('textbox', { name: 'title' }), '**Rain**');
    await page.keyboard.press('Control+Enter');
    await panel.getByText('Succeeded').waitFor();
    await panel.getByText('Answered: Go on').waitFor();
    const output = (name: string) => panel.getByRole('region', { name, exact: true });
    await expect.poll(() => output('title').locator('strong').textContent()).toBe('Rain');
    await expect.poll(() => output('words').getByRole('listitem').allTextContents()).toEqual(['one', 'two']);
    expect(await output('count').textContent()).toContain('3');
    await output('rows').getByText('Oslo').waitFor();
    expect(await pages.violations(page)).toEqual([]);
  });
});
