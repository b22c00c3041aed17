import type { Screen } from '#plugins/pages/testing/screen.ts';
import { openSignedIn } from '#plugins/studio/testing/signed-in-screen.ts';

/** Members, and the workspace. */
export const screens: readonly Screen[] = ['members', 'settings/workspace'].map((path) => ({
  name: `settings-${path.replace(/^.*\//, '')}`,
  widths: [390, 1360],
  async show(kit) {
    await openSignedIn(kit, `/${path}`);
    await kit.page.getByRole('heading', { level: 1 }).waitFor();
  },
}));
