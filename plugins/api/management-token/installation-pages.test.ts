import { beforeAll, expect, it } from 'vitest';
import { newWorkspace } from '#plugins/members/testing/people.ts';
import { describePages, type Page, phone } from '#plugins/pages/testing/open-pages.ts';
import { typeInto } from '#plugins/pages/testing/type-into.ts';
import { ownServer, type StudioPerson, studioPerson } from '#plugins/studio/testing/studio-bench.ts';

describePages('the installation in the studio', (pages) => {
  let person: StudioPerson;
  beforeAll(async () => {
    await ownServer(pages);
    person = await studioPerson(pages, 'owner');
  });

  const looked = async (page: Page) => expect(await pages.violations(page)).toEqual([]);
  const enter = async (page: Page) => {
    await typeInto(page.getByLabel('Management token'), pages.platform.token);
    await page.getByRole('button', { name: 'Open', exact: true }).click();
  };

  it('shows nothing without the token; with it, what runs', async () => {
    const page = await person.open('/installation', { ...phone, expected: [/401/] });
    await page.getByRole('heading', { level: 1, name: 'Server' }).waitFor();
    await looked(page);
    await typeInto(page.getByLabel('Management token'), 'mgmt-wrong');
    await page.getByRole('button', { name: 'Open', exact: true }).click();
    await page.getByText('This is not the management token').waitFor();
    await enter(page);
    await page.getByText(/^Runs: \d+$/).click();
    await page.getByRole('table', { name: 'Runs' }).getByText('studio', { exact: true }).waitFor();
    await page.getByRole('region', { name: 'Works' }).getByText('The threads that run apps answer.').waitFor();
    await looked(page);
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
  });

  it('is found in the account menu and by what it is about', async () => {
    const page = await person.open('/apps');
    await page.getByRole('button', { name: 'Account' }).click();
    await page.getByRole('menuitem', { name: 'Installation: Server, Health' }).click();
    await page.getByRole('heading', { level: 1, name: 'Server' }).waitFor();
    await page.keyboard.press('Control+K');
    await page.keyboard.type('health');
    await page.getByRole('option', { name: 'Installation: Server, Health' }).waitFor();
  });

  it('shows what is not well first, in words and with its next step, and looks again', async () => {
    const page = await person.open('/installation/server', { ...phone, expected: [/500/] });
    const answers = [health('failed', 'warning', 'ok'), null, health('warning', 'ok'), health('ok'), health()];
    await page.route('**/console/api/installation/health', (route) => {
      const body = answers.shift();
      if (body === null) return route.fulfill({ status: 500, json: { code: 'internal_server_error', message: 'Oh.' } });
      return route.fulfill({ json: body });
    });
    await enter(page);
    const failed = page.getByRole('region', { name: 'Failed' });
    await failed.getByText('Check failed').waitFor();
    expect(await failed.innerText()).toMatch(/Next step\s+Run weft mend/);
    const states = page.getByRole('heading', { level: 3 });
    expect(await states.allInnerTexts()).toEqual(
      ['Failed', 'Warning', 'Works'].map((name) => expect.stringContaining(name)),
    );
    await page.getByRole('status').filter({ hasText: 'Something does not work. Looked at 12:00:00' }).waitFor();
    await looked(page);
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    const again = page.getByRole('button', { name: 'Look again' });
    await again.click();
    // What was found before stays in sight, with the time it was found.
    await page.getByRole('alert').getByText('Oh.').waitFor();
    await failed.waitFor();
    await page.getByRole('button', { name: 'Try again' }).click();
    await failed.waitFor({ state: 'detached' });
    await page.getByText('It serves, and something is not').waitFor();
    await again.click();
    await page.getByText('All is well.').waitFor();
    expect(await page.getByText('Next step').count()).toBe(0);
    await looked(page);
    await again.click();
    await page.getByRole('heading', { name: 'Nothing is looked at here.' }).waitFor();
  });

  it('attack T11: the token is kept in no storage and no address, goes with cookies never, and is gone after a reload', async () => {
    const page = await person.open('/installation/workspaces');
    const sent: Promise<Record<string, string>>[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/console/api/installation')) sent.push(request.allHeaders());
    });
    await enter(page);
    await page.getByRole('table', { name: 'Workspaces' }).waitFor();
    for (const headers of await Promise.all(sent)) {
      expect(headers.authorization).toBe(`Bearer ${pages.platform.token}`);
      expect(headers.cookie).toBeUndefined();
    }
    expect(sent.length).toBeGreaterThan(0);
    const kept = 'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, location.href])';
    expect(await page.evaluate(kept)).not.toContain('mgmt-');
    expect(JSON.stringify(await page.context().cookies())).not.toContain('mgmt-');
    await page.getByRole('button', { name: 'Forget the token' }).click();
    await page.getByLabel('Management token').waitFor();
    await enter(page);
    await page.getByRole('table', { name: 'Workspaces' }).waitFor();
    await page.reload();
    await page.getByLabel('Management token').waitFor();
    expect(await page.getByRole('table').count()).toBe(0);
  });

  it('gives a plan, closes a workspace and opens it again', async () => {
    const id = await newWorkspace(pages.platform);
    const page = await person.open(`/installation/workspaces/${id}`);
    await enter(page);
    await page.getByRole('table', { name: 'Plan' }).waitFor();
    await page.getByText('None.').waitFor();
    await looked(page);
    await page.getByRole('combobox', { name: 'Plan' }).selectOption({ index: 1 });
    await page.getByRole('button', { name: 'Give this plan' }).click();
    await page.getByText('The workspace is on the plan.').waitFor();
    await page.getByRole('button', { name: 'Close and delete' }).click();
    const dialog = page.getByRole('dialog');
    await typeInto(dialog.getByRole('textbox'), 'Another');
    await dialog.getByRole('button', { name: 'Close and delete' }).click();
    await page.getByText(/Closed, kept until/).waitFor();
    await looked(page);
    await page.getByRole('button', { name: 'Open again' }).click();
    await page.getByRole('table', { name: 'Plan' }).waitFor();
  });

  it('shows invoices, and which key seals', async () => {
    const page = await person.open('/installation/invoices');
    await enter(page);
    await page.getByLabel('State').selectOption('void');
    await page.getByRole('heading', { name: 'No invoices' }).waitFor();
    await looked(page);
    await page.getByRole('link', { name: 'Master key' }).click();
    await page.getByRole('button', { name: 'Make a new key' }).waitFor();
    await looked(page);
  });
});

/** What the server answers whose checks have these states. */
function health(...states: readonly ('failed' | 'warning' | 'ok')[]) {
  const data = states.map((state) => ({
    id: `check.${state}`,
    title: `Check ${state}`,
    state,
    is_required: true,
    code: state === 'ok' ? null : `check.${state}`,
    summary: `It was found at /a/path/${'that-goes-on-'.repeat(8)}to be ${state}.`,
    next: state === 'ok' ? null : `Run \`weft mend ${state}\`.`,
    facts: {},
    elapsed_ms: 1,
  }));
  const noon = new Date(2026, 0, 1, 12).getTime() / 1000;
  return { state: states[0] ?? 'ok', looked_at: noon, data };
}
