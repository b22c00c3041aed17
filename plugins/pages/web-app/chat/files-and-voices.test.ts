import { afterAll, beforeAll, expect, it } from 'vitest';
import { describePages, phone } from '#plugins/pages/testing/open-pages.ts';
import { typeInto } from '#plugins/pages/testing/type-into.ts';
import { answers, type ChatBench, send, startChatBench, unlimited } from '#plugins/web-app/testing/chat-bench.ts';

/** A picture of one point. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const inputs = {
  user_input_form: [
    { 'text-input': { variable: 'plant', label: 'Plant', required: true, max_length: 20 } },
    { select: { variable: 'light', label: 'Light', required: false, options: ['shade', 'sun'] } },
  ],
  opening_statement: 'About your {{plant}}.',
};
const files = {
  file_upload: {
    enabled: true,
    number_limits: 2,
    allowed_file_types: ['image'],
    allowed_file_upload_methods: ['local_file'],
    image: { enabled: true, number_limits: 2, detail: 'low', transfer_methods: ['local_file'] },
  },
};

describePages('what goes along with messages', (pages) => {
  let bench: ChatBench;
  beforeAll(async () => {
    bench = await startChatBench(pages);
  });
  afterAll(() => bench.close());

  it('are inputs, asked for once, at the field that is wrong', async () => {
    const appId = await bench.app('echo', inputs, unlimited);
    const page = await pages.open(`/chat/${appId}`);
    await page.getByLabel('Plant').waitFor();
    expect(await pages.violations(page)).toEqual([]);
    await send(page, 'How much water?');
    await page.getByText('This field must be filled in.').waitFor();
    expect(await answers(page).count()).toBe(0);
    await typeInto(page.getByLabel('Plant'), 'fern');
    // The list of conversations tells what this one began with, and comes last.
    const list = Promise.withResolvers<void>();
    await page.route(/\/conversations\?/, async (route) => {
      await list.promise;
      await route.continue();
    });
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await answers(page).last().getByRole('button', { name: 'Copy' }).waitFor();
    list.resolve();
    await page.getByText('About your fern.').waitFor();
    await send(page, 'And light?');
    await expect.poll(() => answers(page).count()).toBe(2);
  });

  it('are pictures by picker, paste and drop, within the limits of the app', async () => {
    const appId = await bench.app('echo', files, unlimited);
    const page = await pages.open(`/chat/${appId}`);
    const picker = page.locator('input[type=file]');
    await picker.waitFor({ state: 'attached' });
    const note = (name: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from('x') });
    await picker.setInputFiles([note('notes.txt'), note('plan.doc')]);
    await page.getByText('“notes.txt” is of a type that this field does not take.').waitFor();
    await page.getByText('“plan.doc” is of a type that this field does not take.').waitFor();
    await picker.setInputFiles({ name: 'leaf.png', mimeType: 'image/png', buffer: png });
    await page.getByText('leaf.png').waitFor();
    await expect.poll(() => page.evaluate<string>('document.activeElement.tagName')).toBe('TEXTAREA');
    const transfer = (event: string, target: string) => `(() => {
      const data = new DataTransfer();
      data.items.add(new File([Uint8Array.from(atob('${png.toString('base64')}'), (c) => c.charCodeAt(0))], '${event}.png', { type: 'image/png' }));
      const options = { bubbles: true, cancelable: true, dataTransfer: data, clipboardData: data };
      document.querySelector('${target}').dispatchEvent(new ${event === 'paste' ? 'ClipboardEvent' : 'DragEvent'}('${event}', options));
    })()`;
    await page.evaluate(transfer('paste', 'textarea'));
    await page.getByText('paste.png').waitFor();
    await page.evaluate(transfer('drop', 'main'));
    await page.getByText('At most 2 files.').waitFor();
    expect(await pages.violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Remove paste.png' }).click();
    await expect.poll(() => page.getByText('paste.png').count()).toBe(0);
    await send(page, 'What is this?');
    const question = page.getByRole('article', { name: 'You said' });
    await question.getByRole('img', { name: 'leaf.png' }).waitFor();
    await answers(page).last().getByRole('button', { name: 'Copy' }).waitFor();
    await page.reload();
    await expect
      .poll(() =>
        question
          .getByRole('img', { name: 'leaf.png' })
          .evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth),
      )
      .toBe(1);
  });

  it('may come from the camera of a phone', async () => {
    const appId = await bench.app('echo', files, unlimited);
    const accepted = async (options: object) => {
      const page = await pages.open(`/chat/${appId}`, options);
      const picker = page.locator('input[type=file]');
      await picker.waitFor({ state: 'attached' });
      return (await picker.getAttribute('accept'))?.split(',') ?? [];
    };
    expect(await accepted(phone)).toContain('image/*');
    const desktop = await accepted({});
    expect(desktop).not.toContain('image/*');
    expect(desktop).toContain('.png');
  });

  it('are spoken, and read aloud, where the app has voices', async () => {
    const { management } = pages.platform;
    await management.request('/console/api/providers/openai', {
      method: 'PUT',
      body: { credentials: { openai_api_key: 'sk-1234567890', openai_api_base: bench.server.url } },
    });
    const speech = {
      speech_to_text: { enabled: true },
      text_to_speech: { enabled: true, voice: 'nova', language: 'en' },
    };
    const appId = await bench.app('echo', speech, unlimited);
    const context = await pages.context();
    // No microphone here: what a browser records is stood in for, as far as the page sees of it.
    await context.addInitScript(`
      Object.defineProperty(navigator, 'mediaDevices', { value: { getUserMedia: async () => ({ getTracks: () => [] }) } });
      window.MediaRecorder = class extends EventTarget {
        static isTypeSupported() { return true; }
        mimeType = 'audio/webm'; stream = { getTracks: () => [] }; state = 'inactive';
        start() { this.state = 'recording'; }
        stop() {
          this.state = 'inactive';
          const head = [0x1a, 0x45, 0xdf, 0xa3, 0x87, 0x42, 0x82, 0x84, 0x77, 0x65, 0x62, 0x6d];
          const data = new Blob([new Uint8Array([...head, ...new Array(6000).fill(0)])], { type: 'audio/webm' });
          this.dispatchEvent(Object.assign(new Event('dataavailable'), { data }));
          this.dispatchEvent(new Event('stop'));
        }
      };
      window.Audio = class extends EventTarget {
        play() { window.heard = 'playing'; return Promise.resolve(); }
        pause() { window.heard = 'paused'; }
      };`);
    const page = await context.newPage();
    await page.goto(`${pages.platform.url}/chat/${appId}`);
    await page.getByRole('button', { name: 'Speak', exact: true }).click();
    await page.getByRole('button', { name: 'Stop recording' }).click();
    await expect.poll(() => page.getByRole('textbox', { name: 'Message' }).inputValue()).toBe('spoken words');
    // Held, it records until it is let go.
    const speak = page.getByRole('button', { name: 'Speak', exact: true });
    await speak.hover();
    await page.mouse.down();
    await page.getByRole('button', { name: 'Stop recording' }).waitFor();
    await page.mouse.up();
    await expect
      .poll(() => page.getByRole('textbox', { name: 'Message' }).inputValue())
      .toBe('spoken words spoken words');
    await speak.waitFor();
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    const spoken = page.waitForResponse(/text-to-audio/);
    await answers(page).last().getByRole('button', { name: 'Read aloud' }).click();
    expect((await spoken).status()).toBe(200);
    const tools = answers(page).last();
    await tools.getByRole('button', { name: 'Pause reading' }).click();
    expect(await page.evaluate('window.heard')).toBe('paused');
    await tools.getByRole('button', { name: 'Go on reading' }).click();
    expect(await page.evaluate('window.heard')).toBe('playing');
    await tools.getByRole('button', { name: 'Pause reading' }).waitFor();
    expect(await pages.violations(page)).toEqual([]);
    await tools.getByRole('button', { name: 'Stop reading' }).click();
    await tools.getByRole('button', { name: 'Read aloud' }).waitFor();
  });
});
