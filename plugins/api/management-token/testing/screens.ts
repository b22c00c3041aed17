import type { Screen } from '#plugins/pages/testing/screen.ts';
import { openSignedIn } from '#plugins/studio/testing/signed-in-screen.ts';

/** What everybody sees of it: pages behind the token are for whoever has it. */
export const screens: readonly Screen[] = [
  {
    name: 'installation-token',
    widths: [390, 1360],
    async show(kit) {
      await openSignedIn(kit, '/installation/server');
      await kit.page.getByLabel('Management token').waitFor();
    },
  },
];
