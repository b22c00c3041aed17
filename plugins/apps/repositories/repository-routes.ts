import { empty, json, type Route, route } from '#http';
import { ManagementAccess } from '#plugins/management-access/contract.ts';
import type { AppStore } from './app-store.ts';
import type { LinkStore } from './link-store.ts';
import type { LinksService } from './links-service.ts';
import { repositoryDocs } from './repository-docs.ts';
import {
  appItem,
  singleIds as ids,
  linkItem,
  singleParams as params,
  personOf,
  placeIds,
  placeOf,
  placeProperties,
  runItem,
  settingsOf,
  settingsProperties,
  single,
  uuid,
} from './route-parts.ts';

const manage = { access: ManagementAccess, permission: 'providers.manage' } as const;
const use = { access: ManagementAccess, permission: 'apps.edit' } as const;
const all = '/console/api/repositories';
const settingNames = Object.keys(settingsProperties);

export interface RouteParts {
  readonly links: LinksService;
  readonly store: AppStore;
  readonly linkStore: LinkStore;
}

/** Repositories that apps are kept in step with. */
export function repositoryRoutes(parts: RouteParts): Route[] {
  const { links, store, linkStore } = parts;
  const shown = async (workspaceId: string, id: string) =>
    linkItem(await linkStore.get(workspaceId, id), await store.counts(workspaceId));
  return [
    route({
      ...use,
      id: 'repositories.list',
      method: 'GET',
      path: all,
      summary: 'List the repositories that apps are kept in step with',
      docs: repositoryDocs.list,
      async handle({ principal: { workspaceId } }) {
        const [found, counts] = await Promise.all([linkStore.list(workspaceId), store.counts(workspaceId)]);
        return json({ data: found.map((link) => linkItem(link, counts)) });
      },
    }),
    route({
      ...manage,
      id: 'repositories.link',
      method: 'POST',
      path: all,
      summary: 'Link a folder of a repository, and keep the apps of the workspace in step with it',
      audit: { body: settingNames, answer: ['id'] },
      docs: repositoryDocs.link,
      ids: placeIds,
      body: {
        type: 'object',
        required: ['url', 'branch'],
        additionalProperties: false,
        properties: { ...placeProperties, ...settingsProperties },
      },
      async handle({ principal, body }) {
        const { id, workspaceId } = await links.link(personOf(principal), placeOf(body), settingsOf(body));
        return json(await shown(workspaceId, id), { status: 201 });
      },
    }),
    route({
      ...use,
      id: 'repositories.get',
      method: 'GET',
      path: single,
      summary: 'Get a linked repository with the state of its apps',
      params,
      ids,
      docs: repositoryDocs.get,
      async handle({ principal, params: { repository_id: id } }) {
        const { workspaceId } = principal;
        const link = await linkStore.get(workspaceId, id);
        const [apps, counts] = await Promise.all([store.apps(workspaceId, id), store.counts(workspaceId)]);
        return json({ repository: linkItem(link, counts), data: apps.map(appItem) });
      },
    }),
    route({
      ...manage,
      id: 'repositories.change',
      method: 'PATCH',
      path: single,
      summary: 'Change the settings of a linked repository',
      audit: { body: settingNames },
      params,
      ids,
      docs: repositoryDocs.change,
      body: { type: 'object', required: ['branch'], additionalProperties: false, properties: settingsProperties },
      async handle({ principal, params: { repository_id: id }, body }) {
        await links.change(personOf(principal), id, settingsOf(body));
        return json(await shown(principal.workspaceId, id));
      },
    }),
    route({
      ...manage,
      id: 'repositories.unlink',
      method: 'DELETE',
      path: single,
      summary: 'Unlink a repository. Apps and files stay as they are',
      audit: 'path',
      params,
      ids,
      docs: repositoryDocs.unlink,
      async handle({ principal, params: { repository_id: id } }) {
        await links.unlink(principal.workspaceId, id);
        return empty();
      },
    }),
    ...workRoutes(parts),
    ...appRoutes(parts),
  ];
}

