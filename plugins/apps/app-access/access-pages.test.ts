import { beforeAll, expect, it } from 'vitest';
import { appDocument, chain, node } from '#engine/testing/app-document.ts';
import { rememberingChat } from '#plugins/history-api/testing/documents.ts';
import { describePages, type Page, phone } from '#plugins/pages/testing/open-pages.ts';
import { typeInto } from '#plugins/pages/testing/type-into.ts';
import { ownServer, type StudioPerson, studioPerson } from '#plugins/studio/testing/studio-bench.ts';

const echo = (answer = 'About') =>
  appDocument({
    mode: 'workflow',
    name: 'Echo',
    nodes: [
      node('1', 'start', { variables: [{ variable: 'topic', label: 'Topic', type: 'text-input', required: true }] }),
      node('2', 'template-transform', { template: answer, variables: [] }),
      node('3', 'end', { outputs: [{ variable: 'text', value_selector: ['2', 'output'] }] }),
    ],
    edges: chain('1', '2', '3'),
  });

describePages('how an app is reached', (pages) => {
  let editor: StudioPerson;
  beforeAll(async () => {
    await ownServer(pages);
    editor = await studioPerson(pages, 'editor');
  });
  const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true }).waitFor();

  it('switches the web page on, undoes it, and leads to the page', async () => {
    const { appId } = await pages.platform.importApp(rememberingChat());
    const page = await editor.open(`/app/${appId}/access`);
    const isOn = page.getByRole('switch', { name: 'Web page' });
    await isOn.click();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('The page is off. Switch it on to get its link.').waitFor();
    await isOn.click();
    await typeInto(page.getByLabel('Title'), 'Help desk');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
    expect(await pages.violations(page)).toEqual([]);
    const [site] = await Promise.all([
      page.context().waitForEvent('page'),
      page.getByRole('link', { name: 'Open' }).click(),
    ]);
    await site.getByRole('heading', { name: 'Help desk' }).first().waitFor();
  });

  it('says what is wrong with a site that may embed the app, in the words of the server', async () => {
    const { appId } = await pages.platform.importApp(rememberingChat());
    const page = await editor.open(`/app/${appId}/access?tab=embed`, { expected: [/400/] });
    await page.getByRole('switch').click();
    await page.getByText('No site is named yet').waitFor();
    await typeInto(page.getByRole('textbox', { name: 'Sites' }), 'ftp://example.com');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('alert').first().waitFor();
    await typeInto(
      page.getByRole('textbox', { name: 'Sites' }),
      'https://example.com/a/page?of=it, https://*.example.org',
    );
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('No site is named yet').waitFor({ state: 'detached' });
    await page.getByText('serviceChatbotConfig').waitFor();
    expect(await pages.violations(page)).toEqual([]);
  });

  it('attack T02: shows a key once, keeps it nowhere, and asks before it revokes one', async () => {
    const { appId } = await pages.platform.importApp(echo());
    const page = await editor.open(`/app/${appId}/access?tab=api`);
    await page.getByRole('button', { name: 'New key' }).first().click();
    await typeInto(page.getByRole('dialog').getByLabel('Name'), '<b>Crawler</b>');
    await page.getByRole('button', { name: 'Make the key' }).click();
    const shown = page.getByRole('dialog').getByText(/^app-/);
    const key = (await shown.textContent()) ?? '';
    expect(await pages.violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'I have copied it' }).click();
    await page.getByText('<b>Crawler</b>').waitFor();
    const left = () => page.evaluate<string>('document.documentElement.outerHTML + JSON.stringify(localStorage)');
    expect(key).toMatch(/^app-\w{10}/);
    expect(await left()).not.toContain(key);
    await page.getByText(/"topic": "…"/).waitFor();
    await page.getByRole('tab', { name: 'Python' }).click();
    expect(new URL(page.url()).searchParams.get('code')).toBe('python');
    expect(await pages.violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Revoke <b>Crawler</b>' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('<b>Crawler</b>', { exact: true }).waitFor({ state: 'detached' });
  });

  it('makes a tool of the app, with a code that is shown once', async () => {
    const { appId } = await pages.platform.importApp(echo());
    const page = await editor.open(`/app/${appId}/access?tab=mcp`);
    await page.getByRole('switch').click();
    await typeInto(page.getByLabel('Input topic'), 'A topic of ferns');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
    await page.getByRole('button', { name: 'Make a code' }).click();
    await page
      .getByRole('dialog')
      .getByText(/\/mcp\/server\/\w+\/mcp$/)
      .waitFor();
    await page.getByRole('button', { name: 'I have copied it' }).click();
    await page.getByText(/The code ends in/).waitFor();
    expect(await pages.violations(page)).toEqual([]);
  });

  it('adds a webhook, and shows triggers and limits on a phone', async () => {
    const { appId } = await pages.platform.importApp(echo());
    const page = await editor.open(`/app/${appId}/access?tab=webhooks`, phone);
    await page.getByRole('button', { name: 'Add a webhook' }).click();
    await typeInto(page.getByRole('dialog').getByLabel('Address'), 'https://example.com/weft');
    await page.getByRole('dialog').getByRole('button', { name: 'Add a webhook' }).click();
    await page.getByText(/^whsec_/).waitFor();
    await page.getByRole('button', { name: 'I have copied it' }).click();
    await page.getByText('https://example.com/weft').waitFor();
    expect(await pages.violations(page)).toEqual([]);
    await page.getByRole('link', { name: 'Triggers' }).click();
    await heading(page, 'No triggers');
    await page.getByRole('link', { name: 'Limits' }).click();
    const first = page.getByLabel('Requests per minute').first();
    await typeInto(first, '30');
    await page.getByRole('button', { name: 'Save' }).first().click();
    await page.getByText('Saved.').waitFor();
    expect(await pages.violations(page)).toEqual([]);
    const width = await page.evaluate<number>('document.documentElement.scrollWidth');
    expect(width).toBeLessThanOrEqual(390);
  });

  it('publishes from the review, compares, restores, and undoes that', async () => {
    const { appId } = await pages.platform.importApp(echo('First\nline'));
    const draftPath = `/console/api/apps/${appId}/draft`;
    const draft = async () =>
      (await pages.platform.management.request(draftPath)).body as { yaml: string; hash: string };
    const { yaml, hash } = await draft();
    const changedYaml = yaml.replaceAll('First', '<i>Second</i>');
    await pages.platform.management.request(draftPath, { method: 'PUT', body: { yaml: changedYaml, hash } });
    const page = await editor.open(`/app/${appId}/review`);
    await page.locator('ins', { hasText: '<i>Second</i>' }).waitFor();
    expect(await pages.violations(page)).toEqual([]);
    await typeInto(page.getByLabel('Name of the version'), 'Spring');
    await page.getByRole('button', { name: 'Publish' }).click();
    await heading(page, 'Version 2 is published.');
    await page.getByText('Who may open it: Everyone who has the link').waitFor();
    await page.getByRole('button', { name: 'Switch the web page on' }).click();
    const [site] = await Promise.all([
      page.context().waitForEvent('page'),
      page.getByRole('link', { name: 'Open the page' }).click(),
    ]);
    await site.getByRole('heading', { name: 'Echo' }).first().waitFor();
    await site.close();
    await page.getByRole('button', { name: 'Copy link' }).waitFor();
    await page.getByRole('link', { name: 'API and keys' }).waitFor();
    await page.getByRole('link', { name: 'Back to the studio' }).waitFor();
    expect(await page.getByText('Nothing to publish').count()).toBe(0);
    expect(await pages.violations(page)).toEqual([]);
    const after = "getComputedStyle(document.querySelector('nav[aria-label^=Path] a'), '::after').content";
    expect(await page.evaluate<string>(after)).toBe('none');
    await page.getByRole('link', { name: 'Versions' }).first().click();
    await page.getByRole('button', { name: 'Actions of Version 1' }).click();
    await page.getByRole('menuitem', { name: 'Compare with the draft' }).click();
    await page.locator('ins', { hasText: '<i>Second</i>' }).waitFor();
    await page.getByRole('button', { name: 'After: Draft' }).press('ArrowDown');
    await page.getByRole('option', { name: /Version 1/ }).waitFor();
    expect(await pages.violations(page)).toEqual([]);
    await page.keyboard.type('spring');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'After: Version 2: Spring' }).waitFor();
    expect(new URL(page.url()).searchParams.get('b')).not.toBe('draft');
    await page.locator('ins', { hasText: '<i>Second</i>' }).waitFor();
    await page.getByRole('button', { name: 'After: Version 2: Spring' }).press('Enter');
    await page.getByRole('option', { name: 'Draft' }).click();
    await page.getByRole('button', { name: 'After: Draft' }).waitFor();
    await page.getByRole('button', { name: 'Actions of Version 1' }).click();
    await page.getByRole('menuitem', { name: 'Restore into the draft' }).click();
    await page.getByText('They do not differ.').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('The draft is as it was before.').waitFor();
    expect((await draft()).yaml).toContain('<i>Second</i>');
  });

  it('reviews on the canvas, names who changed what, and publishes nothing that was not reviewed', async () => {
    const { appId } = await pages.platform.importApp(echo('First'));
    const tree = `/console/api/apps/${appId}/draft/tree`;
    const change = async (operations: readonly object[]) => {
      const { hash: base } = (await pages.platform.management.request(tree)).body as { hash: string };
      const body = { base, client_id: 'c', operations };
      expect((await pages.platform.management.request(tree, { method: 'PATCH', body })).status).toBe(200);
    };
    const nodes = ['workflow', 'graph', 'nodes'];
    const title = (text: string) => ({ path: [...nodes, { id: '2' }, 'data', 'title'], set: text });
    const added = { id: 'new', position: { x: 900, y: 0 }, data: { type: 'template-transform', title: 'Later' } };
    await change([title('Renamed'), { path: [...nodes, '-'], insert: added }]);
    const page = await editor.open(`/app/${appId}/review`, { expected: [/409/] });
    const canvas = page.getByRole('region', { name: 'What differs, on the canvas' });
    await canvas.locator('.react-flow__node[data-id="2"]').getByText('changed', { exact: true }).waitFor();
    await canvas.locator('.react-flow__node[data-id="new"]').getByText('added', { exact: true }).waitFor();
    await page.getByText('by operator').first().waitFor();
    await canvas.locator('.react-flow__node[data-id="new"]').click();
    await expect.poll(() => page.evaluate('document.activeElement?.dataset.change')).toBe('node added new');
    expect(await pages.violations(page)).toEqual([]);
    await typeInto(page.getByLabel('Name of the version'), 'Reviewed');
    await change([title('Unseen')]);
    await page.getByRole('button', { name: 'Publish' }).click();
    await page.getByText(/was changed while you reviewed it/).waitFor();
    await page.getByText('Unseen').first().waitFor();
    expect(await page.getByLabel('Name of the version').inputValue()).toBe('Reviewed');
    await page.getByRole('button', { name: 'Publish' }).click();
    await page.getByText('Version 2 is published.').waitFor();
  });

  it('asks before a restored version takes the place of secrets that no undo brings back', async () => {
    const variable = (value: string) => [{ name: 'token', value_type: 'secret', value }];
    const document = (value: string) =>
      appDocument({
        mode: 'workflow',
        environmentVariables: variable(value),
        nodes: [node('s', 'start', {})],
        edges: [],
      });
    const path = '/console/api/apps';
    const made = await pages.platform.management.request(`${path}/import`, { body: { yaml: document('one') } });
    const appId = (made.body as { app: { id: string } }).app.id;
    const draft = async () =>
      (await pages.platform.management.request(`${path}/${appId}/draft`)).body as { hash: string };
    const save = { method: 'PUT', body: { yaml: document('two'), hash: (await draft()).hash } };
    await pages.platform.management.request(`${path}/${appId}/publish`, { method: 'POST', body: {} });
    await pages.platform.management.request(`${path}/${appId}/draft`, save);
    const { hash } = await draft();
    const page = await editor.open(`/app/${appId}/versions`);
    await page.getByRole('button', { name: 'Actions of Version 1' }).click();
    await page.getByRole('menuitem', { name: 'Restore into the draft' }).click();
    await page.getByRole('dialog', { name: 'Restore this version?' }).getByRole('button', { name: 'Cancel' }).click();
    expect((await draft()).hash).toBe(hash);
  });

  it('explains to members what their role lacks', async () => {
    const { appId } = await pages.platform.importApp(rememberingChat());
    const member = await studioPerson(pages, 'member');
    const page = await member.open(`/app/${appId}/access`);
    await heading(page, 'Your role does not include this');
    expect(await page.getByRole('link', { name: 'Access' }).count()).toBe(0);
  });
});
