import { memberTexts } from '#plugins/members/web/texts/en.ts';
import { CopyField, DataTable, studioTexts } from '#plugins/studio/web/contract.tsx';
import { Button, Dialog, Notice, Stack } from '#plugins/ui/web/contract.ts';
import type { InvitationResult } from './invite-dialog.tsx';

/** What became of several invitations. Links are copied together, each behind its address, as a spreadsheet takes them. */
export function InvitationResults({
  results,
  onClose,
}: {
  readonly results: readonly InvitationResult[];
  onClose(): void;
}) {
  const t = memberTexts();
  const links = results.flatMap(({ email, link }) => (link === null ? [] : [`${email}\t${link}`]));
  const made = results.filter(({ refusal }) => refusal === null).length;
  return (
    <Dialog
      open
      shape="wide"
      title={t.invitedCount(made, results.length)}
      onClose={onClose}
      actions={
        <Button variant="primary" onClick={onClose}>
          {links.length > 0 ? studioTexts().keptIt : t.done}
        </Button>
      }
    >
      <Stack gap={16}>
        {links.length > 0 && (
          <>
            <Notice variant="warning">{t.linksAbout}</Notice>
            <CopyField label={t.invitationLinks} value={links.join('\n')} />
          </>
        )}
        <DataTable
          label={t.invitations}
          rows={results}
          rowKey={({ email }) => email}
          columns={[
            { key: 'email', label: studioTexts().email, cell: ({ email }) => email },
            { key: 'role', label: t.role, cell: ({ role }) => studioTexts().roles[role] ?? role },
            {
              key: 'result',
              label: t.result,
              cell: ({ link, refusal }) => refusal ?? (link === null ? t.sentByMail : t.linkMade),
            },
          ]}
          empty={null}
        />
      </Stack>
    </Dialog>
  );
}
