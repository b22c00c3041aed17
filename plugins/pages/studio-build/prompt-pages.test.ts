import { beforeAll, expect, it } from 'vitest';
import { describePages, type Page } from '#plugins/pages/testing/open-pages.ts';
import { ownServer, type StudioPerson, studioPerson } from '#plugins/studio/testing/studio-bench.ts';

/** A chain of many nodes; the model is the first behind the start. */
function documentOf(answers: number): string {
  const more = Array.from({ length: answers }, (_, at) => ({
    ...{ id: `answer-${at}`, type: 'custom', position: { x: 640 + 320 * (at % 25), y: 140 * Math.floor(at / 25) } },
    data: { type: 'answer', title: `Answer ${at}`, answer: '{{#model.text#}}', variables: [] },
  }));
  const ids = ['begin', 'code', 'model', ...more.map(({ id }) => id)];
  const model = { provider: 'demo', name: 'demo-chat', mode: 'chat', completion_params: {} };
  const prompt = [{ id: 'p1', role: 'user', text: 'Say {{#code.result#}} and {{#gone.text#}}.' }];
  const variables = [{ variable: 'wanted', value_selector: ['sys', 'query'], value_type: 'string' }];
  const code = {
    ...{ type: 'code', title: 'Shorten', code_language: 'javascript', variables },
    ...{ code: 'function main({ wanted }) {\n  return { result: 1 };\n}\n' },
    outputs: { result: { type: 'string', children: null } },
  };
  const nodes = [
    { id: 'begin', type: 'custom', position: { x: 0, y: 0 }, data: { type: 'start', title: 'Begin', variables: [] } },
    { id: 'code', type: 'custom', position: { x: 320, y: 0 }, data: code },
    {
      ...{ id: 'model', type: 'custom', position: { x: 320, y: 160 } },
      data: {
        ...{ type: 'llm', title: 'Write', model, prompt_template: prompt, vision: { enabled: false } },
        context: { enabled: false, variable_selector: [] },
      },
    },
    ...more,
  ];
  const edges = ids.slice(1).map((target, at) => ({
    ...{ id: `e${at}`, source: ids[at], sourceHandle: 'source', target, targetHandle: 'target' },
  }));
  // JSON is YAML.
  return JSON.stringify({
    ...{ app: { name: 'Prompts', mode: 'advanced-chat' }, kind: 'app', version: '0.6.0' },
    workflow: { environment_variables: [], conversation_variables: [], features: {}, graph: { edges, nodes } },
  });
}

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
    const { appId } = await pages.platform.importApp(documentOf(answers));
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
    expect(await page.evaluate("document.activeElement.closest('.cm-editor') === null")).toBe(true);
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

type Coverage = Awaited<ReturnType<Page['coverage']['stopJSCoverage']>>;

/** How often the component of cards was called: the innermost function that reads who else is at a node. */
function rendersOfCards(scripts: Coverage): number {
  const found = scripts.flatMap(({ source = '', functions }) =>
    functions.flatMap(({ ranges: [range] }) =>
      range !== undefined && source.slice(range.startOffset, range.endOffset).includes('.people.length>0')
        ? [{ size: range.endOffset - range.startOffset, count: range.count }]
        : [],
    ),
  );
  return found.toSorted((one, other) => one.size - other.size)[0]?.count ?? 0;
}
