import { greetingWorkflow } from '#engine/testing/app-document.ts';
import type { Screen, ScreenKit } from '#plugins/pages/testing/screen.ts';
import { typeInto } from '#plugins/pages/testing/type-into.ts';
import { openSignedIn } from '#plugins/studio/testing/signed-in-screen.ts';

const widths = [390, 1360];
const document = JSON.stringify({
  openapi: '3.1.0',
  info: { title: 'Plants', description: 'The plants of a garden, and who waters them.', version: '1' },
  servers: [{ url: 'https://{region}.example.com/v1', variables: { region: { default: 'eu', enum: ['eu', 'us'] } } }],
  components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } } },
  paths: {
    '/plants': { get: { operationId: 'listPlants', summary: 'Lists plants' }, post: { summary: 'Adds a plant' } },
    '/plants/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' }, description: 'Of the plant' }],
      get: { operationId: 'getPlant', summary: 'Gets a plant' },
      delete: { operationId: 'deletePlant', deprecated: true },
    },
  },
});
const tool = {
  name: 'find_tickets',
  title: 'Find tickets',
  description: 'Finds tickets by their text.',
  input_schema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
  hash: 'a',
};
const server = {
  ...{ id: '0196f5c0-0000-7000-8000-000000000051', identifier: 'tickets', name: 'Tickets', headers: ['x-api-key'] },
  ...{ address: 'https://mcp.example.com/******', auth: 'oauth', per_user: false, client_id: null, scope: '' },
  ...{ timeout_seconds: 60, read_timeout_seconds: 300, state: 'changes_wait', changes_hash: 'h', last_error: null },
  ...{ refreshed_at: 1_795_000_000, created_at: 1_795_000_000, authorized: true, tools: [tool], used_by: [] },
  changes: {
    added: [{ ...tool, name: 'close_ticket', description: 'Closes a ticket.' }],
    removed: [{ ...tool, name: 'list_tickets' }],
    changed: [{ before: tool, after: { ...tool, description: 'Finds tickets by their text or number.' } }],
  },
};

const custom = (kit: ScreenKit) =>
  kit.prepared('tools-api', () =>
    kit.manage('POST', '/custom-tools', { document, name: 'Plants', server: { url: 'https://93.184.215.14/v1' } }),
  );

const workflowTool = (kit: ScreenKit) =>
  kit.prepared('tools-workflow', async () => {
    const id = await kit.app(greetingWorkflow());
    await kit.manage('PUT', `/apps/${id}/workflow-tool`, { name: 'greet', description: 'Greets somebody by name.' });
  });

async function open(kit: ScreenKit, path: string): Promise<void> {
  await openSignedIn(kit, path);
  await kit.page.getByRole('heading', { level: 1 }).waitFor();
}

/** A server that no picture can reach: its answers are told here. */
async function openServer(kit: ScreenKit, path: string): Promise<void> {
  await kit.page.route('**/console/api/mcp-servers', (route) => route.fulfill({ json: { data: [server] } }));
  await kit.page.route('**/console/api/mcp-servers/*', (route) => route.fulfill({ json: server }));
  await open(kit, path);
}

/** For `npm run screenshots`. */
export const screens: readonly Screen[] = [
  {
    name: 'tools-list',
    widths,
    async show(kit) {
      await custom(kit);
      await workflowTool(kit);
      await open(kit, '/tools');
      await kit.page.getByRole('link', { name: 'Plants' }).waitFor();
    },
  },
  {
    name: 'tools-installed',
    widths,
    async show(kit) {
      await open(kit, '/tools/builtin/email');
      await kit.page.getByRole('heading', { level: 2 }).first().waitFor();
    },
  },
  { name: 'tools-import', widths, show: (kit) => open(kit, '/tools/new/openapi') },
  {
    name: 'tools-preview',
    widths,
    async show(kit) {
      await open(kit, '/tools/new/openapi');
      await typeInto(kit.page.getByLabel('Or its text'), document);
      await kit.page.getByRole('button', { name: 'Preview' }).click();
      await kit.page.getByLabel('Type', { exact: true }).waitFor();
    },
  },
  {
    name: 'tools-api',
    widths,
    async show(kit) {
      const { id } = await custom(kit);
      await open(kit, `/tools/api/${String(id)}`);
    },
  },
  {
    name: 'tools-test',
    widths,
    async show(kit) {
      const { id } = await custom(kit);
      await open(kit, `/tools/api/${String(id)}`);
      await kit.page.getByRole('button', { name: 'Test getPlant' }).click();
    },
  },
  {
    name: 'tools-api-settings',
    widths,
    async show(kit) {
      const { id } = await custom(kit);
      await open(kit, `/tools/api/${String(id)}?tab=settings`);
    },
  },
  {
    name: 'tools-mcp-none',
    widths,
    async show(kit) {
      await open(kit, '/tools/mcp');
      await kit.page.getByText('No MCP servers yet').waitFor();
    },
  },
  {
    name: 'tools-mcp-add',
    widths,
    async show(kit) {
      await open(kit, '/tools/mcp');
      await kit.page.getByRole('button', { name: 'Add an MCP server' }).first().click();
      await kit.page.getByRole('button', { name: 'Add a header' }).click();
      await kit.page.getByLabel('Authentication').selectOption('oauth');
    },
  },
  {
    name: 'tools-mcp-changes',
    widths,
    async show(kit) {
      await openServer(kit, `/tools/mcp/${server.id}`);
      await kit.page.getByText('Closes a ticket.').waitFor();
    },
  },
  { name: 'tools-mcp-settings', widths, show: (kit) => openServer(kit, `/tools/mcp/${server.id}?tab=settings`) },
  {
    name: 'tools-workflows',
    widths,
    async show(kit) {
      await workflowTool(kit);
      await open(kit, '/tools/workflows');
      await kit.page.getByRole('table').waitFor();
    },
  },
];
