import { call, Form, PageFrame, textOf, useSubmit } from '#plugins/studio/web/contract.tsx';
import { Checkbox, TextArea, TextField } from '#plugins/ui/web/contract.ts';
import { appsTexts } from './texts/en.ts';

/** A workspace of one's own: what it is called, what it is for, and whether others are invited to it at once. */
export function Page() {
  const t = appsTexts();
  const sending = useSubmit();
  return (
    <PageFrame title={t.newWorkspace}>
      <Form
        sending={sending}
        action={t.makeWorkspace}
        onSubmit={async (fields) => {
          const body = { name: textOf(fields, 'name'), description: textOf(fields, 'description') };
          await call.post('/console/api/workspaces', { body });
          // The server has gone to the new one: it is loaded anew.
          location.assign(fields.get('invite') === null ? '/apps' : '/members?invite=yes');
        }}
      >
        <TextField label={t.workspaceName} name="name" required maxLength={100} wrong={sending.fieldError('name')} />
        <TextArea
          label={t.workspaceAbout}
          hint={t.workspaceAboutHint}
          name="description"
          rows={2}
          maxLength={1000}
          wrong={sending.fieldError('description')}
        />
        <Checkbox label={t.inviteNext} hint={t.inviteNextHint} name="invite" />
      </Form>
    </PageFrame>
  );
}
