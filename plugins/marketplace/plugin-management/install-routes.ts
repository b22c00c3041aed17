import { empty, json, type Route, type RouteRequest, route } from '#http';
import { ManagementAccess, type ManagementCaller } from '#plugins/management-access/contract.ts';
import type { Consent, InstallChanges, InstallPlan } from '#plugins/plugin-installs/contract.ts';
import type { Installations } from './installations.ts';
import { planItem } from './package-items.ts';
import { pluginDocs, takes } from './route-docs.ts';
import { uploadBytes, uploadedPackage } from './uploaded-package.ts';

export interface InstallRouteParts {
  readonly changes: InstallChanges;
  readonly installations: Installations;
}

const read = { access: ManagementAccess, permission: 'apps.edit' } as const;
const install = { access: ManagementAccess, permission: 'plugins.install' } as const;
const named = {
  params: { type: 'object', properties: { installation_id: { type: 'string', format: 'uuid' } } },
  ids: { 'params.installation_id': 'pluginInstallation' },
} as const;
const wanted = { name: takes.name, version: takes.version, source: takes.source } as const;
const all = '/console/api/plugins';
const single = `${all}/:installation_id` as const;

/** What is installed in the workspace, and installing more. */
export function installRoutes({ changes, installations }: InstallRouteParts): Route[] {
  const shown = async ({ principal, params, origin }: OneRequest) =>
    json(await installations.get(principal.workspaceId, params.installation_id, origin));
  return [
    route({
      ...read,
      id: 'plugin-management.list',
      method: 'GET',
      path: all,
      summary: 'List the installed plugins of the workspace',
      docs: pluginDocs.list,
      handle: async ({ principal, origin }) => json({ items: await installations.list(principal.workspaceId, origin) }),
    }),
    route({
      ...read,
      ...named,
      id: 'plugin-management.get',
      method: 'GET',
      path: single,
      summary: 'Get an installed plugin',
      docs: pluginDocs.get,
      handle: shown,
    }),
    route({
      ...read,
      ...named,
      id: 'plugin-management.apps',
      method: 'GET',
      path: `${single}/apps`,
      summary: 'List the apps that use an installed plugin',
      docs: pluginDocs.apps,
      handle: async ({ principal, params }) =>
        json({ items: await installations.apps(principal.workspaceId, params.installation_id) }),
    }),
    ...addingRoutes({ changes, installations }),
    ...installedRoutes({ changes, installations }),
  ];
}

function addingRoutes({ changes, installations }: InstallRouteParts): Route[] {
  return [
    route({
      ...install,
      id: 'plugin-management.plan',
      method: 'POST',
      path: `${all}/plan`,
      summary: 'Preview installing or updating a plugin',
      audit: { body: ['name', 'version', 'source'] },
      docs: pluginDocs.plan,
      body: { type: 'object', required: ['name'], additionalProperties: false, properties: wanted },
      handle: async ({ principal, body }) => json(wholePlan(await changes.plan(principal.workspaceId, wantedOf(body)))),
    }),
    route({
      ...install,
      id: 'plugin-management.plan-upload',
      method: 'POST',
      path: `${all}/plan-upload`,
      summary: 'Preview installing an uploaded package',
      audit: { answer: ['name', 'version'] },
      docs: pluginDocs.planUpload,
      bodyType: 'multipart',
      bodyLimit: uploadBytes,
      async handle({ principal, multipart }) {
        const upload = await uploadedPackage(multipart);
        return json(wholePlan(await changes.plan(principal.workspaceId, upload.wanted)));
      },
    }),
    route({
      ...install,
      id: 'plugin-management.install',
      method: 'POST',
      path: all,
      summary: 'Install or update a plugin, with consent to its plan',
      audit: {
        body: ['name', 'version', 'source'],
        answer: ['id', 'version', 'integrity', 'trust', 'signer', 'source'],
      },
      docs: pluginDocs.install,
      body: {
        type: 'object',
        required: ['name', 'consent'],
        additionalProperties: false,
        properties: {
          ...wanted,
          consent: { type: 'string', maxLength: 100, description: 'The `consent` of the plan.' },
          change_consent: {
            type: 'string',
            maxLength: 100,
            description: 'The `change_consent` of the plan, sent by an owner of the workspace.',
          },
        },
      },
      async handle({ principal, body, origin }) {
        const { workspaceId } = principal;
        const given = consentOf(principal, body.consent, body.change_consent);
        const { id } = await changes.install(workspaceId, wantedOf(body), given);
        return json(await installations.get(workspaceId, id, origin), { status: 201 });
      },
    }),
  ];
}

