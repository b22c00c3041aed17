import type { NodeType } from '#engine';
import { empty, type HttpServer, json, type Route, type RouteRequest, route } from '#http';
import { type Contributions, PlatformError } from '#kernel';
import type { Apps } from '#plugins/apps/contract.ts';
import { ManagementAccess, type ManagementCaller } from '#plugins/management-access/contract.ts';
import type { Servers } from '#plugins/mcp-server/servers.ts';
import type { ServerChanges, ServerPlace, ServerSettings } from '#plugins/mcp-server/settings.ts';
import type { ServerStore } from '#plugins/mcp-server/store.ts';
import { AppTool } from '#plugins/mcp-server/tools/app-tool.ts';
import { nthName, toolName } from '#plugins/mcp-server/tools/tool-name.ts';
import type { Secrets } from '#plugins/secrets/contract.ts';
import { settingsDocs } from './settings-docs.ts';
import { appServerBody, workspaceServerBody } from './settings-schema.ts';

export interface SettingsParts {
  readonly apps: Apps;
  readonly store: ServerStore;
  readonly servers: Servers;
  readonly secrets: Secrets;
  readonly server: HttpServer;
  readonly types: Contributions<NodeType>;
  /** Told when a server was switched off. */
  switchedOff(place: ServerPlace): void;
}

type Origin = Pick<RouteRequest, 'origin'>['origin'];

const CODE_LENGTH = 32;
const CODE_END = 4;
/** Names that are tried for an app whose name others have. */
const MAX_NAMES = 50;

const params = { type: 'object', properties: { app_id: { type: 'string', format: 'uuid' } } } as const;
const ofApp = '/console/api/apps/:app_id/mcp';
const ofWorkspace = '/console/api/mcp-server';
const view = { access: ManagementAccess, permission: 'apps.use' } as const;
const edit = { access: ManagementAccess, permission: 'apps.edit' } as const;
const manage = { access: ManagementAccess, permission: 'workspace.manage' } as const;

/** What is set for apps and workspaces as MCP servers. */
export function settingsRoutes(parts: SettingsParts): Route[] {
  const placeOf = async ({ workspaceId }: ManagementCaller, id: string): Promise<ServerPlace> => {
    const app = await parts.apps.get(workspaceId, id.toLowerCase());
    return { workspaceId, appId: app.id };
  };
  return [
    route({
      ...view,
      id: 'mcp-server.get',
      method: 'GET',
      path: ofApp,
      params,
      summary: 'Get the MCP server of an app: its settings and the tool that clients see',
      docs: settingsDocs.get,
      handle: async ({ principal, params: { app_id: id }, origin }) =>
        json(await appItem(parts, await parts.store.find(await placeOf(principal, id)), origin)),
    }),
    route({
      ...edit,
      id: 'mcp-server.set',
      method: 'PATCH',
      path: ofApp,
      params,
      body: appServerBody,
      audit: { body: ['enabled', 'name', 'description'] },
      summary: 'Turn the MCP server of an app on or off, or change its tool; omitted fields are kept',
      docs: settingsDocs.set,
      async handle({ principal, params: { app_id: id }, body, origin }) {
        const place = await placeOf(principal, id);
        const { enabled, ...texts } = body;
        const changes = { ...cleaned(texts), ...(enabled !== undefined && { isEnabled: enabled }) };
        return json(await appItem(parts, await saved(parts, place, changes), origin));
      },
    }),
    route({
      ...edit,
      id: 'mcp-server.renew-code',
      method: 'POST',
      path: `${ofApp}/code`,
      params,
      audit: 'path',
      summary: 'Create a new code for the MCP server of an app; it is returned once',
      docs: settingsDocs.renew,
      handle: async ({ principal, params: { app_id: id }, origin }) =>
        json(await renewed(parts, await placeOf(principal, id), origin), { status: 201 }),
    }),
    route({
      ...edit,
      id: 'mcp-server.remove-code',
      method: 'DELETE',
      path: `${ofApp}/code`,
      params,
      audit: 'path',
      summary: 'Delete the code of the MCP server of an app; app keys still work',
      docs: settingsDocs.remove,
      async handle({ principal, params: { app_id: id } }) {
        await setCode(parts, await placeOf(principal, id), null);
        return empty();
      },
    }),
    ...workspaceRoutes(parts),
  ];
}

