import { useState } from 'react';
import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import { memberTexts } from '#plugins/members/web/texts/en.ts';
import {
  ago,
  call,
  confirm,
  DataTable,
  ErrorAlert,
  QueryBoundary,
  type QueryState,
  Section,
  studioTexts,
  useSubmit,
} from '#plugins/studio/web/contract.tsx';
import { type AnswerOf, IconButton, Notice, toast } from '#plugins/ui/web/contract.ts';
import { Send, Trash } from '#plugins/ui/web/icons.tsx';
import { InvitationLink } from './invite-dialog.tsx';

type Invitation = Schemas['Invitation'];

const one = '/console/api/invitations/{invitation_id}';

/** Who is invited and has not answered. */
export function Invitations({ answer }: { readonly answer: QueryState<AnswerOf<'/console/api/invitations'>> }) {
  const t = memberTexts();
  const sending = useSubmit();
  const [link, setLink] = useState<string | null>(null);
  const resend = ({ id, email }: Invitation) =>
    sending.run(async () => {
      const made = await call.post(`${one}/resend`, {
        path: { invitation_id: id },
        invalidates: ['/console/api/invitations'],
      });
      if (typeof made.link === 'string') setLink(made.link);
      else toast(t.invited(email));
    });
  async function withdraw({ id, email }: Invitation): Promise<void> {
    if (!(await confirm({ title: t.withdraw(email), about: t.withdrawAbout, action: t.withdrawIt }))) return;
    await sending.run(async () => {
      await call.delete(one, { path: { invitation_id: id }, invalidates: ['/console/api/invitations'] });
    });
  }
  return (
    <Section title={t.invitations} about={t.invitationsAbout}>
      {sending.error !== undefined && <ErrorAlert error={sending.error} />}
      <QueryBoundary answer={answer}>
        {({ data }) => (
          <DataTable
            label={t.invitations}
            rows={data}
            rowKey={({ id }) => id}
            columns={[
              { key: 'email', label: studioTexts().email, cell: ({ email }) => email },
              { key: 'role', label: t.role, cell: ({ role }) => studioTexts().roles[role] ?? role },
              { key: 'by', label: t.invitedBy, cell: ({ invited_by: by }) => by, isSpare: true },
              { key: 'until', label: t.expires, cell: ({ expires_at: at }) => ago(at), isSpare: true },
            ]}
            actions={(invitation) => (
              <>
                <IconButton small label={t.resend(invitation.email)} onClick={() => void resend(invitation)}>
                  <Send />
                </IconButton>
                <IconButton small label={t.withdraw(invitation.email)} onClick={() => void withdraw(invitation)}>
                  <Trash />
                </IconButton>
              </>
            )}
            empty={<Notice>{t.noInvitations}</Notice>}
          />
        )}
      </QueryBoundary>
      {link !== null && <InvitationLink link={link} onClose={() => setLink(null)} />}
    </Section>
  );
}
