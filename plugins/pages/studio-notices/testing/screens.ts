import type { Screen } from '#plugins/pages/testing/screen.ts';
import { openSignedIn } from '#plugins/studio/testing/signed-in-screen.ts';

/** What a person is told: the sign-in of the picture's owner. */
export const screens: readonly Screen[] = [
  {
    name: 'notices',
    widths: [390, 1360],
    async show(kit) {
      await openSignedIn(kit, '/notices');
      await kit.page.getByRole('heading', { level: 1, name: 'Notices' }).waitFor();
    },
  },
];
