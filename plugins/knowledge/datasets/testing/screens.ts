import type { Screen, ScreenKit } from '#plugins/pages/testing/screen.ts';
import { typeInto } from '#plugins/pages/testing/type-into.ts';
import { openSignedIn } from '#plugins/studio/testing/signed-in-screen.ts';

const widths = [390, 1360];
const care = `Ferns want water every morning, and a place without sun. They show thirst by brown tips.

Cacti want water once a month. In winter they want none, and a cool place.

Orchids want mist rather than water. Their roots want air: a pot with holes is best.`;

interface Made {
  readonly base: string;
  readonly document: string;
}

/** A base with documents in several states, tags, fields and an API. */
function plants(kit: ScreenKit): Promise<Made> {
  return kit.prepared('knowledge-plants', async () => {
    const base = await newBase(kit, 'Plant notes', 'What plants want, by those who grow them.');
    const add = async (name: string, text: string, body: object = {}) =>
      (await kit.manage('POST', `/datasets/${base}/documents/texts`, { name, text, ...body })) as {
        readonly data: readonly { readonly id: string }[];
      };
    const rule = { mode: 'custom', rules: { segmentation: { separator: '\n\n', max_tokens: 120, chunk_overlap: 0 } } };
    const made = await add('care.txt', care, { process_rule: rule });
    const document = made.data[0]?.id ?? '';
    const old = await add('A very long name of a document that was written down many years ago.txt', 'Old notes.');
    const tag = await kit.manage('POST', '/dataset-tags', { name: 'garden' });
    await kit.manage('PUT', `/datasets/${base}/tags/${tag.id}`);
    const field = await kit.manage('POST', `/datasets/${base}/fields`, { name: 'author', type: 'string' });
    await indexed(kit, base);
    await kit.manage('POST', `/datasets/${base}/documents/metadata`, {
      changes: [{ document, values: { [String(field.id)]: 'Ada Berg' } }],
    });
    const status = { selected: [old.data[0]?.id], action: 'disable' };
    await kit.manage('POST', `/datasets/${base}/documents/status`, status);
    return { base, document };
  });
}

async function newBase(kit: ScreenKit, name: string, description: string, more: object = {}): Promise<string> {
  const body = { name, description, permission: 'all_team_members', ...more };
  return String((await kit.manage('POST', '/datasets', body)).id);
}

async function indexed(kit: ScreenKit, base: string): Promise<void> {
  const states = async () => {
    const { data } = await kit.manage('GET', `/datasets/${base}/documents`);
    return (data as readonly { readonly indexing_status: string }[]).map((each) => each.indexing_status);
  };
  while ((await states()).some((state) => state !== 'completed')) await kit.page.waitForTimeout(300);
}

async function open(kit: ScreenKit, path: string): Promise<void> {
  await openSignedIn(kit, path);
  await kit.page.getByRole('heading', { level: 1 }).waitFor();
}

/** A page of the base. */
const ofBase = (name: string, rest: string, after?: (kit: ScreenKit) => Promise<unknown>): Screen => ({
  name: `knowledge-${name}`,
  widths,
  async show(kit) {
    const { base, document } = await plants(kit);
    await open(kit, `/knowledge/${base}${rest.replace('DOCUMENT', document)}`);
    await after?.(kit);
  },
});

/** A page of its own. */
const page = (name: string, path: string): Screen => ({
  name: `knowledge-${name}`,
  widths,
  async show(kit) {
    await plants(kit);
    await kit.prepared('knowledge-empty', () => newBase(kit, 'Handbook', ''));
    await open(kit, path);
  },
});

/** For `npm run screenshots`. */
export const screens: readonly Screen[] = [
  page('list', '/knowledge'),
  page('new', '/knowledge?new=yes'),
  page('keys', '/knowledge/keys'),
  page('apis', '/knowledge/apis?new=yes'),
  ofBase('documents', '/documents', ({ page: shown }) => shown.getByLabel('Choose care.txt').check()),
  ofBase('add-files', '/add'),
  ofBase('add-text', '/add?from=text', async ({ page: shown }) => {
    await typeInto(shown.getByLabel('Name'), 'care.txt');
    await typeInto(shown.getByLabel('Text', { exact: true }), care);
    await shown.getByLabel('Cutting').selectOption('custom');
    await shown.getByRole('button', { name: 'Show the preview' }).click();
    await shown.getByText(/segments?, /).waitFor();
  }),
  ofBase('add-source', '/add?from=source', ({ page: shown }) => shown.getByLabel('Kind').selectOption('repository')),
  ofBase('document', '/documents/DOCUMENT', ({ page: shown }) => shown.getByLabel('Choose #1').check()),
  ofBase('document-about', '/documents/DOCUMENT?view=about'),
  ofBase('search', '/search', async ({ page: shown }) => {
    await typeInto(shown.getByLabel('Question', { exact: true }), 'How often do cacti want water?');
    await shown.locator('form').getByRole('button', { name: 'Search', exact: true }).click();
    await shown.getByRole('meter').first().waitFor();
  }),
  ofBase('sources', '/sources'),
  ofBase('settings', '/settings'),
];
