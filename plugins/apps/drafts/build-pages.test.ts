import { readFileSync } from 'node:fs';
import { beforeAll, expect, it } from 'vitest';
import { describePages, type Page } from '#plugins/pages/testing/open-pages.ts';
import { typeInto } from '#plugins/pages/testing/type-into.ts';
import { ownServer, type StudioPerson, studioPerson } from '#plugins/studio/testing/studio-bench.ts';
import { greeter, node } from './testing/greeter.ts';

const sample = readFileSync(new URL('../../../engine/dsl/samples/support-chatflow.yml', import.meta.url), 'utf8');
const workflow = greeter({ hasEdges: false });

const isSaved = (page: Page) =>
  page
    .getByRole('status')
    .filter({ hasText: /^Saved$/ })
    .waitFor();

describePages('the canvas of the studio', (pages) => {
  let person: StudioPerson;
  beforeAll(async () => {
    await ownServer(pages);
    person = await studioPerson(pages);
  });
  const open = async (document: string) => {
    const { appId } = await pages.platform.importApp(document);
    // Where two save at once, one of them begins anew; what is no node is refused.
    return { appId, page: await person.open(`/app/${appId}/build`, { expected: [/409/, /400/] }) };
  };
  const draft = async (appId: string) => {
    const path = `/console/api/apps/${appId}/draft`;
    return (await pages.platform.management.request(path)).body as { yaml: string; hash: string };
  };

  it('opens a document and changes nothing of it; a title and a place are kept, and taken back', async () => {
    const { appId, page } = await open(sample);
    const before = await draft(appId);
    await node(page, 'lonely').click();
    const title = page.getByRole('textbox', { name: 'Title' });
    await title.waitFor();
    expect(await pages.violations(page)).toEqual([]);
    expect((await draft(appId)).yaml).toBe(before.yaml);
    await typeInto(title, 'Not lonely');
    await node(page, 'lonely').focus();
    await page.keyboard.press('Alt+ArrowDown');
    await isSaved(page);
    await page.reload();
    await page.getByText('Not lonely', { exact: true }).first().waitFor();
    const after = await draft(appId);
    expect(after.yaml).toContain('Not lonely');
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(async () => (await draft(appId)).yaml).toBe(before.yaml);
  });

  it('removes the line that was clicked, and its letters count after a click beside everything', async () => {
    const { appId, page } = await open(greeter({ hasEdges: true }));
    const lines = page.locator('.react-flow__edge');
    await lines.first().waitFor({ state: 'attached' });
    const count = await lines.count();
    const [from, to] = [await node(page, 'begin').boundingBox(), await node(page, 'greet').boundingBox()];
    if (from === null || to === null) throw new Error('the nodes are not shown');
    const y = from.y + 22;
    await page.mouse.click((from.x + from.width + to.x) / 2, y);
    await page.keyboard.press('Delete');
    await expect.poll(() => lines.count()).toBe(count - 1);
    await isSaved(page);
    await expect.poll(async () => (await draft(appId)).yaml).not.toContain('target: greet');
    await page.mouse.click((from.x + from.width + to.x) / 2, from.y - 80);
    await page.keyboard.press('a');
    await page.getByRole('dialog').waitFor();
  });

  it('takes the focus on its lines, which go by keys', async () => {
    const { appId, page } = await open(greeter({ hasEdges: true }));
    const lines = page.locator('.react-flow__edge');
    await lines.first().waitFor({ state: 'attached' });
    const count = await lines.count();
    expect(await lines.evaluateAll((all) => all.map((line) => line.getAttribute('tabindex')))).toEqual(
      Array.from({ length: count }, () => '0'),
    );
    await lines.first().focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Delete');
    await expect.poll(() => lines.count()).toBe(count - 1);
    await isSaved(page);
    expect((await draft(appId)).yaml).not.toContain('target: greet');
  });

  it('removes what one has gone to by keys, and not what was selected before', async () => {
    const { page } = await open(greeter({ hasEdges: true }));
    const [lines, nodes] = [page.locator('.react-flow__edge'), page.locator('.react-flow__node')];
    await lines.first().waitFor({ state: 'attached' });
    const [lineCount, nodeCount] = [await lines.count(), await nodes.count()];
    // Lines are before nodes.
    await nodes.first().click();
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Delete');
    await expect.poll(() => lines.count()).toBe(lineCount - 1);
    // Cards are drawn where they are seen: the panel that the click opened may hide one until it is gone.
    await expect.poll(() => nodes.count()).toBe(nodeCount);
  });

  it('is built and run without a pointer', async () => {
    const { appId, page } = await open(workflow);
    await node(page, 'begin').focus();
    for (const [from, to] of [
      ['begin', 'Greet'],
      ['greet', 'Finish'],
    ] as const) {
      await node(page, from).focus();
      await page.keyboard.press('c');
      await typeInto(page.getByRole('dialog').getByRole('combobox'), to);
      await page.keyboard.press('Enter');
    }
    await page.locator('.react-flow__edge').nth(1).waitFor({ state: 'attached' });
    await page.keyboard.press('Control+Enter');
    await typeInto(page.getByLabel('Name'), 'Ada');
    await page.keyboard.press('Control+Enter');
    await page.getByText('Hello Ada', { exact: true }).waitFor();
    await expect.poll(() => node(page, 'greet').locator('[title="Succeeded"]').count()).toBe(1);
    expect(await pages.violations(page)).toEqual([]);
    expect((await draft(appId)).yaml).toContain('target: finish');
    await page.keyboard.press('Control+Shift+P');
    await typeInto(page.getByLabel('Name of the version'), 'First');
    await page.getByRole('button', { name: 'Publish' }).click();
    await page.getByText(/Version \d is published/).waitFor();
  });

  it('shows two people each other, and loses nothing of either', async () => {
    const { appId, page: one } = await open(workflow);
    const other = await studioPerson(pages);
    const two = await other.open(`/app/${appId}/build`, { expected: [/409/] });
    await node(one, 'begin').click();
    await node(two, 'finish').click();
    await one.getByRole('list', { name: 'Also here' }).waitFor();
    await Promise.all([
      typeInto(one.getByRole('textbox', { name: 'Title' }), 'From one'),
      typeInto(two.getByRole('textbox', { name: 'Title' }), 'From two'),
    ]);
    await Promise.all([isSaved(one), isSaved(two)]);
    // What is out of view is not drawn.
    await node(one, 'begin').focus();
    await one.keyboard.press('1');
    await node(one, 'finish').getByText('From two').waitFor();
    await node(two, 'finish').focus();
    await two.keyboard.press('1');
    await node(two, 'begin').getByText('From one').waitFor();
    const { yaml } = await draft(appId);
    expect(yaml).toContain('From one');
    expect(yaml).toContain('From two');
  });

  it('copies nodes as YAML, pastes them into another app under ids of their own, and says what is none', async () => {
    const { page } = await open(workflow);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await node(page, 'greet').click();
    await node(page, 'greet').focus();
    const written = page.waitForResponse((answer) => answer.url().endsWith('/node-clips/write'));
    await page.keyboard.press('Control+C');
    await written;
    await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toContain('kind: nodes');
    const { appId, page: other } = await open(
      workflow.replace('Greeter', 'Other').replace('title: Greet,', 'title: Own,'),
    );
    await node(other, 'begin').focus();
    await other.keyboard.press('Control+V');
    await other.locator('.react-flow__node').filter({ hasText: 'Greet' }).waitFor();
    await isSaved(other);
    const { yaml } = await draft(appId);
    expect(yaml.match(/id: greet$/gm)).toHaveLength(1);
    expect(yaml).toMatch(/id: ['"]?\d{13}/);
    expect(yaml).toContain('title: Own');
    await other.context().grantPermissions(['clipboard-write']);
    await other.evaluate("navigator.clipboard.writeText('a letter')");
    await node(other, 'begin').focus();
    await other.keyboard.press('Control+V');
    await other.getByText(/There are no nodes in this text/).waitFor();
  });

  it('attack T15: shows names and texts of a document as text', async () => {
    const hostile = '<img src=x onerror=alert(1)>';
    const { page } = await open(workflow.replace('title: Greet,', `title: '${hostile}',`));
    await node(page, 'greet').getByText(hostile).waitFor();
    await node(page, 'greet').click();
    await expect.poll(() => page.getByRole('textbox', { name: 'Title' }).inputValue()).toBe(hostile);
    expect(await page.locator('main img').count()).toBe(0);
  });
});
