import { type Command, routeCommand, type Schemas, table } from '#plugins/commands/contract.ts';

const path = '/console/api/apps/{app_id}/site';
const takes = { app_id: 'ID' };

/** The web app of an app: what is set, and its embed token. */
export const commands: readonly Command[] = [
  routeCommand('site show', 'GET', path, { takes, say: lines }),
  routeCommand('site set', 'PATCH', path, {
    takes,
    read: { allowed_hosts: several, embed_origins: several },
    say: lines,
  }),
  routeCommand('site rotate', 'POST', '/console/api/apps/{app_id}/site/embed-token', {
    takes,
    confirm: 'Make the embed token anew? Pages of other sites must take the new one.',
    say: ({ embed_token: token }) => `The embed token is ${token ?? ''}.`,
  }),
  routeCommand('site secret', 'POST', '/console/api/apps/{app_id}/site/visitor-secret', {
    takes,
    confirm: 'Make the visitor secret anew? Visitors who were signed with the old one are strangers then.',
    say: ({ secret }) => `The secret is ${secret}; it is not shown again.`,
  }),
];

/** `none` takes a list back. */
function several(typed: string | readonly string[]): readonly string[] {
  const given = [typed].flat();
  return given.length === 1 && given[0] === 'none' ? [] : given;
}

function lines(site: Schemas['SiteSettings']): string[] {
  const shown = (value: unknown) => {
    if (Array.isArray(value)) return value.length === 0 ? 'none' : value.join(', ');
    if (typeof value === 'boolean') return value ? 'on' : 'off';
    return value === null || value === '' ? 'none' : String(value);
  };
  const { iframe, script, ...rest } = site;
  const rows = Object.entries(rest).map(([name, value]) => [name.replaceAll('_', '-'), shown(value)]);
  return [...table(rows), '', ...[iframe, ...(script === null ? [] : [script])].flatMap((html) => html.split('\n'))];
}
