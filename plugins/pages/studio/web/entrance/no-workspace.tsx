import { Form, useSubmit } from '#plugins/studio/web/parts/form.tsx';
import { signOut } from '#plugins/studio/web/session/sign-out.ts';
import { studioTexts } from '#plugins/studio/web/texts/en.ts';
import { Button, TextField, textOf } from '#plugins/ui/web/contract.ts';
import { Card } from './card.tsx';
import { entrance } from './send.ts';

/** Signed in, and nowhere. */
export function NoWorkspace() {
  const t = studioTexts();
  const sending = useSubmit();
  return (
    <Card
      title={t.noWorkspace}
      about={t.noWorkspaceAbout}
      links={
        <Button variant="quiet" onClick={() => void signOut()}>
          {t.signOut}
        </Button>
      }
    >
      <Form
        sending={sending}
        action={t.makeWorkspace}
        onSubmit={async (fields) => {
          await entrance.post('/console/api/workspaces', { body: { name: textOf(fields, 'name') } });
          location.assign('/apps');
        }}
      >
        <TextField label={t.workspaceName} name="name" required maxLength={100} autoFocus />
      </Form>
    </Card>
  );
}
