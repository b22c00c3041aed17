import { beforeAll, expect, it } from 'vitest';
import { greetingWorkflow } from '#engine/testing/app-document.ts';
import { Members } from '#plugins/members/contract.ts';
import { newMember, newWorkspace } from '#plugins/members/testing/people.ts';
import { describePages, type Page, phone } from '#plugins/pages/testing/open-pages.ts';
import { ownServer, type StudioPerson, studioPerson } from './testing/studio-bench.ts';

describePages('a link into another workspace', (pages) => {
  let person: StudioPerson;
  let appId: string;
  let other: string;
  let foreign: string;
  let hidden: string;
  beforeAll(async () => {
    await ownServer(pages);
    const { platform } = pages;
    person = await studioPerson(pages, 'editor');
    ({ appId } = await platform.importApp(greetingWorkflow()));
    const body = { name: 'Ferns', icon: '🌿', icon_type: 'emoji', icon_background: '#d5f5e3' };
    await platform.management.request(`/console/api/apps/${appId}`, { method: 'PATCH', body });
    other = await newWorkspace(platform);
    await platform.kernel.resolve(Members).add(other, person.accountId, 'editor');
    const elsewhere = await newMember(platform, 'owner', await newWorkspace(platform));
    const made = await elsewhere.client.request('/console/api/apps', { body: { name: 'Secret ferns', mode: 'chat' } });
    foreign = (made.body as { id: string }).id;
    const owner = await newMember(platform, 'admin', platform.workspaceId);
    const base = await owner.client.request('/console/api/datasets', { body: { name: 'Of one alone' } });
    hidden = (base.body as { id: string }).id;
    expect([foreign, hidden]).toEqual([expect.any(String), expect.any(String)]);
  });

  async function inOther(): Promise<void> {
    await person.client.request(`/console/api/workspaces/${other}/use`, { method: 'POST' });
  }
  const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

  it.each([
    ['wide', {}],
    ['on a phone', phone],
  ])('says where it leads and goes there, by keys: %s', async (_, options) => {
    await inOther();
    const page = await person.open(`/app/${appId}/access`, options);
    await heading(page, 'This is in').waitFor();
    await page.getByText('The link leads to another workspace of yours. You are in Another now.').waitFor();
    expect(await pages.violations(page)).toEqual([]);
    const button = page.getByRole('button', { name: /^Go to / });
    await button.focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => page.title()).toMatch(/^Ferns · .+ · .+$/);
    expect(new URL(page.url()).pathname).toBe(`/app/${appId}/access`);
    expect(await page.locator('link[rel="icon"]').getAttribute('href')).toContain('data:image/svg+xml');
    // Elsewhere in the studio it is no longer told.
    await page.goto(new URL('/apps', pages.platform.url).href);
    await heading(page, 'Apps').waitFor();
    expect(await page.title()).toMatch(/^Apps · /);
    expect(await page.locator('link[rel="icon"]').getAttribute('href')).toBe('data:,');
  });

  it('leads on where one is already', async () => {
    await person.client.request(`/console/api/workspaces/${pages.platform.workspaceId}/use`, { method: 'POST' });
    const page = await person.open(`/app/${appId}/access`);
    await expect.poll(() => page.title()).toMatch(/^Ferns · /);
    await page.keyboard.press('Control+k');
    await page.getByRole('group', { name: 'Recent' }).getByRole('option', { name: 'Ferns' }).waitFor();
  });

  it('attack T01: says nothing of things of others, nor of those that one may not see there', async () => {
    await inOther();
    const texts: string[] = [];
    for (const id of [foreign, crypto.randomUUID()]) {
      const page = await person.open(`/app/${id}/access`, { expected: [/404/] });
      const main = page.getByRole('main');
      await main.getByRole('button', { name: 'Try again' }).first().waitFor();
      expect(await page.getByRole('button', { name: /^Go to / }).count()).toBe(0);
      texts.push((await main.textContent())?.replaceAll(id, 'ID') ?? '');
    }
    expect(texts[0]).toBe(texts[1]);
    const page = await person.open(`/knowledge/${hidden}`, { expected: [/404/] });
    await page.getByRole('main').getByRole('button', { name: 'Try again' }).first().waitFor();
    expect(await page.getByRole('button', { name: /^Go to / }).count()).toBe(0);
  });
});
