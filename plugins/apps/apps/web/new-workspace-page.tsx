import { call, Form, PageFrame, textOf, useSubmit } from '#plugins/studio/web/contract.tsx';
import { TextField } from '#plugins/ui/web/contract.ts';
import { appsTexts } from './texts/en.ts';

/** A workspace of one's own. */
export function Page() {
  const t = appsTexts();
  const sending = useSubmit();
  return (
    <PageFrame title={t.newWorkspace}>
      <Form
        sending={sending}
        action={t.makeWorkspace}
        onSubmit={async (fields) => {
          await call.post('/console/api/workspaces', { body: { name: textOf(fields, 'name') } });
          location.assign('/apps');
        }}
      >
        <TextField label={t.workspaceName} name="name" required maxLength={100} />
      </Form>
    </PageFrame>
  );
}
