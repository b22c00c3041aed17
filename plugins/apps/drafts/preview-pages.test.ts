import { beforeAll, expect, it } from 'vitest';
import { appDocument, chain, edge, node } from '#engine/testing/app-document.ts';
import { describePages } from '#plugins/pages/testing/open-pages.ts';
import { typeInto } from '#plugins/pages/testing/type-into.ts';
import { ownServer, type StudioPerson, studioPerson } from '#plugins/studio/testing/studio-bench.ts';

const repeating = appDocument({
  mode: 'advanced-chat',
  name: 'Repeats',
  features: { suggested_questions_after_answer: { enabled: true } },
  nodes: [
    node('begin', 'start', { title: 'Begin', variables: [] }),
    node('say', 'answer', { title: 'Say', answer: 'You said: {{#sys.query#}}', variables: [] }),
  ],
  edges: chain('begin', 'say'),
});

const speaking = appDocument({
  mode: 'advanced-chat',
  name: 'Speaks',
  features: { speech_to_text: { enabled: true }, text_to_speech: { enabled: true } },
  nodes: [
    node('begin', 'start', { title: 'Begin', variables: [] }),
    node('say', 'answer', { title: 'Say', answer: 'You said: {{#sys.query#}}', variables: [] }),
  ],
  edges: chain('begin', 'say'),
});

/** No microphone here: what a browser records is stood in for, as far as the page sees of it. */
const microphone = `
  Object.defineProperty(navigator, 'mediaDevices', { value: { getUserMedia: async () => ({ getTracks: () => [] }) } });
  window.MediaRecorder = class extends EventTarget {
    static isTypeSupported() { return true; }
    mimeType = 'audio/webm'; stream = { getTracks: () => [] };
    start() {}
    stop() {
      const head = [0x1a, 0x45, 0xdf, 0xa3, 0x87, 0x42, 0x82, 0x84, 0x77, 0x65, 0x62, 0x6d];
      const data = new Blob([new Uint8Array([...head, ...new Array(6000).fill(0)])], { type: 'audio/webm' });
      this.dispatchEvent(Object.assign(new Event('dataavailable'), { data }));
      this.dispatchEvent(new Event('stop'));
    }
  };`;

const asking = appDocument({
  mode: 'advanced-chat',
  name: 'Asks for a paper',
  nodes: [
    node('begin', 'start', { title: 'Begin', variables: [] }),
    node('ask', 'human-input', {
      ...{ title: 'Ask', form_content: 'Which paper?\n\n{{#$output.paper#}}', timeout: 1, timeout_unit: 'hour' },
      inputs: [
        {
          ...{ type: 'file', output_variable_name: 'paper', allowed_file_types: ['document'] },
          allowed_file_upload_methods: ['local_file'],
        },
      ],
      user_actions: [{ id: 'yes', title: 'Send', button_style: 'primary' }],
      delivery_methods: [{ id: 'w', type: 'webapp', enabled: true, config: {} }],
    }),
    node('say', 'answer', { title: 'Say', answer: 'Thanks for {{#ask.paper#}}.', variables: [] }),
  ],
  edges: [edge('begin', 'ask'), edge('ask', 'say', 'yes')],
});

describePages('the preview of a chatflow', (pages) => {
  let person: StudioPerson;
  beforeAll(async () => {
    await ownServer(pages);
    person = await studioPerson(pages);
  });
  const open = async (document: string) => {
    const { appId } = await pages.platform.importApp(document);
    const page = await person.open(`/app/${appId}/build`);
    const preview = page.getByRole('region', { name: 'Preview' });
    await page.getByRole('button', { name: 'Run', exact: true }).press('Enter');
    const say = async (message: string) => {
      await typeInto(preview.getByRole('textbox', { name: 'Message' }), message);
      await page.keyboard.press('Enter');
    };
    return { page, preview, say };
  };

  it('offers questions that may come next, which are asked by a key', async () => {
    const { page, preview, say } = await open(repeating);
    let count = 0;
    // What a model would suggest is tried with the server; here it is what comes of it.
    await page.route('**/draft/messages/*/suggested', async (route) => {
      count += 1;
      const data = count === 1 ? ['Which <b>soil</b>?', 'How much light?'] : [];
      await route.fulfill({ json: { result: 'success', data } });
    });
    await say('Ferns');
    await preview.getByText('You said: Ferns').waitFor();
    const offers = preview.getByRole('region', { name: 'Suggested questions' });
    await offers.getByRole('button', { name: 'Which <b>soil</b>?' }).waitFor();
    expect(await pages.violations(page)).toEqual([]);
    await offers.getByRole('button', { name: 'How much light?' }).press('Enter');
    await preview.getByText('You said: How much light?').waitFor();
    await expect.poll(() => offers.count()).toBe(0);
  });

  it('takes files in a form that it asks to fill in', async () => {
    const { page, preview, say } = await open(asking);
    await say('Here');
    const form = preview.getByRole('group', { name: 'Ask' });
    await form.locator('input[type=file]').setInputFiles({
      ...{ name: 'ferns.txt', mimeType: 'text/plain', buffer: Buffer.from('Ferns like shade.') },
    });
    await form.getByText('ferns.txt').waitFor();
    expect(await pages.violations(page)).toEqual([]);
    await form.getByRole('button', { name: 'Send' }).press('Enter');
    await preview.getByText(/Thanks for/).waitFor();
    await form.getByText('Answered: Send').waitFor();
  });

  it('takes what is spoken for a message, and reads its answer aloud', async () => {
    const { page, preview } = await open(speaking);
    await page.evaluate(microphone);
    await preview.getByRole('button', { name: 'Speak', exact: true }).press('Enter');
    await preview.getByRole('button', { name: 'Stop recording' }).press('Enter');
    const message = preview.getByRole('textbox', { name: 'Message' });
    await expect.poll(() => message.inputValue()).toMatch(/bytes of audio named speech\.webm/);
    await message.press('Enter');
    await preview.getByText(/You said: .*speech\.webm/).waitFor();
    const spoken = page.waitForResponse(/draft\/text-to-audio/);
    await preview.getByRole('button', { name: 'Read aloud' }).press('Enter');
    const answer = await spoken;
    expect([answer.status(), answer.headers()['content-type']]).toEqual([200, 'audio/wav']);
    expect(await pages.violations(page)).toEqual([]);
  });

  it('has no voices where the draft has none', async () => {
    const { preview, say } = await open(repeating);
    await say('Ferns');
    await preview.getByRole('button', { name: 'Copy the answer' }).waitFor();
    expect(await preview.getByRole('button', { name: /Speak|Read aloud/ }).count()).toBe(0);
  });
});