/** Of what is installed. */
function installedRoutes({ changes, installations }: InstallRouteParts): Route[] {
  const shown = async ({ principal, params, origin }: OneRequest) =>
    json(await installations.get(principal.workspaceId, params.installation_id, origin));
  return [
    route({
      ...install,
      id: 'plugin-management.upload',
      method: 'POST',
      path: `${all}/upload`,
      summary: 'Install or update a plugin from an uploaded package, with consent to its plan',
      audit: { answer: ['id', 'name', 'version', 'integrity', 'trust', 'signer'] },
      docs: pluginDocs.upload,
      bodyType: 'multipart',
      bodyLimit: uploadBytes,
      async handle({ principal, multipart, origin }) {
        const { workspaceId } = principal;
        const upload = await uploadedPackage(multipart);
        const given = consentOf(principal, upload.consent, upload.changeConsent);
        const { id } = await changes.install(workspaceId, upload.wanted, given);
        return json(await installations.get(workspaceId, id, origin), { status: 201 });
      },
    }),
    route({
      ...install,
      ...named,
      id: 'plugin-management.configure',
      method: 'PATCH',
      path: single,
      summary: 'Change the settings of an installed plugin, turn it on or off, or replace its endpoint address',
      audit: { body: ['is_enabled', 'new_endpoint_key'] },
      docs: pluginDocs.configure,
      body: {
        type: 'object',
        additionalProperties: false,
        minProperties: 1,
        properties: {
          settings: {
            type: 'object',
            maxProperties: 40,
            additionalProperties: { type: 'string', maxLength: 10_000 },
            description: 'Settings by name, as in the settings form.',
          },
          is_enabled: { type: 'boolean' },
          new_endpoint_key: {
            type: 'boolean',
            description: 'Replace the endpoint address. The previous address stops working.',
          },
        },
      },
      async handle(request) {
        const { workspaceId } = request.principal;
        const { settings, is_enabled: isEnabled, new_endpoint_key: newEndpointKey } = request.body;
        const id = request.params.installation_id;
        await changes.configure(workspaceId, id, {
          ...(settings !== undefined && {
            settings: await installations.given(workspaceId, id, settings as Readonly<Record<string, string>>),
          }),
          ...(isEnabled !== undefined && { isEnabled }),
          ...(newEndpointKey !== undefined && { newEndpointKey }),
        });
        return shown(request);
      },
    }),
    route({
      ...install,
      ...named,
      id: 'plugin-management.roll-back',
      method: 'POST',
      path: `${single}/rollback`,
      summary: 'Roll back a plugin to the previously installed version',
      audit: { answer: ['version'] },
      docs: pluginDocs.rollBack,
      async handle(request) {
        const { workspaceId, accountId } = request.principal;
        await changes.rollBack(workspaceId, request.params.installation_id, accountId);
        return shown(request);
      },
    }),
    route({
      ...install,
      ...named,
      id: 'plugin-management.remove',
      method: 'DELETE',
      path: single,
      summary: 'Uninstall a plugin, with its settings and stored data',
      audit: 'path',
      docs: pluginDocs.remove,
      async handle({ principal, params }) {
        await changes.remove(principal.workspaceId, params.installation_id);
        return empty();
      },
    }),
  ];
}

type OneRequest = RouteRequest<ManagementCaller, unknown, unknown, 'installation_id'>;

/** What only owners may do here is what only they may do with the workspace itself. */
function consentOf(caller: ManagementCaller, consent: string, changeConsent: string | null = null): Consent {
  return { consent, changeConsent, isOwner: caller.can('workspace.manage'), accountId: caller.accountId };
}

function wantedOf({
  name,
  version,
  source,
}: {
  readonly name: string;
  readonly version?: string;
  readonly source?: string;
}) {
  return { name, ...(version !== undefined && { version }), ...(source !== undefined && { source }) };
}

function wholePlan(plan: InstallPlan) {
  return { ...planItem(plan), members: plan.members.map(planItem) };
}
