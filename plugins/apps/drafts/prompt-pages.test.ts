import { beforeAll, expect, it } from 'vitest';
import { describePages, type Page } from '#plugins/pages/testing/open-pages.ts';
import { ownServer, type StudioPerson, studioPerson } from '#plugins/studio/testing/studio-bench.ts';
import { rendersOfCards } from './testing/card-renders.ts';
import { manyNodes } from './testing/many-nodes.ts';

const field = (page: Page, name: string | RegExp) => page.getByRole('textbox', { name });
const isSaved = (page: Page) =>
  page
    .getByRole('status')
    .filter({ hasText: /^Saved$/ })
    .waitFor();

describePages('editors of prompts and code', (pages) => {
  let person: StudioPerson;
  beforeAll(async () => {
    await ownServer(pages);
    person = await studioPerson(pages);
  });
  const open = async (node: string, answers = 2) => {
    const { appId } = await pages.platform.importApp(manyNodes(answers));
    const page = await person.open(`/app/${appId}/build?node=${node}`, { expected: [/409/] });
    await page.locator('.cm-content:visible').first().waitFor();
    return { appId, page };
  };
  const draft = async (appId: string) => {
    const path = `/console/api/apps/${appId}/draft`;
    return JSON.stringify(((await pages.platform.management.request(path)).body as { yaml: string }).yaml);
  };

  it('show variables by name, mark those that are not there, and offer those that are', async () => {
    const { appId, page } = await open('model');
    const before = await draft(appId);
    const prompt = field(page, 'Text');
    expect(await prompt.locator('.cm-chip').allTextContents()).toEqual(['Shorten · result', 'gone · text']);
    expect(await prompt.locator('.cm-chip-unknown').getAttribute('aria-label')).toContain('not there');
    await prompt.focus();
    await page.keyboard.press('Control+End');
    await page.keyboard.type(' Then /que');
    await page.getByRole('option', { name: 'query' }).waitFor();
    expect(await pages.violations(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await page.keyboard.type(' now');
    await prompt.getByText('System · query').waitFor();
    await expect.poll(() => draft(appId)).toContain('and {{#gone.text#}}. Then {{#sys.query#}} now');
    await page.keyboard.press('Control+Shift+ArrowLeft');
    // One step back over a chip deletes all of it.
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Backspace');
    await expect.poll(() => prompt.locator('.cm-chip').count()).toBe(2);
    // Taken back with everything else that was done to the document.
    for (let steps = 0; steps < 6; steps++) await page.keyboard.press('Control+z');
    await expect.poll(() => draft(appId)).toBe(before);
    expect(await prompt.textContent()).toBe('Say Shorten · result and gone · text.');
  });

  it('show code in colours, indent it, and let the keyboard leave', async () => {
    const { appId, page } = await open('code');
    const code = field(page, /^Code/);
    await expect.poll(() => code.locator('span').count()).toBeGreaterThan(4);
    await code.focus();
    await page.keyboard.press('Control+Home');
    await page.keyboard.press('Tab');
    await page.keyboard.type('// wan');
    await page.getByRole('option', { name: 'wanted' }).click();
    await expect.poll(() => draft(appId)).toContain('    // wanted');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Tab');
    await expect.poll(() => page.evaluate("document.activeElement.closest('.cm-editor') === null")).toBe(true);
    expect(await pages.violations(page)).toEqual([]);
  });

  it('render no card of another node while somebody types', async () => {
    const { appId, page } = await open('model', 60);
    const prompt = field(page, 'Text');
    await prompt.focus();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('x');
    await expect.poll(() => draft(appId)).toContain('.x');
    await isSaved(page);
    await page.coverage.startJSCoverage({ resetOnNavigation: false });
    await page.keyboard.type('hello');
    await expect.poll(() => draft(appId)).toContain('.xhello');
    const renders = rendersOfCards(await page.coverage.stopJSCoverage());
    // Its own, which shows the text that is typed.
    expect(renders).toBeGreaterThan(0);
    expect(renders).toBeLessThanOrEqual('hello'.length);
  });
});
