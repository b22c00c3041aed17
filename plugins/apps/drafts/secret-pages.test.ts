import { afterAll, beforeAll, expect, it } from 'vitest';
import { appDocument, chain, node } from '#engine/testing/app-document.ts';
import { startServer } from '#plugins/egress/testing/local-server.ts';
import { describePages } from '#plugins/pages/testing/open-pages.ts';
import { ownServer, type StudioPerson, studioPerson } from '#plugins/studio/testing/studio-bench.ts';

const typed = 'sk-typed-canary';
const call = (key: string, url = 'https://api.example.com/') => ({
  ...{ title: 'Call', method: 'get', url, headers: '', params: '' },
  ...{ body: { type: 'none', data: [] }, authorization: { type: 'api-key', config: { type: 'bearer', api_key: key } } },
});
const document = (key: string, url?: string) =>
  appDocument({
    mode: 'workflow',
    name: 'Caller',
    nodes: [
      node('begin', 'start', { title: 'Begin', variables: [] }),
      node('call', 'http-request', call(key, url)),
      node('end', 'end', { title: 'End', outputs: [] }),
    ],
    edges: chain('begin', 'call', 'end'),
  });

/** What the page has kept for a reload, as JSON. */
const keptInBrowser = `new Promise((resolve, reject) => {
  const opening = indexedDB.open('weft-drafts');
  opening.onerror = () => reject(opening.error);
  opening.onsuccess = () => {
    const reading = opening.result.transaction('drafts').objectStore('drafts').getAll();
    reading.onerror = () => reject(reading.error);
    reading.onsuccess = () => resolve(JSON.stringify(reading.result));
  };
})`;

