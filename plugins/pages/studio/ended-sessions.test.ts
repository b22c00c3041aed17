import { beforeAll, expect, it } from 'vitest';
import { PASSWORD } from '#plugins/members/testing/people.ts';
import { describePages, type Page } from '#plugins/pages/testing/open-pages.ts';
import { typeInto } from '#plugins/pages/testing/type-into.ts';
import { ownServer, type StudioPerson, studioPerson } from './testing/studio-bench.ts';

describePages('a session that ends while somebody works', (pages) => {
  beforeAll(() => ownServer(pages));

  /** A page with a name typed, whose session ends in another tab: what it says of that. */
  async function endedElsewhere(person: StudioPerson): Promise<Page> {
    const page = await person.open('/apps/new?from=blank', { expected: [/40[13]/] });
    await typeInto(page.getByLabel('Name', { exact: true }), 'Fern guide');
    const other = await page.context().newPage();
    await other.goto(new URL('/apps', pages.platform.url).href);
    await other.getByRole('button', { name: 'Account' }).click();
    await other.getByRole('menuitem', { name: 'Sign out' }).click();
    await other.getByRole('heading', { name: 'Sign in' }).waitFor();
    await page.bringToFront();
    await page.getByRole('button', { name: 'Create' }).click();
    await ended(page).waitFor();
    return page;
  }

  const ended = (page: Page) => page.getByRole('alert').filter({ hasText: 'Your session has ended' });

  async function signInBeside(page: Page, { email }: StudioPerson): Promise<void> {
    const opened = page.context().waitForEvent('page');
    await ended(page).getByRole('link', { name: 'Sign in' }).click();
    const entrance = await opened;
    await typeInto(entrance.getByLabel('E-mail'), email);
    await entrance.getByRole('button', { name: 'Continue' }).click();
    await typeInto(entrance.getByLabel('Password'), PASSWORD);
    await entrance.getByRole('button', { name: 'Sign in' }).click();
    await entrance.getByRole('heading', { level: 1, name: 'Apps' }).waitFor();
    await page.bringToFront();
    await page.getByRole('button', { name: 'Create' }).click();
  }

  it('keeps what was typed when the session ends in another tab: one signs in beside it, and goes on', async () => {
    const person = await studioPerson(pages);
    const page = await endedElsewhere(person);
    await signInBeside(page, person);
    await page.waitForURL(/\/build/);
    await expect.poll(() => page.title()).toContain('Fern guide');
  });

  it('attack T02: sends nothing that one person typed in the name of another', async () => {
    const page = await endedElsewhere(await studioPerson(pages));
    let answered = 0;
    page.on('response', (response) => {
      if (response.request().method() === 'POST' && new URL(response.url()).pathname.endsWith('/apps'))
        answered = response.status();
    });
    await signInBeside(page, await studioPerson(pages));
    await expect.poll(() => answered).toBe(403);
    await ended(page).waitFor();
  });
});
