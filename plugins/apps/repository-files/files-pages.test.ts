import { afterAll, beforeAll, expect, it } from 'vitest';
import { appDocument, edge, greetingWorkflow, node } from '#engine/testing/app-document.ts';
import { type GitServer, gitProgram, startGitServer } from '#plugins/git/testing/git-server.ts';
import { describePages, type Page } from '#plugins/pages/testing/open-pages.ts';
import { typeInto } from '#plugins/pages/testing/type-into.ts';
import { ownServer, type StudioPerson, studioPerson } from '#plugins/studio/testing/studio-bench.ts';

const greeting = (name: string) => greetingWorkflow().replace('"Greeting"', JSON.stringify(name));
const api = JSON.stringify({
  openapi: '3.1.0',
  info: { title: 'Plants', version: '1' },
  servers: [{ url: 'https://plants.example.com' }],
  paths: { '/plants': { get: { operationId: 'listPlants', summary: 'Lists plants' } } },
});
const code = 'function main() {\n  return { count: 4711 };\n}\n';

describePages('files of repositories in the studio', (pages) => {
  let person: StudioPerson;
  let server: GitServer;
  let url: string;
  beforeAll(async () => {
    await ownServer(pages);
    [person, server] = [await studioPerson(pages, 'owner'), await startGitServer(gitProgram ?? '')];
    const repository = server.repository('team');
    repository.seed({
      'README.md': 'Things of the team',
      'apps/desk.yml': greeting('Support desk'),
      'apps/triage.yml': greeting('Triage'),
      'apps/unwanted.yml': greeting('Unwanted'),
      'apps/broken.yml': 'app: [',
      'apis/plants.json': api,
      'code/count.js': code,
      'code/count.py': 'def main():\n    return {}\n',
    });
    url = repository.url;
  });
  afterAll(() => server[Symbol.asyncDispose]());

  /** By hand: the public way, the branch that is offered, a folder, a file. */
  async function choose(page: Page, folder: string, file: string): Promise<void> {
    await page.getByRole('button', { name: 'From a repository' }).click();
    const dialog = page.getByRole('dialog');
    await typeInto(dialog.getByLabel('Address', { exact: true }), url);
    await dialog.getByRole('button', { name: 'Show its branches' }).click();
    await dialog.getByRole('button', { name: /^Branch: main/ }).waitFor();
    await dialog.getByRole('button', { name: /^Folder/ }).click();
    await page.getByRole('option', { name: folder }).click();
    await dialog.getByRole('button', { name: /^File/ }).click();
    await page.getByRole('option', { name: file, exact: true }).click();
    expect(await pages.violations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Take it' }).click();
  }

  it('an app is imported with the plan that a file has, and a folder of apps with a tick for each', async () => {
    const page = await person.open('/apps/new?from=document', { expected: [/400/] });
    await choose(page, '/apps (4)', 'desk.yml');
    await page.getByRole('heading', { name: 'Import Support desk' }).waitFor();
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await page.locator('.react-flow__node').first().waitFor();

    await page.goto(new URL('/apps/new?from=document', pages.platform.url).href);
    await choose(page, '/apps (4)', 'All 4 in this folder');
    await page.getByRole('heading', { name: 'Import 4 documents' }).waitFor();
    await page.getByText(/^apps\/broken\.yml: /).waitFor();
    expect(await pages.violations(page)).toEqual([]);
    await page.getByLabel(/^Support desk · /).uncheck();
    await page.getByLabel(/^Unwanted · /).uncheck();
    await page.getByText('What it needs').nth(1).click();
    await typeInto(page.getByLabel('Name', { exact: true }).nth(1), 'Triage of ours');
    await page.getByRole('button', { name: 'Import 1', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Apps' }).waitFor();
    const { body } = await person.client.request('/console/api/apps');
    const names = (body as { data: { name: string }[] }).data.map(({ name }) => name).sort();
    expect(names).toEqual(['Support desk', 'Triage of ours']);
  });

  it('an OpenAPI document becomes tools', async () => {
    const page = await person.open('/tools/new/openapi');
    await choose(page, '/apis (1)', 'plants.json');
    await page.getByRole('heading', { name: 'Plants' }).waitFor();
    await page.getByText('Lists plants').waitFor();
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await page.getByText('Lists plants').first().waitFor();
    await expect.poll(() => new URL(page.url()).pathname).toMatch(/^\/tools\/api\/[0-9a-f-]{36}$/);
  });

  it('a file replaces the code of a node as one step that is undone', async () => {
    const before = 'function main() {\n  return { count: 1 };\n}';
    const { appId } = await pages.platform.importApp(
      appDocument({
        mode: 'workflow',
        name: 'Count',
        nodes: [
          node('begin', 'start', { title: 'Begin', variables: [] }),
          node('make', 'code', {
            ...{ title: 'Make', code_language: 'javascript', code: before, variables: [] },
            outputs: { count: { type: 'number', children: null } },
          }),
          node('end', 'end', { title: 'End', outputs: [{ variable: 'count', value_selector: ['make', 'count'] }] }),
        ],
        edges: [edge('begin', 'make'), edge('make', 'end')],
      }),
      { publish: false },
    );
    const page = await person.open(`/app/${appId}/build?node=make`);
    const shown = page.locator('.cm-content:visible').first();
    await expect.poll(() => shown.textContent()).toContain('count: 1 ');
    // Only files in the language of the node are offered.
    await choose(page, '/code (1)', 'count.js');
    await expect.poll(() => shown.textContent()).toContain('count: 4711');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => shown.textContent()).toContain('count: 1 ');
    await page.getByRole('button', { name: 'Redo' }).click();
    await expect.poll(() => shown.textContent()).toContain('count: 4711');
  });
});
