import { type Command, routeCommand, timeOf, UsageError } from '#plugins/commands/contract.ts';

const DAY = 86_400;

/** Keys with which programs act for whoever signed in (`weft login`): a key itself may not make or see any. */
export const commands: readonly Command[] = [
  routeCommand('keys list', 'GET', '/console/api/account/keys', {
    summary: 'list your personal keys, masked; takes weft login',
    table: {
      ID: 'id',
      NAME: 'name',
      PERMISSIONS: ({ permissions }) => permissions?.join(' ') ?? 'all',
      EXPIRES: ({ expires_at: end }) => (end === null ? 'never' : timeOf(end)),
    },
    none: 'No personal keys.',
  }),
  routeCommand('keys create', 'POST', '/console/api/account/keys', {
    summary: 'make a personal key and show it once; with all that you may, or only what is named',
    takes: { name: 'NAME' },
    options: { permissions: 'permission', expires_at: 'days N' },
    read: { expires_at: inDays },
    say: ({ api_key: key }) => key ?? '',
  }),
  routeCommand('keys revoke', 'DELETE', '/console/api/account/keys/{key_id}', {
    takes: { key_id: 'ID' },
    say: 'Revoked.',
  }),
];

function inDays(days: string): number {
  if (!/^[1-9]\d{0,8}$/.test(days)) throw new UsageError('--days takes a number of days');
  return Math.floor(Date.now() / 1000) + Number(days) * DAY;
}
