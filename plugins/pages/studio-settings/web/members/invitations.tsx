import { useState } from 'react';
import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import {
  ago,
  call,
  changed,
  confirm,
  DataTable,
  Failure,
  Section,
  Shown,
  studioTexts,
  useAnswer,
  useSending,
} from '#plugins/studio/web/contract.tsx';
import { settingsTexts } from '#plugins/studio-settings/web/settings-texts.ts';
import { IconButton, Notice, toast } from '#plugins/ui/web/contract.ts';
import { Send, Trash } from '#plugins/ui/web/icons.tsx';
import { InvitationLink } from './invite-dialog.tsx';

type Invitation = Schemas['Invitation'];

const one = '/console/api/invitations/{invitation_id}';

/** Who is invited and has not answered. */
export function Invitations() {
  const t = settingsTexts();
  const answer = useAnswer('/console/api/invitations');
  const sending = useSending();
  const [link, setLink] = useState<string | null>(null);
  const resend = ({ id, email }: Invitation) =>
    sending.run(async () => {
      const made = await call.post(`${one}/resend`, { path: { invitation_id: id } });
      changed('/console/api/invitations');
      if (typeof made.link === 'string') setLink(made.link);
      else toast(t.invited(email));
    });
  async function withdraw({ id, email }: Invitation): Promise<void> {
    if (!(await confirm({ title: t.withdraw(email), about: t.withdrawAbout, action: t.withdrawIt }))) return;
    await sending.run(async () => {
      await call.delete(one, { path: { invitation_id: id } });
      changed('/console/api/invitations');
    });
  }
  return (
    <Section title={t.invitations} about={t.invitationsAbout}>
      {sending.error !== undefined && <Failure error={sending.error} />}
      <Shown answer={answer}>
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
      </Shown>
      {link !== null && <InvitationLink link={link} onClose={() => setLink(null)} />}
    </Section>
  );
}
