import { appDocument, chain, node } from '#engine/testing/app-document.ts';
import type { Screen, ScreenKit } from '#plugins/pages/testing/screen.ts';
import { typeInto } from '#plugins/pages/testing/type-into.ts';
import { openSignedIn } from '#plugins/studio/testing/signed-in-screen.ts';

const widths = [390, 1360];

/** A workflow with triggers, a key, a webhook, and a draft that differs from what is published. */
function digest(kit: ScreenKit): Promise<string> {
  return kit.prepared('access-app', async () => {
    const id = await kit.app(document(), { title: 'Help desk', color: '#0a7d4f', embed_enabled: true });
    await kit.manage('PATCH', `/apps/${id}/mcp`, { enabled: true });
    await kit.manage('POST', `/apps/${id}/keys`, { name: 'Crawler of the intranet' });
    await kit.manage('POST', `/apps/${id}/webhooks`, { url: 'https://example.com/weft' });
    const { yaml, hash } = await kit.manage('GET', `/apps/${id}/draft`);
    const changed = String(yaml).replaceAll('First', 'Second').replace('0 6 * * *', '30 7 * * 1-5');
    await kit.manage('PUT', `/apps/${id}/draft`, { yaml: changed, hash });
    const { hash: base } = await kit.manage('GET', `/apps/${id}/draft/tree`);
    const graph = ['workflow', 'graph'];
    const data = { type: 'template-transform', title: 'Add a greeting', template: 'Good morning', variables: [] };
    const operations = [
      { path: [...graph, 'nodes', '-'], insert: { id: 'hi', type: 'custom', position: { x: 620, y: 220 }, data } },
      { path: [...graph, 'nodes', { id: 'w' }], remove: true },
      { path: [...graph, 'edges', { id: 'w-source-2' }], remove: true },
      { path: [...graph, 'edges', '-'], insert: { id: 'e-hi', source: '2', target: 'hi' } },
    ];
    await kit.manage('PATCH', `/apps/${id}/draft/tree`, { base, client_id: 'screens', operations });
    return id;
  });
}

function document(): string {
  const schedule = { mode: 'cron', cron_expression: '0 6 * * *', timezone: 'Europe/Berlin' };
  const webhook = { method: 'post', content_type: 'application/json', headers: [], params: [], body: [] };
  return appDocument({
    mode: 'workflow',
    name: 'Nightly digest of tickets',
    nodes: [
      node('s', 'trigger-schedule', schedule),
      node('w', 'trigger-webhook', { ...webhook, async_mode: true, status_code: 200, response_body: '' }),
      node('2', 'template-transform', { template: 'First\nline\nthird', variables: [] }),
      node('3', 'end', { outputs: [{ variable: 'text', value_selector: ['2', 'output'] }] }),
    ],
    edges: [...chain('s', '2', '3'), ...chain('w', '2')],
  });
}

const open = async (kit: ScreenKit, path: string) => {
  await openSignedIn(kit, `/app/${await digest(kit)}/${path}`);
  await kit.page.getByRole('heading', { level: 1 }).waitFor();
};

/** Every way to an app, its versions, and what publishing changes. */
export const screens: readonly Screen[] = [
  ...['page', 'embed', 'api', 'mcp', 'triggers', 'webhooks', 'limits'].map((tab) => ({
    name: `access-${tab}`,
    widths,
    show: (kit: ScreenKit) => open(kit, `access?tab=${tab}`),
  })),
  {
    name: 'access-key-made',
    widths,
    async show(kit) {
      await open(kit, 'access?tab=api');
      await kit.page.getByRole('button', { name: 'New key' }).first().click();
      await typeInto(kit.page.getByRole('dialog').getByLabel('Name'), 'Pipeline');
      await kit.page.getByRole('button', { name: 'Make the key' }).click();
      await kit.page.getByRole('button', { name: 'I have copied it' }).waitFor();
    },
  },
  {
    name: 'access-versions',
    widths,
    async show(kit) {
      await open(kit, 'versions');
      await kit.page.getByRole('button', { name: 'Actions of Version 1' }).click();
      await kit.page.getByRole('menuitem', { name: 'Compare with the draft' }).click();
      await kit.page.getByRole('heading', { name: 'Comparison' }).waitFor();
    },
  },
  {
    name: 'access-review',
    widths,
    async show(kit) {
      await open(kit, 'review');
      await kit.page.locator('.react-flow__node').first().waitFor();
    },
  },
  {
    name: 'access-review-list',
    widths,
    async show(kit) {
      await open(kit, 'review');
      await kit.page.locator('.react-flow__node[data-id="2"]').click();
    },
  },
];
