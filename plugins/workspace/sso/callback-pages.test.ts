import { beforeAll, expect, it } from 'vitest';
import { describePages } from '#plugins/pages/testing/open-pages.ts';
import { ownServer } from '#plugins/studio/testing/studio-bench.ts';

describePages('what a provider sends back to, in a browser', (pages) => {
  beforeAll(() => ownServer(pages));

  it('tells a person in words what went wrong, where they begin again; a program gets the error', async () => {
    const page = await pages.open('/console/api/sso/callback?state=of-another-browser');
    await page.getByText(/^Signing in took too long, or was begun in another browser/).waitFor();
    await page.getByLabel('E-mail').waitFor();
    expect(new URL(page.url()).pathname).toBe('/sign-in');
    expect(await pages.violations(page)).toEqual([]);
    const answer = await fetch(`${pages.platform.url}/console/api/sso/callback?state=x`);
    expect([answer.status, await answer.json()]).toMatchObject([401, { code: 'sign_in_over' }]);
  });
});
