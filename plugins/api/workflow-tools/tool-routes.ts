import { empty, json, type Route, route } from '#http';
import { newId, PlatformError } from '#kernel';
import type { App, Apps, AppToolUse } from '#plugins/apps/contract.ts';
import { ManagementAccess } from '#plugins/management-access/contract.ts';
import type { ParameterSettings, WorkflowTool, WorkflowToolStore } from './store.ts';
import { toolBody, toolDocs } from './tool-docs.ts';
import { toolParameters } from './tool-parameters.ts';

interface RouteParts {
  readonly apps: Apps;
  readonly store: WorkflowToolStore;
}

interface Given {
  readonly name?: string;
  readonly label?: string;
  readonly description?: string;
  readonly parameters?: Readonly<Record<string, ParameterSettings>>;
}

const path = '/console/api/apps/:app_id/workflow-tool';
const params = { type: 'object', properties: { app_id: { type: 'string', format: 'uuid' } } } as const;
const ids = { 'params.app_id': 'workflowApp' } as const;
const edit = { access: ManagementAccess, permission: 'apps.edit', params, path, ids } as const;
/** Names of apps that are listed in a message. */
const MAX_NAMES = 5;

/** Making a workflow app a tool for other apps. */
export function toolRoutes({ apps, store }: RouteParts): Route[] {
  const found = async (workspaceId: string, app: App): Promise<WorkflowTool> => {
    const tool = await store.ofApp(workspaceId, app.id);
    if (tool !== null) return tool;
    throw new PlatformError('not-found', 'workflow-tools.not_found', `The app "${app.name}" is no tool.`);
  };
  const item = async (workspaceId: string, tool: WorkflowTool) => {
    const { version } = await apps.published(workspaceId, tool.appId);
    const { id, name, label, description } = tool;
    const parameters = version === null ? [] : toolParameters(version.compiled.inputForm, tool.parameters);
    return {
      ...{ id, name, label, description },
      parameters: parameters.map(({ required = false, name, type, form, description }) => ({
        ...{ name, type, form, description, required },
      })),
      used_by: (await usersOf(apps, workspaceId, tool)).map(({ id, name }) => ({ id, name })),
    };
  };
  return [
    route({
      access: ManagementAccess,
      permission: 'apps.edit',
      id: 'workflow-tools.list',
      method: 'GET',
      path: '/console/api/workflow-tools',
      summary: 'List the workflows that are offered as tools',
      docs: toolDocs.list,
      async handle({ principal: { workspaceId } }) {
        const [tools, all] = await Promise.all([store.list(workspaceId), apps.list(workspaceId)]);
        const names = new Map(all.map((app) => [app.id, app.name]));
        // Tools of deleted apps wait with them.
        const data = tools.flatMap(({ id, appId, name, label, description }) => {
          const appName = names.get(appId);
          return appName === undefined ? [] : [{ id, name, label, description, app: { id: appId, name: appName } }];
        });
        return json({ data });
      },
    }),
    route({
      ...edit,
      id: 'workflow-tools.get',
      method: 'GET',
      summary: 'Get the settings of a workflow as a tool, and the apps that use it',
      docs: toolDocs.get,
      async handle({ principal: { workspaceId }, params: { app_id: id } }) {
        return json(await item(workspaceId, await found(workspaceId, await apps.get(workspaceId, id))));
      },
    }),
    route({
      ...edit,
      id: 'workflow-tools.set',
      method: 'PUT',
      body: toolBody,
      audit: { body: ['name', 'label', 'description'] },
      summary: 'Publish a workflow as a tool for other apps, or change the tool',
      docs: toolDocs.set,
      async handle({ principal: { workspaceId }, params: { app_id: id }, body }) {
        const app = await apps.get(workspaceId, id);
        if (app.mode !== 'workflow') {
          const message = `"${app.name}" is no workflow: only workflow apps can be tools.`;
          throw new PlatformError('invalid', 'workflow-tools.not_a_workflow', message);
        }
        const tool = { ...toolOf(app, body), id: (await store.ofApp(workspaceId, app.id))?.id ?? newId() };
        const saved = await store.save(workspaceId, tool);
        if (saved !== null) return json(await item(workspaceId, saved));
        const message = `Another workflow of this workspace is the tool "${tool.name}": choose another name.`;
        throw new PlatformError('conflict', 'workflow-tools.name_taken', message, { field: 'name' });
      },
    }),
    route({
      ...edit,
      id: 'workflow-tools.remove',
      method: 'DELETE',
      query: { type: 'object', properties: { confirm: { type: 'boolean', default: false } } },
      audit: 'path',
      summary: 'Stop offering a workflow as a tool; requires confirmation while apps use it',
      docs: toolDocs.remove,
      async handle({ principal: { workspaceId }, params: { app_id: id }, query }) {
        const tool = await found(workspaceId, await apps.get(workspaceId, id));
        const users = query.confirm === true ? [] : await usersOf(apps, workspaceId, tool);
        if (users.length > 0) {
          const names = users.slice(0, MAX_NAMES).map(({ name }) => JSON.stringify(name));
          const more = users.length > names.length ? ` and ${users.length - names.length} more` : '';
          const message = `Apps call the tool "${tool.name}", and would fail without it: ${names.join(', ')}${more}. Remove it all the same with confirm=true.`;
          throw new PlatformError('conflict', 'workflow-tools.in_use', message);
        }
        await store.remove(workspaceId, tool.appId);
        return empty();
      },
    }),
  ];
}

/** What is left out is as the app says. */
function toolOf(app: App, { name, label, description, parameters }: Given): Omit<WorkflowTool, 'id'> {
  const plain = app.name.normalize('NFKD').replaceAll(/\p{M}/gu, '');
  const made = plain.replaceAll(/[^A-Za-z0-9_-]+/g, '_').replaceAll(/^[_-]+|[_-]+$/g, '');
  return {
    appId: app.id,
    name: name ?? (made.slice(0, 64) || `workflow_${app.id.slice(0, 8)}`),
    label: clean(label ?? app.name).slice(0, 100),
    description: clean(description ?? app.description).slice(0, 2_000) || `The workflow "${app.name}".`,
    parameters: Object.fromEntries(
      Object.entries(parameters ?? {}).map(([input, { description: about, ...settings }]) => [
        clean(input),
        { ...settings, ...(about !== undefined && { description: clean(about) }) },
      ]),
    ),
  };
}

/** No text that a database can't keep. */
function clean(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}

/** Documents name it by id, or by name where they come from elsewhere. */
async function usersOf(apps: Apps, workspaceId: string, { id, name }: WorkflowTool): Promise<readonly AppToolUse[]> {
  const uses = await Promise.all([id, name].map((provider) => apps.toolUse(workspaceId, 'workflow', provider)));
  return [...new Map(uses.flat().map((use) => [use.id, use])).values()];
}