describePages('the key of an HTTP request', (pages) => {
  let person: StudioPerson;
  let server: Awaited<ReturnType<typeof startServer>>;
  beforeAll(async () => {
    server = await startServer((_, response) => response.end('{}'));
    await ownServer(pages);
    person = await studioPerson(pages);
  });
  afterAll(() => server[Symbol.asyncDispose]());
  const open = async (key: string, url?: string) => {
    const { appId } = await pages.platform.importApp(document(key, url), { publish: false });
    const page = await person.open(`/app/${appId}/build?node=call`);
    const panel = page.getByRole('complementary');
    const draft = async () => (await pages.platform.management.request(`/console/api/apps/${appId}/draft`)).text;
    return { appId, page, panel, draft };
  };

  it('attack T11: is hidden, and moves to a secret variable with one press, and back', async () => {
    const { appId, page, panel, draft } = await open(typed);
    await panel.getByText('Hidden value').waitFor();
    expect(await page.content()).not.toContain(typed);
    await panel.getByRole('button', { name: 'Move to a secret environment variable' }).click();
    await panel.getByText(/· api_key/).waitFor();
    await expect.poll(draft).toMatch(/name: api_key\\n\s+description: ''\\n\s+value_type: secret/);
    const whole = `/console/api/apps/${appId}/export-with-secrets`;
    const moved = await pages.platform.management.request(whole, { method: 'POST' });
    expect(moved.text).toMatch(/value: sk-typed-canary\n/);
    expect(moved.text).toMatch(/api_key: '\{\{#env\.api_key#\}\}'/);
    expect(await panel.getByRole('button', { name: 'Move to a secret environment variable' }).count()).toBe(0);
    expect(await pages.violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Undo' }).click();
    await panel.getByText('Hidden value').waitFor();
    await expect.poll(draft).not.toContain('value_type: secret');
    expect((await pages.platform.management.request(whole, { method: 'POST' })).text).toContain(`api_key: ${typed}`);
  });

  it('attack T11: is typed, and hidden once it is saved and its field is left', async () => {
    const { appId, page, panel, draft } = await open('', server.url);
    const key = panel.getByRole('textbox', { name: 'API key' });
    const saved = page.getByText('Saved', { exact: true });
    await key.click();
    await page.keyboard.type('sk-first');
    await expect.poll(draft).toContain('__HIDDEN__:hidden_');
    await saved.waitFor();
    // Who types on finds what they have typed.
    expect(await key.textContent()).toBe('sk-first');
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type(typed);
    const url = panel.getByRole('textbox', { name: 'URL' });
    await url.click();
    await panel.getByText('Hidden value').waitFor();
    await saved.waitFor();
    expect(await draft()).not.toContain(typed);
    expect(await page.content()).not.toMatch(/sk-/);
    expect(await page.evaluate(keptInBrowser)).toContain('__HIDDEN__:hidden_');
    expect(await page.evaluate(keptInBrowser)).not.toMatch(/sk-/);
    await panel.getByRole('tab', { name: 'JSON' }).click();
    const data = panel.getByRole('textbox', { name: 'Data' });
    await data.getByText(/__HIDDEN__:hidden_/).waitFor();
    expect(await page.content()).not.toMatch(/sk-/);
    await panel.getByRole('tab', { name: 'Settings' }).click();
    const whole = async () =>
      (await pages.platform.management.request(`/console/api/apps/${appId}/export-with-secrets`, { method: 'POST' }))
        .text;
    expect(await whole()).toContain(`api_key: ${typed}`);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(whole).not.toContain(typed);
    expect(await page.content()).not.toMatch(/sk-/);
    await page.getByRole('button', { name: 'Redo' }).click();
    await panel.getByText('Hidden value').waitFor();
    expect(await page.content()).not.toMatch(/sk-/);
    await expect.poll(whole).toContain(`api_key: ${typed}`);
    await pages.platform.management.request(`/console/api/apps/${appId}/draft/run`, { body: { inputs: {} } });
    expect(server.seen.at(-1)?.headers.authorization).toBe(`Bearer ${typed}`);
    await page.reload();
    await panel.getByText('Hidden value').waitFor();
    expect(await pages.violations(page)).toEqual([]);
  });

  it('attack T11: typed into the JSON of its node is hidden once that is left', async () => {
    const { page, panel, draft } = await open('to be replaced');
    await panel.getByText('Hidden value').waitFor();
    const markOf = async () => /hidden_[0-9a-f]{16}/.exec(await draft())?.[0];
    const before = await markOf();
    await panel.getByRole('tab', { name: 'JSON' }).click();
    const data = panel.getByRole('textbox', { name: 'Data' });
    await data.getByText(before ?? '').waitFor();
    await data.focus();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.insertText(JSON.stringify({ type: 'http-request', ...call(typed) }));
    await expect.poll(markOf).not.toBe(before);
    await page.getByText('Saved', { exact: true }).waitFor();
    await panel.getByRole('tab', { name: 'JSON' }).focus();
    await data.getByText((await markOf()) ?? '').waitFor();
    expect(await page.content()).not.toContain(typed);
  });

  it('attack T11: is taken back and made again by keys, and hidden when its panel goes', async () => {
    const { page, panel, draft } = await open('');
    const key = panel.getByRole('textbox', { name: 'API key' });
    await key.click();
    await page.keyboard.type(typed);
    await expect.poll(draft).toContain('__HIDDEN__:hidden_');
    await page.getByText('Saved', { exact: true }).waitFor();
    await page.keyboard.press('ControlOrMeta+z');
    await expect.poll(() => key.textContent()).not.toContain('sk-');
    await page.keyboard.press('ControlOrMeta+Shift+z');
    await panel.getByText('Hidden value').waitFor();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('sk-other');
    await page.keyboard.press('ControlOrMeta+Enter');
    await key.waitFor({ state: 'detached' });
    await page.getByText('Saved', { exact: true }).waitFor();
    await panel.getByRole('button', { name: 'Close' }).click();
    await panel.getByText('Hidden value').waitFor();
    expect(await page.content()).not.toContain('sk-');
  });

  it('of another app has no value, and the node says so', async () => {
    const { panel } = await open('[__HIDDEN__:hidden_0123456789abcdef]');
    await panel.getByText('No value').waitFor();
    await panel.getByText(/is not kept with this app\. Type it again/).waitFor();
    expect(await panel.getByRole('button', { name: 'Move to a secret environment variable' }).count()).toBe(0);
  });
});
