import { sections } from '#plugins/studio/web/sections/all.ts';
import { paramsOf } from '#plugins/studio/web/sections/match.ts';
import type { NavLink } from '#plugins/studio/web/sections/section.ts';
import { can } from '#plugins/studio/web/session/studio-session.ts';
import { appOf } from '#plugins/studio/web/things/open-app.ts';

const links = sections.flatMap((section) => section.links ?? []).sort((one, other) => one.order - other.order);

/** A link, with the app of the address in it. */
export interface ShownLink extends NavLink {
  readonly href: string;
}

/** The links of a group that the role may follow. */
export function linksOf(group: NavLink['group'], pathname: string): readonly ShownLink[] {
  const appId = appOf(pathname);
  return links
    .filter((link) => link.group === group && (link.permission === undefined || can(link.permission)))
    .filter(() => group !== 'app' || appId !== null)
    .filter(() => group !== 'installation' || paramsOf('/installation/*', pathname) !== null)
    .map((link) => {
      const filled = (path: string) => path.replace(':app_id', encodeURIComponent(appId ?? ''));
      return { ...link, href: filled(link.path), ...(link.also !== undefined && { also: filled(link.also) }) };
    });
}
