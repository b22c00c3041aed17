import { type Role, Setup } from '#plugins/members/contract.ts';
import { browserOf, newMember, type Person } from '#plugins/members/testing/people.ts';
import type { OpenOptions, Page, TestPages } from '#plugins/pages/testing/open-pages.ts';
import { Workspaces } from '#plugins/workspaces/contract.ts';

/** Somebody with a browser in which they are signed in. */
export interface StudioPerson extends Person {
  /** Opens an address of the studio. */
  open(path: string, options?: OpenOptions): Promise<Page>;
}

/** The pages of the worker's server, or of another (`platform`), in the worker's browser. */
type Opener = Pick<TestPages, 'platform' | 'context'>;

/** Gives the server its first owner, without whom its entrance is the setup. */
export async function ownServer({ platform }: Pick<TestPages, 'platform'>): Promise<void> {
  if ((await platform.kernel.resolve(Setup).code()) === null) return;
  const first = await platform.kernel.resolve(Workspaces).first();
  if (first !== null) await newMember(platform, 'owner', first.id);
}

/** Somebody new in the workspace of the test's file, and their way into the studio. Past the page that signs in. */
export async function studioPerson(pages: Opener, role: Role = 'admin'): Promise<StudioPerson> {
  const { platform } = pages;
  const person = await newMember(platform, role, platform.workspaceId);
  const { cookie } = await browserOf(platform, person);
  const cookies = cookie.split('; ').map((pair) => {
    const at = pair.indexOf('=');
    const name = pair.slice(0, at);
    const path = name === 'weft_refresh' ? '/console/api/sessions' : '/';
    return { name, value: pair.slice(at + 1), domain: new URL(platform.url).hostname, path, httpOnly: true };
  });
  return {
    ...person,
    async open(path, options = {}) {
      const context = await pages.context(options);
      await context.addCookies(cookies);
      const page = await context.newPage();
      await page.goto(new URL(path, platform.url).href);
      return page;
    },
  };
}
