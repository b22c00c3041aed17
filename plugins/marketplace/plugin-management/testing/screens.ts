import type { Screen, ScreenKit } from '#plugins/pages/testing/screen.ts';
import { openSignedIn } from '#plugins/studio/testing/signed-in-screen.ts';

const widths = [390, 1360];

async function open(kit: ScreenKit, path: string): Promise<void> {
  await openSignedIn(kit, path);
  await kit.page.getByRole('heading', { level: 1 }).waitFor();
}

/** For `npm run screenshots`. */
export const screens: readonly Screen[] = [
  {
    name: 'plugins-catalogue',
    widths,
    async show(kit) {
      await open(kit, '/plugins');
      await kit.page.getByRole('link', { name: 'Firecrawl' }).waitFor();
    },
  },
  {
    name: 'plugins-plugin',
    widths,
    async show(kit) {
      await open(kit, '/plugins/@weft/firecrawl');
      await kit.page.getByRole('heading', { name: 'Versions' }).waitFor();
    },
  },
  {
    name: 'plugins-consent',
    widths,
    async show(kit) {
      await open(kit, '/plugins/@weft/reading-kit');
      await kit.page.getByRole('button', { name: 'Install', exact: true }).click();
      await kit.page.getByRole('button', { name: 'Allow and install' }).waitFor();
    },
  },
];
