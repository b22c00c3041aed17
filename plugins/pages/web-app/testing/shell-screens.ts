import { rememberingChat } from '#plugins/history-api/testing/documents.ts';
import type { Screen, ScreenKit } from '#plugins/pages/testing/screen.ts';

/** An app of its own for each set of settings. */
function chat(kit: ScreenKit, name: string, site: Readonly<Record<string, unknown>> = {}): Promise<string> {
  return kit.prepared(`shell-${name}`, () =>
    kit.app(rememberingChat(), { title: 'Help desk', color: '#0a7d4f', ...site }),
  );
}

const open = async (kit: ScreenKit, path: string) => {
  await kit.page.goto(kit.origin + path);
  await kit.page.getByRole('heading').first().waitFor();
};

/** What stands before an app, or in its place. */
export const shellScreens: readonly Screen[] = [
  { name: 'shell-not-found', show: (kit) => open(kit, '/chat/none') },
  {
    name: 'shell-off',
    show: async (kit) => open(kit, `/chat/${await chat(kit, 'off', { enabled: false })}`),
  },
  {
    name: 'shell-paused',
    async show(kit) {
      const id = await chat(kit, 'paused');
      await kit.prepared('shell-pause', () => kit.manage('PATCH', `/apps/${id}`, { status: 'paused' }));
      await open(kit, `/chat/${id}`);
    },
  },
  {
    name: 'shell-members',
    async show(kit) {
      await open(kit, `/chat/${await chat(kit, 'members', { entry: 'members' })}`);
      await kit.page.getByRole('button', { name: 'Sign in' }).waitFor();
    },
  },
  {
    name: 'shell-wrong-password',
    widths: [390, 820],
    async show(kit) {
      await open(kit, `/chat/${await chat(kit, 'members', { entry: 'members' })}`);
      await kit.page.getByLabel('E-mail').fill('ada@example.com');
      await kit.page.getByLabel('Password').fill('not it at all');
      await kit.page.getByRole('button', { name: 'Sign in' }).click();
      await kit.page.getByRole('alert').waitFor();
    },
  },
  {
    name: 'shell-unreachable',
    widths: [390, 1360],
    async show(kit) {
      await kit.page.route('**/web/api/visit', (route) =>
        route.fulfill({ status: 429, json: { code: 'too_many_requests', message: 'Too many visits.', status: 429 } }),
      );
      await open(kit, `/chat/${await chat(kit, 'plain')}`);
    },
  },
  {
    name: 'shell-german-long-title',
    widths: [390, 820],
    locale: 'de-DE',
    async show(kit) {
      const title =
        'Auskunft über Lieferungen, Rücksendungen, Rechnungen und alles andere, was Kunden je gefragt haben';
      await open(kit, `/chat/${await chat(kit, 'long', { title, entry: 'members' })}`);
    },
  },
  {
    name: 'shell-theme-menu',
    widths: [390, 1360],
    async show(kit) {
      await open(kit, `/chat/${await chat(kit, 'off', { enabled: false })}`);
      await kit.page.getByRole('button', { name: 'Appearance' }).click();
      await kit.page.getByRole('menu').waitFor();
    },
  },
];
