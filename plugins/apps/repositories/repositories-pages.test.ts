import { afterAll, beforeAll, expect, it } from 'vitest';
import { type GitServer, gitProgram, startGitServer } from '#plugins/git/testing/git-server.ts';
import { describePages } from '#plugins/pages/testing/open-pages.ts';
import { typeInto } from '#plugins/pages/testing/type-into.ts';
import { ownServer, type StudioPerson, studioPerson } from '#plugins/studio/testing/studio-bench.ts';
import { greeting } from './testing/team.ts';

describePages('repositories in the studio', (pages) => {
  let admin: StudioPerson;
  let server: GitServer;
  beforeAll(async () => {
    await ownServer(pages);
    [admin, server] = [await studioPerson(pages), await startGitServer(gitProgram ?? '')];
  });
  afterAll(() => server[Symbol.asyncDispose]());

  const call = async <T>(path: string, body?: object, method = body === undefined ? 'GET' : 'POST') =>
    (await admin.client.request(`/console/api/${path}`, { method, ...(body !== undefined && { body }) })).body as T;

  it('an admin links a folder, sees what would be done, commits by publishing, and solves a conflict side by side', async () => {
    const repository = server.repository('pages');
    repository.seed({ 'README.md': 'apps' });
    const made = await call<{ app?: { id: string }; id?: string }>('apps/import', { yaml: greeting('Support desk') });
    const appId = made.app?.id ?? made.id ?? '';
    await call(`apps/${appId}/publish`, {});

    const review = await admin.open(`/app/${appId}/review`);
    await review.getByText('Not linked to a repository.').waitFor();
    await review.getByRole('link', { name: 'Keep it in one' }).waitFor();

    const page = await admin.open('/integrations');
    await page.getByRole('button', { name: 'Connect Another git server' }).click();
    await typeInto(page.getByLabel('Address', { exact: true }), server.url);
    await typeInto(page.getByLabel('User name'), 'weft');
    await typeInto(page.getByLabel('Access token'), 'secret-4711');
    await page.getByRole('dialog').getByRole('button', { name: 'Connect', exact: true }).click();
    await page
      .getByText(/^weft · 127\.0\.0\.1/)
      .first()
      .waitFor();

    await page.getByRole('link', { name: 'Repositories', exact: true }).click();
    await page.getByRole('heading', { name: 'No repository yet' }).waitFor();
    expect(await pages.violations(page)).toEqual([]);
    await page.getByText('Link a repository').first().click();
    await typeInto(page.getByLabel('Address', { exact: true }), repository.url);
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByRole('button', { name: /^Branch: main/ }).waitFor();
    expect(await pages.violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Show what it would do' }).click();
    await page.getByRole('heading', { name: 'What would be done' }).waitFor();
    await page.getByText('Support desk').first().waitFor();
    expect(await pages.violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Link a repository' }).click();
    await page.getByText('In step', { exact: true }).waitFor();
    expect(await pages.violations(page)).toEqual([]);
    await page.goto(new URL(`/app/${appId}/review`, pages.platform.url).href);
    await page.getByText('In step', { exact: true }).waitFor();
    expect(await pages.violations(page)).toEqual([]);
    await page.getByRole('link', { name: 'pages · main' }).click();
    await page.getByRole('button', { name: 'Sync now' }).waitFor();
    const file = 'support-desk.yml';
    const committed = repository.git(['show', `main:${file}`]);

    // Two people change one text: one here, one in an editor.
    const { hash } = await call<{ hash: string }>(`apps/${appId}/draft/tree`);
    const path = ['workflow', 'graph', 'nodes', { id: '2' }, 'data', 'template'];
    const operations = [{ path, set: 'Mine {{ name }}' }];
    await call(`apps/${appId}/draft/tree`, { base: hash, client_id: 'test', operations }, 'PATCH');
    await call(`apps/${appId}/publish`, {});
    repository.seed({ [file]: committed.replace('Hello', 'Theirs') });
    await page.getByRole('button', { name: 'Sync now' }).click();
    await page.getByText('Changed on both sides', { exact: true }).waitFor();
    await page.getByText('Solve', { exact: true }).click();
    await page.getByRole('radio', { name: /In the repository/ }).waitFor();
    expect(await pages.violations(page)).toEqual([]);
    await page.getByRole('radio', { name: /In the repository/ }).click();
    await page.getByRole('button', { name: 'Merge' }).click();
    // Each look opens packs in a process of its own.
    await page.getByText('In step', { exact: true }).waitFor({ timeout: 60_000 });
    const { yaml } = await call<{ yaml: string }>(`apps/${appId}/draft`);
    expect(yaml).toContain('Theirs {{ name }}');

    // What a branch would change is seen before it is merged.
    repository.git(['branch', 'feature', 'main']);
    repository.seed({ 'other.yml': greeting('Another desk'), 'deep/c.yml': greeting('Deep') }, 'feature');
    await page.getByRole('button', { name: 'Choose a branch' }).click();
    await page.getByRole('button', { name: /^Branch/ }).click();
    await page.getByRole('option', { name: 'feature' }).click();
    await page.getByText('Another desk').waitFor();
    // The host is given an address and a secret, which are shown once.
    await page.getByRole('button', { name: 'New address and secret' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'New address and secret' }).click();
    await page.getByRole('region', { name: 'Secret' }).waitFor();
    expect(await pages.violations(page)).toEqual([]);
    await page.getByRole('dialog').getByRole('button').last().click();
    await page.getByRole('button', { name: 'Change branch or folder' }).click();
    await page.getByRole('button', { name: /^Folder: \// }).waitFor();
    expect(await pages.violations(page)).toEqual([]);
    await page.getByRole('button', { name: /^Branch: main/ }).click();
    await page.getByRole('option', { name: 'feature' }).click();
    await page.getByRole('button', { name: /^Folder: \/ \(2\)/ }).waitFor();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Another desk').first().waitFor({ timeout: 60_000 });
    const linked = await call<{ data: { branch: string; folder: string }[] }>('repositories');
    expect(linked.data).toMatchObject([{ branch: 'feature', folder: '' }]);
  });
});
