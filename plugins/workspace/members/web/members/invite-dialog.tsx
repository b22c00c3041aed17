import { useState } from 'react';
import { memberTexts } from '#plugins/members/web/texts/en.ts';
import {
  CopyField,
  call,
  choiceOf,
  errorText,
  Form,
  invalidate,
  studioTexts,
  textOf,
  useSubmit,
} from '#plugins/studio/web/contract.tsx';
import { Button, Dialog, Notice, Select, Stack, TextArea, toast } from '#plugins/ui/web/contract.ts';
import { InvitationResults } from './invitation-results.tsx';
import { type InvitedPerson, type InvitedRole, invitedPeople, invitedRoles } from './invited-people.ts';

/** What became of an invitation; `link`: where no mail is sent, to be handed over. */
export interface InvitationResult extends InvitedPerson {
  readonly link: string | null;
  /** Why there is none; null: there is one. */
  readonly refusal: string | null;
}

/** Invites one person or a pasted list. Where the server sends no mail, links are shown, to be handed over. */
export function InviteDialog({ onClose }: { onClose(): void }) {
  const t = memberTexts();
  const sending = useSubmit();
  const [wrong, setWrong] = useState<string | null>(null);
  const [asked, setAsked] = useState(0);
  const [results, setResults] = useState<readonly InvitationResult[]>([]);
  const [only] = results;
  if (only !== undefined && results.length === asked && !sending.isBusy) {
    if (asked === 1 && only.link !== null) return <InvitationLink link={only.link} onClose={onClose} />;
    return <InvitationResults results={results} onClose={onClose} />;
  }
  async function invite(people: readonly InvitedPerson[]): Promise<void> {
    setAsked(people.length);
    const done: InvitationResult[] = [];
    for (const person of people) {
      done.push(await invited(person));
      setResults([...done]);
    }
    invalidate('/console/api/invitations');
    const [first] = done;
    if (done.length !== 1 || first?.link !== null || first.refusal !== null) return;
    toast(t.invited(first.email));
    onClose();
  }
  return (
    <Dialog open title={t.invite} onClose={onClose}>
      <Form
        sending={sending}
        action={t.invite}
        actions={<Button onClick={onClose}>{studioTexts().cancel}</Button>}
        onSubmit={async (fields) => {
          const read = invitedPeople(textOf(fields, 'emails'), choiceOf(fields, 'role', invitedRoles), roleOf);
          setWrong(read.wrong.length > 0 ? t.noAddresses(read.wrong.slice(0, 5).join(', ')) : null);
          if (read.wrong.length === 0) await invite(read.people);
        }}
      >
        <TextArea
          label={t.emails}
          hint={t.emailsHint}
          name="emails"
          rows={3}
          required
          autoComplete="off"
          wrong={wrong ?? undefined}
        />
        <Select
          label={t.role}
          name="role"
          defaultValue="member"
          hint={t.rolesHint}
          options={invitedRoles.map((value) => ({ value, label: studioTexts().roles[value] ?? value }))}
        />
        {sending.isBusy && asked > 1 && <Notice>{t.inviting(results.length, asked)}</Notice>}
      </Form>
    </Dialog>
  );
}

/** Roles by what they are called, here and in files. */
function roleOf(word: string): InvitedRole | undefined {
  const { roles } = studioTexts();
  return invitedRoles.find((role) => role === word || roles[role]?.toLowerCase() === word);
}

async function invited(person: InvitedPerson): Promise<InvitationResult> {
  const { email, role } = person;
  try {
    const made = await call.post('/console/api/invitations', { body: { email, role } });
    return { ...person, link: typeof made.link === 'string' ? made.link : null, refusal: null };
  } catch (error) {
    return { ...person, link: null, refusal: errorText(error) };
  }
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
