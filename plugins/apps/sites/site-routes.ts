import { type HttpServer, json, type Route, type RouteRequest, route } from '#http';
import { PlatformError } from '#kernel';
import type { Apps } from '#plugins/apps/contract.ts';
import { ManagementAccess, type ManagementCaller } from '#plugins/management-access/contract.ts';
import type { Secrets } from '#plugins/secrets/contract.ts';
import { type SiteSettings, type StoredSite, VISITOR_SECRET } from './settings.ts';
import type { SiteCache } from './site-cache.ts';
import { siteDocs } from './site-docs.ts';
import { settingsBody } from './site-schema.ts';
import type { SiteStore } from './site-store.ts';
import { addressesOf, iframeOf, scriptOf } from './snippets.ts';

interface Parts {
  readonly apps: Apps;
  readonly store: SiteStore;
  readonly cache: SiteCache;
  readonly secrets: Secrets;
  readonly server: HttpServer;
}

type Asking = Pick<RouteRequest<ManagementCaller>, 'principal' | 'origin'>;

const params = { type: 'object', properties: { app_id: { type: 'string', format: 'uuid' } } } as const;
const path = '/console/api/apps/:app_id/site';
const edit = { access: ManagementAccess, permission: 'apps.edit', params } as const;

/** What is set for the web app of an app. */
export function siteRoutes(parts: Parts): Route[] {
  const { apps, store, cache, secrets } = parts;
  /** The app, or that there is none. */
  const placeOf = async ({ workspaceId }: ManagementCaller, appId: string) => {
    const app = await apps.get(workspaceId, appId.toLowerCase());
    return { workspaceId, appId: app.id };
  };
  const newToken = () => `web-${secrets.token(43)}`;
  return [
    route({
      id: 'sites.get',
      method: 'GET',
      path,
      access: ManagementAccess,
      permission: 'apps.use',
      params,
      summary: 'Get the web app settings of an app, and its address',
      docs: siteDocs.get,
      async handle({ principal, params: { app_id: id }, origin }) {
        return json(siteItem(parts, { principal, origin }, await store.find(await placeOf(principal, id))));
      },
    }),
    route({
      ...edit,
      id: 'sites.set',
      method: 'PATCH',
      path,
      summary: 'Change the web app settings of an app; omitted fields are kept',
      audit: { body: Object.keys(settingsBody.properties) },
      docs: siteDocs.set,
      body: settingsBody,
      async handle({ principal, params: { app_id: id }, body, origin }) {
        const place = await placeOf(principal, id);
        const site = await store.save(place, cleaned(body as Partial<SiteSettings>), newToken());
        await cache.changed(place.appId);
        return json(siteItem(parts, { principal, origin }, site));
      },
    }),
    route({
      ...edit,
      id: 'sites.renew-token',
      method: 'POST',
      path: `${path}/embed-token`,
      summary: 'Create a new embed token for an app',
      audit: 'path',
      docs: siteDocs.rotate,
      async handle({ principal, params: { app_id: id }, origin }) {
        const place = await placeOf(principal, id);
        const site = await store.renewToken(place, newToken());
        await cache.changed(place.appId);
        return json(siteItem(parts, { principal, origin }, site));
      },
    }),
    route({
      ...edit,
      id: 'sites.renew-secret',
      method: 'POST',
      path: `${path}/visitor-secret`,
      summary: 'Create a new visitor secret for an app',
      audit: 'path',
      docs: siteDocs.secret,
      async handle({ principal, params: { app_id: id } }) {
        const place = await placeOf(principal, id);
        const secret = secrets.token(40);
        await store.renewSecret(place, secrets.seal(place.workspaceId, VISITOR_SECRET, secret), newToken());
        await cache.changed(place.appId);
        return json({ secret });
      },
    }),
  ];
}

function siteItem({ server }: Parts, { principal, origin }: Asking, { appId, settings, ...site }: StoredSite) {
  const places = { webApp: server.publicUrl('web-app', origin), runtime: server.publicUrl('runtime', origin) };
  const addresses = addressesOf(appId, places);
  const token = principal.can('apps.edit') ? site.embedToken : null;
  return {
    ...settings,
    embed_token: token,
    has_visitor_secret: site.visitorSecret !== null,
    ...addresses,
    iframe: iframeOf(addresses.embed_url),
    script: token === null ? null : scriptOf(token, places),
  };
}

/** One spelling of what is compared, and no text that a database can't keep. */
function cleaned(body: Partial<SiteSettings>): Partial<SiteSettings> {
  if (body.icon_type === 'link' && !/^https?:\/\/[^\s"<>]+$/.test(body.icon ?? '')) {
    const message = 'icon is the address of a picture where icon_type is link: https://…';
    throw new PlatformError('invalid', 'sites.invalid_param', message, { field: 'icon' });
  }
  const clean = (value: unknown) => (typeof value === 'string' ? value.replaceAll('\0', '').toWellFormed() : value);
  const values = Object.fromEntries(Object.entries(body).map(([name, value]) => [name, clean(value)]));
  const lower = (list: readonly string[]) => [...new Set(list.map((item) => item.toLowerCase()))];
  return {
    ...values,
    ...(body.allowed_hosts && { allowed_hosts: lower(body.allowed_hosts) }),
    ...(body.embed_origins && { embed_origins: lower(body.embed_origins) }),
  };
}
