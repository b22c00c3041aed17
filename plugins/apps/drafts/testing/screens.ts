import { readFileSync } from 'node:fs';
import type { Screen, ScreenKit } from '#plugins/pages/testing/screen.ts';
import { typeInto } from '#plugins/pages/testing/type-into.ts';
import { openSignedIn } from '#plugins/studio/testing/signed-in-screen.ts';

const widths = [390, 1360];
const sample = (name: string) =>
  readFileSync(new URL(`../../../../engine/dsl/samples/${name}`, import.meta.url), 'utf8');

const example = (name: string) => readFileSync(new URL(`../../../../examples/${name}`, import.meta.url), 'utf8');

const questions = `
app: {name: Questions and answers, mode: advanced-chat, icon: x, icon_type: emoji}
kind: app
version: 0.6.0
workflow:
  environment_variables: []
  conversation_variables: []
  features: {opening_statement: Ask me anything.}
  graph:
    edges:
    - {id: e1, source: start, sourceHandle: source, target: check, targetHandle: target}
    - {id: e2, source: check, sourceHandle: 'long', target: model, targetHandle: target}
    - {id: e3, source: check, sourceHandle: 'false', target: short, targetHandle: target}
    - {id: e4, source: model, sourceHandle: source, target: answer, targetHandle: target}
    nodes:
    - {id: start, type: custom, data: {type: start, title: Begin, variables: []}}
    - id: check
      type: custom
      data:
        type: if-else
        title: Is it a question?
        cases:
        - case_id: long
          id: long
          logical_operator: and
          conditions:
          - {id: c1, variable_selector: [sys, query], varType: string, comparison_operator: contains, value: '?'}
    - id: model
      type: custom
      data:
        type: llm
        title: Write the answer
        model: {provider: demo, name: demo-chat, mode: chat, completion_params: {temperature: 0.4}}
        prompt_template:
        - {id: p1, role: system, text: 'You answer in two sentences.'}
        - {id: p2, role: user, text: '{{#sys.query#}}'}
        context: {enabled: false, variable_selector: []}
        vision: {enabled: false}
    - {id: answer, type: custom, data: {type: answer, title: Answer, answer: '{{#model.text#}}', variables: []}}
    - {id: short, type: custom, data: {type: answer, title: Ask again, answer: 'Please ask a question.', variables: []}}
`;

async function open(kit: ScreenKit, document: string): Promise<void> {
  const appId = await kit.prepared(`build ${document.length}`, () => kit.app(document));
  await openSignedIn(kit, `/app/${appId}/build`);
  await kit.page.getByRole('heading', { level: 1 }).waitFor();
}

const select = (kit: ScreenKit, id: string) => kit.page.locator(`.react-flow__node[data-id="${id}"]`).click();

/** For `npm run screenshots`. */
export const screens: readonly Screen[] = [
  { name: 'build-canvas', widths, show: (kit) => open(kit, sample('approval-workflow.yml')) },
  {
    name: 'build-pinned',
    widths,
    async show(kit) {
      await open(kit, questions);
      await select(kit, 'model');
      await kit.page.getByRole('tab', { name: 'Last run' }).click();
      const unpinned = kit.page.getByRole('button', { name: 'Type what it gives' });
      if ((await unpinned.count()) > 0) {
        await unpinned.click();
        const dialog = kit.page.getByRole('dialog');
        await dialog.getByRole('button', { name: 'Pin', exact: true }).click();
        await dialog.waitFor({ state: 'detached' });
      }
      await kit.page.getByRole('button', { name: 'Close' }).click();
      await kit.page.getByRole('button', { name: 'Run', exact: true }).click();
      await typeInto(kit.page.getByRole('textbox', { name: 'Message' }), 'How?');
      await kit.page.keyboard.press('Enter');
      await kit.page.getByRole('link', { name: 'Every moment of this run' }).waitFor();
      await typeInto(kit.page.getByRole('slider', { name: 'Moment of the run' }), '5');
    },
  },
  {
    name: 'build-model',
    widths,
    async show(kit) {
      await open(kit, questions);
      await select(kit, 'model');
    },
  },
  {
    name: 'build-offers',
    widths,
    async show(kit) {
      await open(kit, questions);
      await select(kit, 'model');
      const prompt = kit.page.getByRole('textbox', { name: 'Text', exact: true }).last();
      await prompt.focus();
      await kit.page.keyboard.press('Control+End');
      await kit.page.keyboard.type(' and {{#gone.text#}} /');
      await kit.page.locator('.cm-tooltip-autocomplete [role=option]').first().waitFor();
    },
  },
  {
    name: 'build-code',
    widths,
    async show(kit) {
      await open(kit, sample('approval-workflow.yml'));
      await kit.page
        .locator('.react-flow__node')
        .filter({ hasText: /javascript|python/ })
        .first()
        .click();
      await kit.page.locator('.cm-editor:visible').first().scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'build-app',
    widths,
    async show(kit) {
      await open(kit, questions);
      await kit.page.getByRole('button', { name: 'App', exact: true }).click();
      await kit.page.getByRole('heading', { name: 'Environment variables' }).waitFor();
    },
  },
  {
    name: 'build-app-yaml',
    widths,
    async show(kit) {
      await open(kit, questions);
      await kit.page.getByRole('button', { name: 'App', exact: true }).click();
      await kit.page.getByRole('tab', { name: 'YAML' }).click();
      await kit.page.getByRole('textbox', { name: 'Document (YAML)' }).waitFor();
    },
  },
  {
    name: 'build-conditions',
    widths: [1360],
    async show(kit) {
      await open(kit, questions);
      await select(kit, 'check');
    },
  },
  {
    name: 'build-palette',
    widths,
    async show(kit) {
      await open(kit, questions);
      await kit.page.getByRole('button', { name: 'Add a node (A)' }).click();
    },
  },
  {
    name: 'build-list',
    widths,
    async show(kit) {
      await open(kit, sample('approval-workflow.yml'));
      await kit.page.getByRole('button', { name: 'List of nodes (L)' }).click();
    },
  },
  { name: 'build-chat', widths, show: (kit) => open(kit, sample('translator-chat.yml')) },
  {
    name: 'build-agent',
    widths,
    async show(kit) {
      await open(kit, example('calculating-agent.yml'));
      await kit.page.getByText('Calculator').first().scrollIntoViewIfNeeded();
      if ((kit.page.viewportSize()?.width ?? 0) < 900) await kit.page.getByRole('button', { name: 'Preview' }).click();
      await kit.page.getByRole('button', { name: 'What is 12 * 34?' }).click();
      await kit.page.getByRole('button', { name: 'Ask again' }).waitFor();
    },
  },
  {
    name: 'build-completion',
    widths,
    async show(kit) {
      await open(kit, example('product-text.yml'));
      await kit.page.getByRole('switch', { name: 'Moderation' }).scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'build-input',
    widths,
    async show(kit) {
      await open(kit, example('product-text.yml'));
      await kit.page.getByRole('button', { name: 'Edit audience' }).click();
    },
  },
  {
    name: 'build-document',
    widths,
    async show(kit) {
      await open(kit, sample('translator-chat.yml'));
      await kit.page.getByRole('link', { name: 'YAML' }).click();
      await kit.page.getByRole('textbox', { name: 'Document (YAML)' }).waitFor();
    },
  },
];
