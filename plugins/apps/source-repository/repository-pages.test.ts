import { afterAll, beforeAll, expect, it } from 'vitest';
import { type GitServer, gitProgram, startGitServer } from '#plugins/git/testing/git-server.ts';
import { describePages } from '#plugins/pages/testing/open-pages.ts';
import { typeInto } from '#plugins/pages/testing/type-into.ts';
import { ownServer, type StudioPerson, studioPerson } from '#plugins/studio/testing/studio-bench.ts';

describePages('documentation in a repository, in the studio', (pages) => {
  let person: StudioPerson;
  let server: GitServer;
  beforeAll(async () => {
    await ownServer(pages);
    [person, server] = [await studioPerson(pages, 'owner'), await startGitServer(gitProgram ?? '')];
  });
  afterAll(() => server[Symbol.asyncDispose]());

  it('an account, a repository, a folder and kinds of files become documents that stay in step', async () => {
    const repository = server.repository('handbook');
    repository.seed({
      'docs/start.md': '# Start\n\nWelcome to the handbook.',
      'docs/guides/holidays.md': '# Holidays\n\nThirty days.',
      'docs/notes.txt': 'Notes',
      'src/main.ts': 'export {};',
    });
    server.switches.basicAuth = 'weft:secret-4711';
    const account = { owner: 'me', service: 'git', base_url: server.url, token: 'secret-4711', username: 'weft' };
    const made = await person.client.request('/console/api/connected-accounts', { method: 'POST', body: account });
    expect(made.status).toBe(201);

    const page = await person.open('/knowledge');
    await page.getByRole('button', { name: 'New knowledge base' }).first().click();
    await typeInto(page.getByRole('dialog').getByLabel('Name'), 'Handbook');
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('link', { name: 'Web or repository' }).click();
    await page.getByLabel('Kind').selectOption('repository');
    await page.getByRole('button', { name: /^Reached with: weft/ }).waitFor();
    expect(await pages.violations(page)).toEqual([]);
    await typeInto(page.getByLabel('Address', { exact: true }), repository.url);
    await page.getByRole('button', { name: 'Show its branches' }).click();
    await page.getByRole('button', { name: /^Branch: main/ }).waitFor();
    await page.getByRole('button', { name: /^Folder/ }).click();
    await page.getByRole('option', { name: '/docs (3)' }).click();
    await page.getByLabel('.txt (1)').uncheck();
    expect(await pages.violations(page)).toEqual([]);
    await page.getByText('what YOU can see in this folder').waitFor();
    await page.getByRole('button', { name: 'Add a source' }).click();

    const row = page.getByRole('row').filter({ hasText: 'handbook: docs' });
    await row.getByText('Git repository').waitFor();
    await row.getByText('Read', { exact: true }).waitFor({ timeout: 60_000 });
    await page.getByRole('link', { name: 'handbook: docs', exact: true }).click();
    await page.getByText('guides/holidays.md').waitFor();
    expect(await page.getByText('notes.txt').count()).toBe(0);
    expect(await pages.violations(page)).toEqual([]);
    // The document leads to where its host shows it.
    await page.getByRole('link', { name: 'guides/holidays.md', exact: true }).click();
    await page.getByRole('link', { name: 'About it' }).click();
    await page.getByRole('link', { name: repository.url.replace('.git', ''), exact: true }).waitFor();
    expect(await pages.violations(page)).toEqual([]);
  });
});
