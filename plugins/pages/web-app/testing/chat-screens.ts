import { modelChat } from '#engine/testing/app-document.ts';
import { modelApp } from '#plugins/history-api/testing/documents.ts';
import { approvalChat } from '#plugins/human-input/testing/documents.ts';
import type { Screen, ScreenKit } from '#plugins/pages/testing/screen.ts';

const answer = `Here is what a fern wants:

1. **Shade**, never the midday sun
2. Soil that is \`moist\`, not wet, as [the guide](https://docs.example/ferns) says

| Month | Water |
|---|--:|
| May | 200 ml |
| June | 350 ml |

\`\`\`python
def water(plant, amount=200):  # twice a week
    return f"{plant}: {amount} ml"
\`\`\`

The leaf area is $A = \\pi r^2$. ![A leaf](https://pics.example/leaf.png)`;

/** The demo model: it repeats what it is given. */
function demoApp(features: Readonly<Record<string, unknown>>): string {
  const document = JSON.parse(modelApp('chat', 'demo-chat', features)) as {
    model_config: { model: Record<string, unknown> };
  };
  Object.assign(document.model_config.model, { provider: 'demo', completion_params: { pace_ms: 0, max_tokens: 400 } });
  return JSON.stringify(document);
}

const opening = {
  opening_statement: 'Hello! I know **plants**. What would you like to know?',
  suggested_questions: ['How often do I water a fern?', 'Why are the leaves yellow?', 'Which soil?'],
};
const looks = { title: 'Fern Desk', color: '#0a7d4f', disclaimer: 'It may be wrong.', copyright: 'Fern Ltd' };

async function open(kit: ScreenKit, name: string, document: string): Promise<void> {
  const id = await kit.prepared(`chat-${name}`, () => kit.app(document, looks));
  await kit.page.goto(`${kit.origin}/chat/${id}`);
  await kit.page.getByRole('textbox', { name: 'Message' }).waitFor();
}

async function ask(kit: ScreenKit, query: string): Promise<void> {
  await kit.page.getByRole('textbox', { name: 'Message' }).fill(query);
  await kit.page.getByRole('button', { name: 'Send', exact: true }).click();
}

const copy = (kit: ScreenKit) => kit.page.getByRole('button', { name: 'Copy' }).last().waitFor();

/** The chat page in the states that are designed. */
export const chatScreens: readonly Screen[] = [
  {
    name: 'chat-opening',
    async show(kit) {
      await open(kit, 'opening', demoApp(opening));
      await kit.page.getByText('I know plants').waitFor();
    },
  },
  {
    name: 'chat-inputs',
    async show(kit) {
      const plant = { 'text-input': { variable: 'plant', label: 'Plant', required: true, max_length: 40 } };
      const light = { select: { variable: 'light', label: 'Light', required: false, options: ['shade', 'sun'] } };
      await open(kit, 'inputs', demoApp({ ...opening, user_input_form: [plant, light] }));
      await kit.page.getByLabel('Plant').waitFor();
      await ask(kit, 'How much water?');
    },
  },
  {
    name: 'chat-answer',
    async show(kit) {
      await open(kit, 'answer', demoApp({}));
      await ask(kit, answer);
      await copy(kit);
    },
  },
  {
    name: 'chat-short-answer',
    async show(kit) {
      await open(kit, 'answer', demoApp({}));
      await ask(kit, 'Hi');
      await copy(kit);
    },
  },
  {
    name: 'chat-running',
    async show(kit) {
      await open(kit, 'running', modelChat({ completion_params: { pace_ms: 400, max_tokens: 400 } }));
      await ask(kit, answer);
      await kit.page.getByText('understands').waitFor();
    },
  },
  {
    name: 'chat-failed',
    async show(kit) {
      await open(kit, 'failed', modelChat({ name: 'no-such-model' }));
      await ask(kit, 'Hello?');
      await kit.page.getByRole('alert').first().waitFor();
    },
  },
  {
    name: 'chat-form',
    async show(kit) {
      await open(kit, 'form', approvalChat());
      await ask(kit, 'the new fern');
      await kit.page.getByRole('button', { name: 'Approve' }).waitFor();
    },
  },
  {
    name: 'chat-loading',
    widths: [390],
    async show(kit) {
      await kit.page.route('**/v1/messages?*', () => {});
      const id = await kit.prepared('chat-answer', () => kit.app(demoApp({}), looks));
      await kit.page.goto(`${kit.origin}/chat/${id}/c/01a213b0-0ed0-75dd-91fc-0507003e0dfa`);
      await kit.page.getByRole('textbox', { name: 'Message' }).waitFor();
      await kit.page.waitForTimeout(500);
    },
  },
];
