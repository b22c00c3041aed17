import { type Command, routeCommand, timeOf } from '#plugins/commands/contract.ts';

const app = '/console/api/apps/{app_id}';
const version = '/console/api/apps/{app_id}/versions/{version_id}';

/** What happens to apps besides being built and called. */
export const commands: readonly Command[] = [
  routeCommand('apps set', 'PATCH', app, {
    summary:
      'change the name, description, icon or tags of an app; tags take the place of those it has, --tag= takes them away',
    takes: { app_id: 'ID' },
    options: { tags: 'tag' },
    without: { icon_type: 'follows from the icon', status: 'is set by apps pause and apps resume' },
    fill: ({ options: { icon } }) => (typeof icon === 'string' ? { icon_type: iconType(icon) } : {}),
    say: ({ name }) => `${name} was changed.`,
  }),
  ...(['pause', 'resume'] as const).map((word) =>
    routeCommand(`apps ${word}`, 'PATCH', app, {
      summary: word === 'pause' ? 'refuse calls of an app until it is resumed' : 'take calls of a paused app again',
      takes: { app_id: 'ID' },
      fixed: { status: word === 'pause' ? 'paused' : 'active' },
      say: ({ name, status }) => `${name} is ${status}.`,
    }),
  ),
  routeCommand('apps duplicate', 'POST', '/console/api/apps/{app_id}/duplicate', {
    takes: { app_id: 'ID' },
    say: ({ id, name }) => `${name} is ${id}.`,
  }),
  routeCommand('apps deleted', 'GET', '/console/api/deleted-apps', {
    table: { ID: 'id', NAME: 'name', DELETED: ({ deleted_at: at }) => timeOf(at) },
  }),
  routeCommand('apps restore', 'POST', '/console/api/deleted-apps/{app_id}/restore', {
    takes: { app_id: 'ID' },
    say: ({ name }) => `${name} is back.`,
  }),
  routeCommand('apps versions', 'GET', '/console/api/apps/{app_id}/versions', {
    takes: { app_id: 'ID' },
    defaults: { limit: 100 },
    table: {
      ID: 'id',
      NUMBER: ({ number, is_current: isCurrent }) => `${number}${isCurrent ? ' *' : ''}`,
      PUBLISHED: ({ published_at: at }) => timeOf(at),
      BY: 'published_by',
      NAME: 'name',
      NOTE: 'note',
    },
    none: 'Never published.',
  }),
  routeCommand('apps describe-version', 'PATCH', version, {
    takes: { app_id: 'ID', version_id: 'VERSION' },
    json: { changed: 'version_id' },
    say: 'Changed.',
  }),
  routeCommand('apps restore-version', 'POST', '/console/api/apps/{app_id}/versions/{version_id}/restore', {
    takes: { app_id: 'ID', version_id: 'VERSION' },
    json: { restored: 'version_id' },
    say: 'It is the draft again; `weft apps publish ID` has it called.',
  }),
];

function iconType(icon: string): 'emoji' | 'link' {
  return /^https?:/i.test(icon) ? 'link' : 'emoji';
}
