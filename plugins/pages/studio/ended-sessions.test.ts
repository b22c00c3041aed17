import { beforeAll, expect, it } from 'vitest';
import { PASSWORD } from '#plugins/members/testing/people.ts';
import { describePages, type Page } from '#plugins/pages/testing/open-pages.ts';
import { typeInto } from '#plugins/pages/testing/type-into.ts';
import { ownServer, type StudioPerson, studioPerson } from './testing/studio-bench.ts';

describePages('a session that ends while somebody works', (pages) => {
  beforeAll(() => ownServer(pages));

  const over = (page: Page) => page.getByRole('dialog', { name: 'Your session has ended' });

  /** A page with a name typed, whose session ends in another tab: it is covered at once, whatever is done in it. */
  async function endedElsewhere(person: StudioPerson): Promise<{ readonly page: Page; readonly other: Page }> {
    const page = await person.open('/apps/new?from=blank', { expected: [/40[13]/] });
    await typeInto(page.getByLabel('Name', { exact: true }), 'Fern guide');
    const other = await page.context().newPage();
    await other.goto(new URL('/apps', pages.platform.url).href);
    await other.getByRole('button', { name: 'Account' }).click();
    await other.getByRole('menuitem', { name: 'Sign out' }).click();
    await other.getByRole('heading', { name: 'Sign in' }).waitFor();
    await page.bringToFront();
    await over(page).waitFor();
    return { page, other };
  }

  async function signIn(page: Page, { email }: StudioPerson): Promise<void> {
    await typeInto(page.getByLabel('E-mail'), email);
    await page.keyboard.press('Enter');
    await page.getByLabel('Password').waitFor();
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Apps' }).waitFor();
  }

  it('covers the page in every tab; one signs in over it by keys, and goes on with what was typed', async () => {
    const person = await studioPerson(pages);
    const { page } = await endedElsewhere(person);
    expect(await pages.violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await page.keyboard.type('not it at all');
    await page.keyboard.press('Enter');
    await over(page).getByText('The password is not right.').waitFor();
    await page.getByLabel('Password').selectText();
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press('Enter');
    await over(page).waitFor({ state: 'detached' });
    expect(await page.title()).not.toContain('session');
    await page.getByRole('button', { name: 'Create' }).click();
    await page.waitForURL(/\/build/);
    await expect.poll(() => page.title()).toContain('Fern guide');
  });

  it('sends again by itself what was refused, once one has signed in in another tab', async () => {
    const person = await studioPerson(pages);
    const page = await person.open('/apps/new?from=blank', { expected: [/40[13]/] });
    await typeInto(page.getByLabel('Name', { exact: true }), 'Moss guide');
    await page.context().clearCookies();
    await page.getByRole('button', { name: 'Create' }).click();
    await over(page).waitFor();
    const entrance = await page.context().newPage();
    await entrance.goto(new URL('/apps', pages.platform.url).href);
    await signIn(entrance, person);
    await page.bringToFront();
    await page.waitForURL(/\/build/);
    await expect.poll(() => page.title()).toContain('Moss guide');
  });

  it('attack T02: sends nothing that one person typed in the name of another', async () => {
    const person = await studioPerson(pages);
    const { page, other } = await endedElsewhere(person);
    const sent: string[] = [];
    page.on('request', (request) => request.method() === 'POST' && sent.push(new URL(request.url()).pathname));
    const another = await studioPerson(pages);
    await signIn(other, another);
    await page.bringToFront();
    await over(page).getByText('has signed in here').filter({ hasText: another.email }).waitFor();
    expect(sent).toEqual(['/console/api/sessions/refresh']);
    await over(page).getByRole('link', { name: 'Go on as' }).click();
    await page.getByRole('heading', { level: 1, name: 'Apps' }).waitFor();
  });
});
