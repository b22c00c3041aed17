import { beforeAll, expect, it } from 'vitest';
import { describePages, type Page } from '#plugins/pages/testing/open-pages.ts';
import { typeInto } from '#plugins/pages/testing/type-into.ts';
import { ownServer, type StudioPerson, studioPerson } from '#plugins/studio/testing/studio-bench.ts';
import { greeter, node } from './testing/greeter.ts';

const workflow = greeter({ hasEdges: true });
const marked = (page: Page, id: string, state: string) => node(page, id).locator(`[title="${state}"]`).count();

describePages('runs in the editor', (pages) => {
  let person: StudioPerson;
  beforeAll(async () => {
    await ownServer(pages);
    person = await studioPerson(pages);
  });
  const open = async () => {
    const { appId } = await pages.platform.importApp(workflow);
    return { appId, page: await person.open(`/app/${appId}/build`, { expected: [/409/] }) };
  };
  const run = async (page: Page, name: string) => {
    await node(page, 'begin').focus();
    await page.keyboard.press('Control+Enter');
    await typeInto(page.getByLabel('Name'), name);
    await page.keyboard.press('Control+Enter');
    // Beside the panel not all of it is in view, and what is not is not drawn.
    await node(page, 'begin').focus();
    await page.keyboard.press('1');
  };

  it('are gone through on the canvas by keys, and lead to the page of the run', async () => {
    const { appId, page } = await open();
    await run(page, 'Ada');
    await page.getByText('Hello Ada', { exact: true }).waitFor();
    await expect.poll(() => marked(page, 'finish', 'Succeeded')).toBe(1);
    expect(await pages.violations(page)).toEqual([]);
    await node(page, 'begin').focus();
    await page.keyboard.press('Home');
    await expect.poll(() => marked(page, 'begin', 'Succeeded')).toBe(0);
    const slider = page.getByRole('slider', { name: 'Moment of the run' });
    expect(await slider.getAttribute('aria-valuetext')).toBe('Step 0 of 6: before the first step');
    await page.keyboard.press(']');
    await page.keyboard.press(']');
    await expect.poll(() => slider.getAttribute('aria-valuetext')).toBe('Step 2 of 6: Begin: finished');
    expect([await marked(page, 'begin', 'Succeeded'), await marked(page, 'greet', 'Succeeded')]).toEqual([1, 0]);
    await page.keyboard.press('[');
    await expect.poll(() => marked(page, 'begin', 'Succeeded')).toBe(0);
    await page.keyboard.press('End');
    await expect.poll(() => marked(page, 'finish', 'Succeeded')).toBe(1);
    await page.getByRole('link', { name: 'Every moment of this run' }).click();
    await page.getByRole('region', { name: 'Graph of the run' }).waitFor();
    expect(new URL(page.url()).pathname).toMatch(new RegExp(`^/app/${appId}/run/[0-9a-f-]{36}$`));
  });

  it('mark the way they took, and show what a node gave to the pointer and to who goes there by keys', async () => {
    const { page } = await open();
    await run(page, 'Ada');
    await page.getByText('Hello Ada', { exact: true }).waitFor();
    const taken = page.locator('.react-flow__edge.mark-ok');
    await expect.poll(() => taken.count()).toBe(2);
    expect(await taken.first().getAttribute('aria-label')).toBe('From Begin to Greet: the run went this way');
    const values = page.getByRole('tooltip');
    await node(page, 'greet').locator('[title="Succeeded"]').hover();
    await values.getByText('Hello Ada').waitFor();
    expect(await pages.violations(page)).toEqual([]);
    await page.mouse.move(5, 5);
    await expect.poll(() => values.count()).toBe(0);
    await node(page, 'begin').focus();
    await page.keyboard.press('Tab');
    await node(page, 'greet').focus();
    await values.getByText('Hello Ada').waitFor();
    expect(await node(page, 'greet').getAttribute('aria-describedby')).toBe(await values.getAttribute('id'));
    await page.keyboard.press('Escape');
    await expect.poll(() => values.count()).toBe(0);
    // At an earlier moment it had not gone so far.
    await node(page, 'begin').focus();
    await page.keyboard.press('Home');
    await expect.poll(() => taken.count()).toBe(0);
  });

  it('of one node alone ask for what it reads, as it was last, and show what came of it', async () => {
    const { page } = await open();
    await node(page, 'greet').focus();
    await page.keyboard.press('r');
    const dialog = page.getByRole('dialog', { name: 'Run Greet alone' });
    await typeInto(dialog.getByLabel('Begin · name'), 'Eve');
    expect(await pages.violations(page)).toEqual([]);
    await page.keyboard.press('Control+Enter');
    const panel = page.getByRole('complementary', { name: 'Node Greet' });
    await panel.getByText('Hello Eve').waitFor();
    await run(page, 'Ada');
    await page.getByText('Hello Ada', { exact: true }).waitFor();
    await node(page, 'greet').focus();
    await page.keyboard.press('r');
    await expect.poll(() => dialog.getByLabel('Begin · name').inputValue()).toBe('Ada');
    await dialog.getByRole('button', { name: 'Run' }).click();
    await panel.getByText('Hello Ada').waitFor();
    await node(page, 'begin').focus();
    await page.keyboard.press('r');
    const begin = page.getByRole('dialog', { name: 'Run Begin alone' });
    expect(await begin.getByLabel('Name').inputValue()).toBe('Ada');
    await typeInto(begin.getByLabel('Name'), 'Bea');
    await page.keyboard.press('Enter');
    await page.getByRole('complementary', { name: 'Node Begin' }).getByText('"name": "Bea"').first().waitFor();
  });

  it('take what is pinned, say so, and run nodes again when nothing is', async () => {
    const { page } = await open();
    await run(page, 'Ada');
    await page.getByText('Hello Ada', { exact: true }).waitFor();
    await node(page, 'greet').click();
    await page.getByRole('tab', { name: 'Last run' }).click();
    await page.getByRole('button', { name: 'Pin what it gave' }).click();
    await node(page, 'greet').getByText('pinned').waitFor();
    expect(await pages.violations(page)).toEqual([]);
    await run(page, 'Bea');
    const notice = page.getByText('Pinned, and not run: Greet');
    await notice.waitFor();
    await expect.poll(() => marked(page, 'finish', 'Succeeded')).toBe(1);
    expect(await page.getByText('Hello Ada', { exact: true }).count()).toBe(1);
    await page.getByRole('link', { name: 'Every moment of this run' }).click();
    await page.getByText('Pinned when it ran: Greet').waitFor();
    await page.goBack();
    await node(page, 'greet').click();
    await page.getByRole('tab', { name: 'Last run' }).click();
    await page.getByRole('button', { name: 'Change' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Pinned outputs' }).waitFor();
    expect(await pages.violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await run(page, 'Cid');
    await page.getByRole('button', { name: 'Unpin all' }).click();
    await notice.waitFor({ state: 'detached' });
    await run(page, 'Dan');
    await page.getByText('Hello Dan', { exact: true }).waitFor();
  });

  it('that fail lead to the node they failed at, and keep what was filled in for who comes back', async () => {
    const broken = workflow.replace('Hello {{ name }}', 'Hello {{ name | nothing }}');
    const { appId } = await pages.platform.importApp(broken, { publish: false });
    const page = await person.open(`/app/${appId}/build`, { expected: [/409/] });
    await run(page, 'Ada');
    await page.getByText('Node "Greet" (greet)').waitFor();
    await page.getByRole('button', { name: 'Go to Greet' }).click();
    const tab = page.getByRole('complementary', { name: 'Node Greet' }).getByRole('tab', { name: 'Last run' });
    await expect.poll(() => tab.getAttribute('aria-selected')).toBe('true');
    await page.reload();
    await node(page, 'begin').focus();
    await page.keyboard.press('Control+Enter');
    await expect.poll(() => page.getByLabel('Name').inputValue()).toBe('Ada');
    expect(await pages.violations(page)).toEqual([]);
  });
});
