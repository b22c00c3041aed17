import {
  type Command,
  type CommandContext,
  identifier,
  positional,
  print,
  received,
  type Schemas,
  table,
  timeOf,
} from '#plugins/commands/contract.ts';

/** Who is invited, and has not come yet. `weft members invite` invites. */
export const commands: readonly Command[] = [
  {
    name: 'invitations list',
    positionals: [],
    options: {},
    usage: 'weft invitations list',
    summary: 'list open invitations',
    async run(context) {
      const answer = await received(context.client.api.GET('/console/api/invitations'));
      print(context, answer, () =>
        answer.data.length === 0
          ? ['None: weft members invite EMAIL']
          : table([['ID', 'EMAIL', 'ROLE', 'UNTIL'], ...answer.data.map(invitationRow)]),
      );
    },
  },
  {
    name: 'invitations resend',
    positionals: ['ID'],
    options: {},
    usage: 'weft invitations resend ID',
    summary: 'send an invitation again; the link of before opens nothing any more. Shows it where no mail is sent',
    async run(context) {
      const path = '/console/api/invitations/{invitation_id}/resend';
      const answer = await received(context.client.api.POST(path, { params: { path: invitationOf(context) } }));
      const { link } = answer;
      print(context, answer, () => [
        link == null ? 'A mail with a new link is on its way.' : `Pass this link on: ${link}`,
      ]);
    },
  },
  {
    name: 'invitations revoke',
    positionals: ['ID'],
    options: {},
    usage: 'weft invitations revoke ID',
    summary: 'revoke an invitation; its link opens nothing any more',
    async run(context) {
      const path = invitationOf(context);
      await context.client.api.DELETE('/console/api/invitations/{invitation_id}', { params: { path } });
      print(context, { revoked: path.invitation_id }, () => ['Revoked.']);
    },
  },
];

function invitationOf(context: CommandContext) {
  return { invitation_id: identifier(positional(context, 0), 'invitation') };
}

function invitationRow({ id, email, role, expires_at: until }: Schemas['Invitation']): string[] {
  return [id, email, role, timeOf(until)];
}
