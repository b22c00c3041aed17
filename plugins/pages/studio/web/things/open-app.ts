import { useEffect } from 'react';
import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import { paramsOf } from '#plugins/studio/web/sections/match.ts';
import { useApi } from '#plugins/studio/web/session/queries.ts';
import { can } from '#plugins/studio/web/session/studio-session.ts';
import { useVisited } from './use-visited.ts';

type App = Schemas['App'];

/** The app whose pages an address is of; null: of none. */
export function appOf(pathname: string): string | null {
  return paramsOf('/app/:app_id/*', pathname)?.app_id ?? null;
}

/** The app whose pages an address is of, once it is known. */
export function useOpenApp(pathname: string): App | undefined {
  const appId = appOf(pathname);
  return useApi('/console/api/apps/{app_id}', { path: { app_id: appId ?? '' }, when: appId !== null }).value;
}

/** Shows in the tab which app is open, and keeps it among what was gone to lately. */
export function useAppInTab(pathname: string): void {
  const app = useOpenApp(pathname);
  const isOpen = app !== undefined && app.id === appOf(pathname);
  const path = isOpen && can('apps.edit') ? `/app/${app.id}/build` : pathname;
  useVisited(isOpen ? { kind: 'app', id: app.id, name: app.name, about: null, path } : undefined);
  const icon = isOpen ? pictureOf(app) : NONE;
  useEffect(() => {
    document.querySelector('link[rel="icon"]')?.setAttribute('href', icon);
  }, [icon]);
}

const NONE = 'data:,';

/** The picture of an app, or its emoji drawn. Nothing of a user is markup: an emoji is one character, a colour six digits. */
function pictureOf({ icon, icon_type: type, icon_background: background, icon_url: url }: App): string {
  if (url !== null) return url;
  const [emoji] = type === 'emoji' ? (/\p{RGI_Emoji}/v.exec(icon) ?? []) : [];
  if (emoji === undefined) return NONE;
  const colour = /^#[0-9a-f]{3,8}$/i.test(background) ? background : '#e8ebff';
  const drawn = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="${colour}"/><text x="16" y="23" font-size="20" text-anchor="middle">${emoji}</text></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(drawn)}`;
}
