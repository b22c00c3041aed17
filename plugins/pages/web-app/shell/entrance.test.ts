import { expect, it } from 'vitest';
import { rememberingChat } from '#plugins/history-api/testing/documents.ts';
import { newMember, newPerson, PASSWORD } from '#plugins/members/testing/people.ts';
import { describePages, type Page, phone } from '#plugins/pages/testing/open-pages.ts';
import { typeInto } from '#plugins/pages/testing/type-into.ts';

/** Of the browser: what the server refused. */
const refused = /status of (401|403|404|429)/;

describePages('the entrance of a web app', (pages) => {
  const setSite = async (appId: string, site: Readonly<Record<string, unknown>>) => {
    const path = `/console/api/apps/${appId}/site`;
    const answer = await pages.platform.management.request(path, { method: 'PATCH', body: site });
    expect(answer.status).toBe(200);
  };
  const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });
  const composer = (page: Page) => page.getByRole('textbox').last();
  const keptVisit = async (page: Page) =>
    JSON.parse(
      String(
        await page.evaluate("localStorage.getItem(Object.keys(localStorage).find((key) => key.endsWith(':visitor')))"),
      ),
    ) as { visitor_token: string; visitor_id: string };

  it('says that a page is switched off, paused or not published, and tells nothing else of the app', async () => {
    const secret = 'What only visitors may read.';
    const { appId } = await pages.app(rememberingChat(), { description: secret, disclaimer: secret });
    const update = (body: unknown) =>
      pages.platform.management.request(`/console/api/apps/${appId}`, { method: 'PATCH', body });
    const states: readonly (readonly [() => Promise<unknown>, string])[] = [
      [() => setSite(appId, { enabled: false }), 'This page is switched off'],
      [() => Promise.all([setSite(appId, { enabled: true }), update({ status: 'paused' })]), 'This app is paused'],
    ];
    for (const [change, title] of states) {
      await change();
      const page = await pages.open(`/chat/${appId}`);
      await heading(page, title).waitFor();
      expect(await page.content()).not.toContain(secret);
      expect(await pages.violations(page)).toEqual([]);
    }
    const draft = await pages.platform.importApp(rememberingChat(), { publish: false });
    await setSite(draft.appId, { enabled: true });
    const page = await pages.open(`/chat/${draft.appId}`, phone);
    await heading(page, 'This app is not published yet').waitFor();
  });

  it('has a page for addresses without an app, and below apps for what there is not', async () => {
    const { appId } = await pages.app(rememberingChat());
    for (const path of ['/chat/none', '/chat/01a21397-7b8e-72dc-b4a9-cf75100656a9', `/chat/${appId}/nothing`]) {
      const page = await pages.open(path, { expected: [refused] });
      await heading(page, 'There is nothing here').waitFor();
      expect((await fetch(pages.platform.url + path)).status).toBe(404);
      expect(await pages.violations(page)).toEqual([]);
    }
  });

  it('keeps a visitor over reloads and tabs, and begins anew where the token is forged or over', async () => {
    const { appId } = await pages.app(rememberingChat());
    const context = await pages.context({ expected: [refused] });
    let visits = 0;
    context.on('request', (request) => {
      if (request.url().endsWith('/web/api/visit')) visits++;
    });
    const page = await context.newPage();
    await page.goto(`${pages.platform.url}/chat/${appId}`);
    await composer(page).waitFor();
    const first = await keptVisit(page);
    await page.reload();
    await composer(page).waitFor();
    const other = await context.newPage();
    await other.goto(`${pages.platform.url}/chat/${appId}`);
    await composer(other).waitFor();
    expect((await keptVisit(other)).visitor_id).toBe(first.visitor_id);
    expect(visits).toBe(1);
    // The token of another key: its signature does not fit.
    const forged = first.visitor_token.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
    await page.evaluate(
      `for (const key of Object.keys(localStorage)) localStorage.setItem(key, localStorage.getItem(key).replace(${JSON.stringify(first.visitor_token)}, ${JSON.stringify(forged)}))`,
    );
    await page.reload();
    await composer(page).waitFor();
    await expect.poll(() => keptVisit(page).then(({ visitor_token }) => visitor_token === forged)).toBe(false);
    expect((await keptVisit(page)).visitor_token).not.toBe(forged);
  });

  it('closes an open page when its site is switched off', async () => {
    const { appId } = await pages.app(rememberingChat());
    const page = await pages.open(`/chat/${appId}`, { expected: [refused] });
    await composer(page).waitFor();
    // Once it is switched off, the composer may be gone at any moment.
    await typeInto(composer(page), 'Hello');
    await setSite(appId, { enabled: false });
    await page.keyboard.press('Enter');
    await heading(page, 'This page is switched off').waitFor();
  });

  it('lets members of the workspace in by e-mail and password, and nobody else', async () => {
    const { appId } = await pages.app(rememberingChat(), { entry: 'members', title: 'For us' });
    const member = await newMember(pages.platform, 'member', pages.platform.workspaceId);
    const stranger = await newPerson(pages.platform);
    const page = await pages.open(`/chat/${appId}`, { expected: [refused], ...phone });
    await heading(page, 'Sign in to For us').waitFor();
    expect(await pages.violations(page)).toEqual([]);
    const enter = async (email: string, password: string) => {
      await typeInto(page.getByLabel('E-mail'), email);
      await typeInto(page.getByLabel('Password'), password);
      const answered = page.waitForResponse((response) => response.request().method() === 'POST');
      await page.getByRole('button', { name: 'Sign in' }).click();
      // Before that the form takes nothing.
      await answered;
    };
    await enter(member.email, 'not it at all');
    await page.getByText('E-mail or password is wrong.').waitFor();
    await enter(stranger.email, PASSWORD);
    await heading(page, 'Sign in to For us').waitFor();
    await enter(member.email, PASSWORD);
    await composer(page).waitFor();
    expect(await page.getByRole('heading', { name: 'For us' }).first().isVisible()).toBe(true);
  });

  it('takes no proof of single sign-on that this tab did not ask for', async () => {
    const { appId } = await pages.app(rememberingChat());
    const context = await pages.context();
    const bodies: string[] = [];
    context.on('request', (request) => {
      if (request.url().endsWith('/web/api/visit')) bodies.push(request.postData() ?? '');
    });
    const page = await context.newPage();
    await page.goto(`${pages.platform.url}/chat/${appId}#proof=somebody-elses&state=guessed`);
    await composer(page).waitFor();
    expect(bodies.join('')).not.toContain('somebody-elses');
    expect(page.url()).not.toContain('#');
  });

  it('is in the language of the site, else of the browser, and in the looks that were chosen', async () => {
    const { appId } = await pages.app(rememberingChat());
    const off = { enabled: false };
    await setSite(appId, off);
    const german = await pages.open(`/chat/${appId}`, { locale: 'de-AT' });
    await heading(german, 'Diese Seite ist ausgeschaltet').waitFor();
    expect(await german.evaluate('document.documentElement.lang')).toBe('de-AT');
    await setSite(appId, { ...off, language: 'fr-FR' });
    const page = await pages.open(`/chat/${appId}`, { colorScheme: 'light' });
    await heading(page, 'Cette page est désactivée').waitFor();
    await page.getByRole('button', { name: 'Apparence' }).click();
    await page.getByRole('menuitemradio', { name: 'Sombre' }).click();
    const ground = () => page.evaluate('getComputedStyle(document.documentElement).colorScheme');
    await expect.poll(ground).toBe('dark');
    expect(await pages.violations(page)).toEqual([]);
    await page.reload({ waitUntil: 'commit' });
    await expect.poll(ground).toBe('dark');
  });

  it('is coloured by the site, also where its colour would be too faint to read', async () => {
    for (const color of ['#ffe14d', '#101010', '#d94a8c']) {
      const { appId } = await pages.app(rememberingChat(), { color, entry: 'members' });
      const page = await pages.open(`/chat/${appId}`, { expected: [refused] });
      await page.getByRole('button', { name: 'Sign in' }).waitFor();
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        expect(await pages.violations(page), `${color}, ${colorScheme}`).toEqual([]);
      }
    }
  });
});
