import { useState } from 'react';
import { memberTexts } from '#plugins/members/web/texts/en.ts';
import { CopyField, call, choiceOf, Form, studioTexts, textOf, useSubmit } from '#plugins/studio/web/contract.tsx';
import { Button, Dialog, Notice, Select, Stack, TextField, toast } from '#plugins/ui/web/contract.ts';

const roles = ['member', 'editor', 'admin'] as const;

/** Invites somebody. Where the server sends no mail, the link is shown, to be handed over. */
export function InviteDialog({ onClose }: { onClose(): void }) {
  const t = memberTexts();
  const sending = useSubmit();
  const [link, setLink] = useState<string | null>(null);
  if (link !== null) return <InvitationLink link={link} onClose={onClose} />;
  return (
    <Dialog open title={t.invite} onClose={onClose}>
      <Form
        sending={sending}
        action={t.invite}
        actions={<Button onClick={onClose}>{studioTexts().cancel}</Button>}
        onSubmit={async (fields) => {
          const body = { email: textOf(fields, 'email'), role: choiceOf(fields, 'role', roles) };
          const made = await call.post('/console/api/invitations', { body, invalidates: ['/console/api/invitations'] });
          if (typeof made.link === 'string') {
            setLink(made.link);
            return;
          }
          toast(t.invited(made.email));
          onClose();
        }}
      >
        <TextField
          label={studioTexts().email}
          name="email"
          type="email"
          required
          autoComplete="off"
          wrong={sending.fieldError('email')}
        />
        <Select
          label={t.role}
          name="role"
          defaultValue="member"
          hint={t.rolesHint}
          options={roles.map((value) => ({ value, label: studioTexts().roles[value] ?? value }))}
        />
      </Form>
    </Dialog>
  );
}

/** The link of an invitation, which is shown when it is made. */
export function InvitationLink({ link, onClose }: { readonly link: string; onClose(): void }) {
  const t = memberTexts();
  return (
    <Dialog
      open
      title={t.invitationLink}
      onClose={onClose}
      actions={
        <Button variant="primary" onClick={onClose}>
          {studioTexts().keptIt}
        </Button>
      }
    >
      <Stack gap={16}>
        <Notice variant="warning">{t.linkAbout}</Notice>
        <CopyField label={t.invitationLink} value={link} />
      </Stack>
    </Dialog>
  );
}
