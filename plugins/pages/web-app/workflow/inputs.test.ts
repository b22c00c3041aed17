import { expect, it } from 'vitest';
import { formWorkflow } from '#plugins/delivery-api/testing/documents.ts';
import { describePages, type Page } from '#plugins/pages/testing/open-pages.ts';
import { typeInto } from '#plugins/pages/testing/type-into.ts';
import { everyInput } from '#plugins/web-app/testing/workflow-documents.ts';

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const picture = { name: 'leaf.png', mimeType: 'image/png', buffer: png };
const paper = (name: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from('Ferns.') });
const field = (page: Page, name: string) => page.locator(`[data-field="${name}"]`);
const files = (page: Page, name: string) => field(page, name).getByRole('listitem');
const picker = (page: Page, name: string) => field(page, name).locator('input[type=file]');
const submit = (page: Page) => page.getByRole('button', { name: /^Run/ }).click();

/** Lets go of files over a field, as a drag from elsewhere does, or pastes them. */
async function give(page: Page, name: string, kind: 'drop' | 'paste', file: string): Promise<void> {
  await field(page, name).waitFor();
  await page.evaluate(`
    const data = new DataTransfer();
    data.items.add(new File(['Ferns.'], ${JSON.stringify(file)}));
    const init = { bubbles: true, cancelable: true };
    const event = ${JSON.stringify(kind)} === 'drop'
      ? new DragEvent('drop', { ...init, dataTransfer: data })
      : new ClipboardEvent('paste', { ...init, clipboardData: data });
    document.querySelector('[data-field=${JSON.stringify(name)}] input').dispatchEvent(event);
  `);
}

describePages('the form of an app', (pages) => {
  const form = () => pages.app(formWorkflow(everyInput));

  it('names each field that is wrong, and goes to the first', async () => {
    const { appId } = await form();
    const page = await pages.open(`/chat/${appId}`);
    await typeInto(page.getByLabel('Count'), '1,5');
    await typeInto(page.getByLabel('Extra'), '{"a": 1,\n}');
    await page.getByLabel('Notes').press('Control+Enter');
    await page.getByText('4 fields need another look.').waitFor();
    const told = ['topic', 'count', 'tone', 'extra'].map((name) => field(page, name).innerText());
    expect((await Promise.all(told)).map((text) => text.trim().split('\n').at(-1))).toEqual([
      'This field must be filled in.',
      'Write a number, such as 3 or 2.5.',
      'Choose one of the options.',
      'This is no JSON: look at line 2.',
    ]);
    await expect.poll(() => page.evaluate("document.activeElement?.getAttribute('name')")).toBe('topic');
    expect(await pages.violations(page)).toEqual([]);
    // What is mended is right at once.
    await typeInto(page.getByLabel('Topic'), 'Ferns that are far too long');
    await field(page, 'topic').getByText('At most 20 characters; 7 too many.').waitFor();
    await typeInto(page.getByLabel('Topic'), 'Ferns');
    await page.getByText('3 fields need another look.').waitFor();
  });

  it('sends every type of input', async () => {
    const { appId } = await form();
    const page = await pages.open(`/chat/${appId}?notes=from+a+link`);
    expect(await page.getByLabel('Notes').inputValue()).toBe('from a link');
    await typeInto(page.getByLabel('Topic'), 'Ferns');
    await typeInto(page.getByLabel('Count'), '2.5');
    await page.getByLabel('Tone').selectOption('warm');
    await page.getByLabel('Loud').check();
    await typeInto(page.getByLabel('Extra'), '{"soil": "damp"}');
    await picker(page, 'photo').setInputFiles(picture);
    await picker(page, 'papers').setInputFiles([paper('a.txt'), paper('b.md')]);
    await expect.poll(() => page.getByRole('progressbar').count()).toBe(0);
    await submit(page);
    const result = page.getByRole('region', { name: 'Result' });
    await result.getByRole('status').getByText('Finished').waitFor();
    const shown = (name: string) => result.getByRole('region', { name, exact: true }).innerText();
    expect(await shown('topic')).toContain('Ferns');
    expect(await shown('count')).toContain('2.5');
    expect(await shown('tone')).toContain('warm');
    expect(await shown('loud')).toContain('true');
    expect(await shown('extra')).toContain('damp');
    expect(await shown('photo')).toContain('leaf.png');
    expect(await shown('papers')).toMatch(/a\.txt.*b\.md/s);
    // The picture is fetched from here, and shown.
    await result.getByRole('img', { name: 'leaf.png' }).waitFor();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download a.txt' }).click();
    expect((await download).suggestedFilename()).toBe('a.txt');
    expect(await pages.violations(page)).toEqual([]);
  });

  it('takes files by drop and paste, refuses others before they are sent, and lets go of them', async () => {
    const { appId } = await form();
    const page = await pages.open(`/chat/${appId}`);
    await give(page, 'papers', 'drop', 'dropped.txt');
    await files(page, 'papers').getByText('dropped.txt').waitFor();
    // Pasted anywhere in the form, it goes where such files are taken.
    await give(page, 'topic', 'paste', 'pasted.md');
    await files(page, 'papers').getByText('pasted.md').waitFor();
    await give(page, 'photo', 'drop', 'tool.exe');
    await field(page, 'photo').getByText('“tool.exe” is of a type that this field does not take.').waitFor();
    expect(await files(page, 'photo').count()).toBe(0);
    await page.getByRole('button', { name: 'Remove dropped.txt' }).click();
    await expect.poll(() => files(page, 'papers').count()).toBe(1);
    await typeInto(field(page, 'photo').getByRole('textbox'), 'ftp://example.com/a.png');
    await field(page, 'photo').getByRole('button', { name: 'Add' }).click();
    await field(page, 'photo').getByText('Write an address that begins with https://').waitFor();
    await typeInto(field(page, 'photo').getByRole('textbox'), 'https://example.com/a.png');
    await field(page, 'photo').getByRole('textbox').press('Enter');
    await files(page, 'photo').getByText('https://example.com/a.png').waitFor();
  });

  it('shows how far an upload is, and tries again what did not arrive', async () => {
    const { appId } = await form();
    const page = await pages.open(`/chat/${appId}`, { expected: [/413/] });
    let isHeld = true;
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/v1/files/upload', async (route) => {
      if (!isHeld) return route.continue();
      await held;
      return route.fulfill({ status: 413, json: { code: 'file_too_large', message: 'Too large here.', status: 413 } });
    });
    await picker(page, 'photo').setInputFiles(picture);
    await files(page, 'photo').getByRole('progressbar').waitFor();
    await typeInto(page.getByLabel('Topic'), 'Ferns');
    await page.getByLabel('Tone').selectOption('dry');
    await submit(page);
    await field(page, 'photo').getByText('A file is still being uploaded.').waitFor();
    release();
    await field(page, 'photo').getByText('Not uploaded: Too large here.').waitFor();
    isHeld = false;
    await page.getByRole('button', { name: 'Try again' }).click();
    await files(page, 'photo').getByText('70').waitFor();
    await submit(page);
    await page.getByRole('status').getByText('Finished').waitFor();
  });
});