/** Of the server of all apps of a workspace. */
function workspaceRoutes(parts: SettingsParts): Route[] {
  const workspaceOf = ({ workspaceId }: ManagementCaller): ServerPlace => ({ workspaceId, appId: null });
  return [
    route({
      ...view,
      id: 'mcp-server.get-workspace',
      method: 'GET',
      path: ofWorkspace,
      summary: 'Get the MCP server of the workspace: its settings and the tools that clients see',
      docs: settingsDocs.getWorkspace,
      handle: async ({ principal, origin }) =>
        json(await workspaceItem(parts, await parts.store.find(workspaceOf(principal)), origin)),
    }),
    route({
      ...manage,
      id: 'mcp-server.set-workspace',
      method: 'PATCH',
      path: ofWorkspace,
      body: workspaceServerBody,
      audit: { body: ['enabled'] },
      summary:
        'Turn the MCP server of the workspace on or off: it offers all apps whose MCP server is on, at one address',
      docs: settingsDocs.setWorkspace,
      async handle({ principal, body, origin }) {
        const settings = await saved(parts, workspaceOf(principal), { isEnabled: body.enabled });
        return json(await workspaceItem(parts, settings, origin));
      },
    }),
    route({
      ...manage,
      id: 'mcp-server.renew-workspace-code',
      method: 'POST',
      path: `${ofWorkspace}/code`,
      audit: 'path',
      summary: 'Create a new code for the MCP server of the workspace; it is returned once',
      docs: settingsDocs.renewWorkspace,
      handle: async ({ principal, origin }) =>
        json(await renewed(parts, workspaceOf(principal), origin), { status: 201 }),
    }),
    route({
      ...manage,
      id: 'mcp-server.remove-workspace-code',
      method: 'DELETE',
      path: `${ofWorkspace}/code`,
      audit: 'path',
      summary: 'Delete the code of the MCP server of the workspace; personal keys still work',
      docs: settingsDocs.removeWorkspace,
      async handle({ principal }) {
        await setCode(parts, workspaceOf(principal), null);
        return empty();
      },
    }),
  ];
}

/** A server that is switched on has a name from then on: that of its app, as far as it can be one and is free. */
async function saved(parts: SettingsParts, place: ServerPlace, changes: ServerChanges): Promise<ServerSettings> {
  const { store, servers } = parts;
  const before = await store.find(place);
  const settings =
    place.appId === null || changes.name !== undefined || before.name !== ''
      ? await store.save(place, changes)
      : await saveNamed(parts, { ...place, appId: place.appId }, changes);
  if (settings === null) {
    const message = `Another tool of this workspace is called '${changes.name ?? ''}': choose another name.`;
    throw new PlatformError('conflict', 'mcp-server.name_taken', message, { field: 'name' });
  }
  const { codeHash } = settings;
  const isOver = before.isEnabled && !settings.isEnabled;
  await servers.changed(place, { isOver, ...(codeHash !== null && { code: codeHash }) });
  if (isOver) parts.switchedOff(place);
  return settings;
}

async function saveNamed(
  { apps, store }: SettingsParts,
  place: ServerPlace & { readonly appId: string },
  changes: ServerChanges,
): Promise<ServerSettings | null> {
  const { name } = await apps.get(place.workspaceId, place.appId);
  const wanted = toolName(name, place.appId);
  for (let n = 1; n <= MAX_NAMES; n++) {
    const settings = await store.save(place, { ...changes, name: nthName(wanted, n) });
    if (settings !== null) return settings;
  }
  return store.save(place, { ...changes, name: `app_${place.appId}` });
}

async function renewed(parts: SettingsParts, place: ServerPlace, origin: Origin) {
  const code = parts.secrets.token(CODE_LENGTH);
  await setCode(parts, place, code);
  return { code, url: `${parts.server.publicUrl('runtime', origin)}/mcp/server/${code}/mcp` };
}

/** The code before it is dead from here on, and who is being answered by it hears no more. */
async function setCode(
  { store, servers, secrets }: SettingsParts,
  place: ServerPlace,
  code: string | null,
): Promise<void> {
  const { codeHash } = await store.find(place);
  await store.setCode(place, code === null ? null : { hash: secrets.hash(code), end: code.slice(-CODE_END) });
  await servers.changed(place, { isOver: true, ...(codeHash !== null && { code: codeHash }) });
}

function shared({ isEnabled, codeEnd }: ServerSettings) {
  return { enabled: isEnabled, has_code: codeEnd !== null, code_end: codeEnd };
}

async function appItem({ apps, server, types }: SettingsParts, settings: ServerSettings, origin: Origin) {
  const { workspaceId, appId, name, description, parameters } = settings;
  const { app, version } = await apps.published(workspaceId, appId ?? '');
  const named = { ...settings, name: name || toolName(app.name, app.id) };
  return {
    ...shared(settings),
    name,
    description,
    parameters,
    url: `${server.publicUrl('runtime', origin)}/mcp/apps/${app.id}`,
    tool: version === null ? null : new AppTool({ app, version, settings: named, types: types.all() }).definition,
  };
}

async function workspaceItem({ servers, server }: SettingsParts, settings: ServerSettings, origin: Origin) {
  const tools = await servers.tools(settings);
  return {
    ...shared(settings),
    url: `${server.publicUrl('runtime', origin)}/mcp/workspaces/${settings.workspaceId}`,
    tools: tools.map(({ definition }) => definition),
  };
}

/** No text that a database can't keep. */
function cleaned({ parameters, ...texts }: Omit<ServerChanges, 'isEnabled'>): Omit<ServerChanges, 'isEnabled'> {
  const clean = (text: string) => text.replaceAll('\0', '').toWellFormed();
  const each = (values: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [clean(name), clean(value)]));
  return {
    ...each(texts as Readonly<Record<string, string>>),
    ...(parameters !== undefined && { parameters: each(parameters) }),
  };
}
