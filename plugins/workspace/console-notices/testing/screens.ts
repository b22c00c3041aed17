import type { Screen } from '#plugins/pages/testing/screen.ts';
import { openSignedIn } from '#plugins/studio/testing/signed-in-screen.ts';

/** Nothing is told yet. */
export const screens: readonly Screen[] = [
  {
    name: 'notices-none',
    widths: [390, 1360],
    async show(kit) {
      await openSignedIn(kit, '/notices');
      await kit.page.getByRole('heading', { level: 1, name: 'Notices' }).waitFor();
    },
  },
];
