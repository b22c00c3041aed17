import type { Screen } from '#plugins/pages/testing/screen.ts';
import { openSignedIn } from '#plugins/studio/testing/signed-in-screen.ts';

/** One's account. */
export const screens: readonly Screen[] = ['account/profile', 'account/security', 'account/command-line'].map(
  (path) => ({
    name: `settings-${path.replace(/^.*\//, '')}`,
    widths: [390, 1360],
    async show(kit) {
      await openSignedIn(kit, `/${path}`);
      await kit.page.getByRole('heading', { level: 1 }).waitFor();
    },
  }),
);