function workRoutes({ links, store, linkStore }: RouteParts): Route[] {
  return [
    route({
      ...use,
      id: 'repositories.sync',
      method: 'POST',
      path: `${single}/sync`,
      summary: 'Sync a repository now, or approve the changes of a commit',
      audit: { body: ['approved'] },
      params,
      ids,
      docs: repositoryDocs.sync,
      body: {
        type: 'object',
        additionalProperties: false,
        properties: {
          approved: {
            type: 'string',
            pattern: '^[0-9a-f]{40}$',
            description: 'The commit whose changes are to be applied.',
          },
        },
      },
      bodyPresence: 'optional',
      async handle({ principal, params: { repository_id: id }, body }) {
        await links.sync(principal.workspaceId, id, 'person', {
          approved: body?.approved,
          who: personOf(principal).name,
        });
        return json({ result: 'success' });
      },
    }),
    route({
      ...manage,
      id: 'repositories.pause',
      method: 'POST',
      path: `${single}/pause`,
      summary: 'Pause a repository, or resume it',
      audit: { body: ['paused'] },
      params,
      ids,
      docs: repositoryDocs.pause,
      body: {
        type: 'object',
        required: ['paused'],
        additionalProperties: false,
        properties: { paused: { type: 'boolean' } },
      },
      async handle({ principal, params: { repository_id: id }, body }) {
        await links.pause(principal.workspaceId, id, body.paused);
        return json({ result: 'success' });
      },
    }),
    route({
      ...use,
      id: 'repositories.runs',
      method: 'GET',
      path: `${single}/runs`,
      summary: 'List what was synced with a repository, and what failed',
      params,
      ids: { ...ids, 'query.before': { nothing: 'a place in the list of the link' } },
      docs: repositoryDocs.runs,
      query: {
        type: 'object',
        properties: { limit: { type: 'integer', minimum: 1, maximum: 100, default: 20 }, before: uuid },
      },
      async handle({ principal: { workspaceId }, params: { repository_id: id }, query: { limit, before } }) {
        await linkStore.get(workspaceId, id);
        const found = await store.runs(workspaceId, id, { limit: limit + 1, before });
        return json({ data: found.slice(0, limit).map(runItem), has_more: found.length > limit });
      },
    }),
  ];
}

function appRoutes(parts: RouteParts): Route[] {
  const { links } = parts;
  const appParams = {
    type: 'object',
    properties: {
      repository_id: uuid,
      key: {
        type: 'string',
        maxLength: 100,
        pattern: '^[A-Za-z0-9._-]+$',
        description: 'Letters, digits, dots, dashes and underscores.',
      },
    },
  } as const;
  const appIds = { ...ids, 'params.key': { nothing: 'the name files have for an app' } } as const;
  const one = `${single}/apps/:key`;
  return [
    route({
      ...use,
      id: 'repositories.app',
      method: 'GET',
      path: one,
      summary: 'Get an app of a repository with its conflicts',
      params: appParams,
      ids: appIds,
      docs: repositoryDocs.app,
      async handle({ principal, params: { repository_id: id, key } }) {
        const app = await links.app(principal.workspaceId, id, key);
        return json({ ...appItem(app), conflicts: app.conflicts });
      },
    }),
    route({
      ...use,
      id: 'repositories.solve',
      method: 'POST',
      path: `${one}/solve`,
      summary: 'Choose which side conflicting places of an app take',
      audit: 'path',
      params: appParams,
      ids: appIds,
      docs: repositoryDocs.solve,
      body: {
        type: 'object',
        required: ['choices'],
        additionalProperties: false,
        properties: {
          choices: {
            type: 'object',
            minProperties: 1,
            maxProperties: 2000,
            additionalProperties: { type: 'string', enum: ['ours', 'theirs'] },
            description: 'By `place`. `ours`: as it is here; `theirs`: as it is in the repository.',
          },
        },
      },
      async handle({ principal, params: { repository_id: id, key }, body }) {
        await links.solve(personOf(principal), id, key, body.choices);
        return json({ result: 'success' });
      },
    }),
    route({
      ...use,
      id: 'repositories.settle',
      method: 'POST',
      path: `${one}/settle`,
      summary: 'Commit an app again, forget its file, or delete an app whose file is gone',
      audit: { body: ['what'] },
      params: appParams,
      ids: appIds,
      docs: repositoryDocs.settle,
      body: {
        type: 'object',
        required: ['what'],
        additionalProperties: false,
        properties: { what: { type: 'string', enum: ['commit', 'forget', 'delete'] } },
      },
      async handle({ principal, params: { repository_id: id, key }, body }) {
        await links.settle(personOf(principal), id, key, body.what);
        return json({ result: 'success' });
      },
    }),
    ofAppRoute(parts),
  ];
}

function ofAppRoute({ links, store, linkStore }: RouteParts): Route {
  return route({
    ...use,
    id: 'repositories.of-app',
    method: 'GET',
    path: '/console/api/apps/:app_id/repositories',
    summary: 'Get the repositories an app is kept in step with',
    params: { type: 'object', properties: { app_id: uuid } },
    docs: repositoryDocs.ofApp,
    async handle({ principal: { workspaceId }, params: { app_id: appId } }) {
      await links.checkApp(workspaceId, appId);
      const [found, apps] = await Promise.all([linkStore.list(workspaceId), store.ofApp(workspaceId, appId)]);
      const data = apps.flatMap((app) => {
        const link = found.find(({ id }) => id === app.linkId);
        if (link === undefined) return [];
        const about = {
          repository_id: link.id,
          repository: link.repository,
          branch: link.branch,
          direction: link.direction,
        };
        return [{ ...about, ...appItem(app) }];
      });
      return json({ data, waiting: await store.waitingOf(workspaceId, appId) });
    },
  });
}
