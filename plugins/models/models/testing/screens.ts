import type { Screen, ScreenKit } from '#plugins/pages/testing/screen.ts';
import { openSignedIn } from '#plugins/studio/testing/signed-in-screen.ts';

const widths = [390, 1360];

/** A provider with credentials, which are not tried, and a second set of them. */
function configured(kit: ScreenKit) {
  return kit.prepared('models-openai', async () => {
    const prices = JSON.stringify({ 'gpt-4o': { prompt: '2', completion: '8', currency: 'EUR' } });
    const credentials = { openai_api_key: 'sk-for-pictures', prices };
    await kit.manage('PUT', '/providers/openai', { credentials });
    const more = { name: 'Europe', credentials: { openai_api_key: 'sk-europe' } };
    await kit.manage('POST', '/providers/openai/credential-sets', more);
    const model = { provider: 'openai', model: 'gpt-4o' };
    await kit.manage('PUT', '/default-models', { type: 'llm', model });
  });
}

async function open(kit: ScreenKit, path: string): Promise<void> {
  await configured(kit);
  await openSignedIn(kit, path);
  await kit.page.getByRole('heading', { level: 1 }).waitFor();
}

/** For `npm run screenshots`. */
export const screens: readonly Screen[] = [
  {
    name: 'models-providers',
    widths,
    async show(kit) {
      await open(kit, '/models');
      await kit.page.getByRole('heading', { level: 2 }).first().waitFor();
    },
  },
  { name: 'models-none-found', widths, show: (kit) => open(kit, '/models?q=nothing-is-called-so') },
  {
    name: 'models-defaults',
    widths,
    async show(kit) {
      await open(kit, '/models/defaults');
      await kit.page.getByLabel('Moderation').waitFor();
    },
  },
  {
    name: 'models-credentials',
    widths,
    async show(kit) {
      await open(kit, '/models/openai');
      await kit.page.getByRole('table').waitFor();
    },
  },
  { name: 'models-not-set-up', widths, show: (kit) => open(kit, '/models/openai_api_compatible') },
  {
    name: 'models-list',
    widths,
    async show(kit) {
      await open(kit, '/models/openai?tab=models');
      await kit.page.getByRole('table').waitFor();
    },
  },
  {
    name: 'models-settings',
    widths,
    async show(kit) {
      await open(kit, '/models/openai?tab=models&q=gpt-4o');
      await kit.page.getByRole('button', { name: 'Actions of gpt-4o', exact: true }).click();
      await kit.page.getByRole('menuitem', { name: 'Settings' }).click();
      await kit.page.getByLabel('Prompt').waitFor();
    },
  },
];
