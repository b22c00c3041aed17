import { type Command, routeCommand, timeOf } from '#plugins/commands/contract.ts';

const one = '/console/api/invitations/{invitation_id}';
const takes = { invitation_id: 'ID' };

/** Who is invited, and has not come yet. `weft members invite` invites. */
export const commands: readonly Command[] = [
  routeCommand('invitations list', 'GET', '/console/api/invitations', {
    table: { ID: 'id', EMAIL: 'email', ROLE: 'role', UNTIL: ({ expires_at: until }) => timeOf(until) },
    none: 'None: weft members invite EMAIL',
  }),
  routeCommand('invitations resend', 'POST', `${one}/resend`, {
    takes,
    say: ({ link }) => (link == null ? 'A mail with a new link is on its way.' : `Pass this link on: ${link}`),
  }),
  routeCommand('invitations revoke', 'DELETE', one, { takes, json: { revoked: 'invitation_id' }, say: 'Revoked.' }),
];
