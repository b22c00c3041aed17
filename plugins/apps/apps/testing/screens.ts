import { greetingWorkflow } from '#engine/testing/app-document.ts';
import type { Screen, ScreenKit } from '#plugins/pages/testing/screen.ts';
import { openSignedIn } from '#plugins/studio/testing/signed-in-screen.ts';

const widths = [390, 1360];
const looks = [
  { name: 'Fern desk', icon: '🌿', icon_background: '#E4FBCC', tags: ['support', 'plants'] },
  {
    name: 'Translate release notes into five languages, and check the names of products',
    icon: '🌍',
    icon_background: '#D1E9FF',
    tags: ['docs'],
  },
  {
    name: 'Weekly report',
    icon: '📈',
    icon_background: '#FEF7C3',
    tags: ['reports', 'finance', 'a tag with a rather long name'],
  },
  { name: 'No picture', icon: '', icon_background: '', tags: [] },
];

/** Apps with every kind of icon; one is a favourite. */
function apps(kit: ScreenKit) {
  return kit.prepared('apps-list', async () => {
    for (const { name, ...look } of looks) {
      const made = await kit.manage('POST', '/apps/import', {
        yaml: greetingWorkflow(),
        name,
        publish: look.icon !== '',
      });
      const { id } = made.app as { readonly id: string };
      await kit.manage('PATCH', `/apps/${id}`, {
        ...look,
        icon_type: 'emoji',
        description: 'Answers questions about house plants, and asks back where it has to.',
      });
    }
  });
}

async function openList(kit: ScreenKit, path = '/apps'): Promise<void> {
  await apps(kit);
  await openSignedIn(kit, path);
  await kit.page.getByRole('link', { name: 'Fern desk' }).waitFor();
}

/** The list of apps: as it is, several selected, an icon being chosen. */
export const screens: readonly Screen[] = [
  {
    name: 'apps-list',
    widths,
    async show(kit) {
      await openList(kit);
      const star = kit.page.getByRole('button', { name: 'Make Fern desk a favourite' });
      if (await star.isVisible()) await star.click();
      await kit.page.getByRole('button', { name: /^Fern desk is a favourite/ }).waitFor();
    },
  },
  {
    name: 'apps-filtered',
    widths,
    show: (kit) => openList(kit, '/apps?tag=support&tag=plants&favourite=true'),
  },
  {
    name: 'apps-selected',
    widths,
    async show(kit) {
      await openList(kit);
      await kit.page.getByRole('button', { name: 'Select', exact: true }).click();
      await kit.page.getByRole('checkbox', { name: 'Select Fern desk' }).check();
    },
  },
  {
    name: 'apps-details',
    widths,
    async show(kit) {
      await openList(kit);
      await kit.page.getByRole('button', { name: 'Actions of Fern desk' }).click();
      await kit.page.getByRole('menuitem', { name: 'Edit details' }).click();
    },
  },
];
