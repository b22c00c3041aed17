import { Form, textOf, useSending } from '#plugins/studio/web/parts/form.tsx';
import { signOut } from '#plugins/studio/web/session/sign-out.ts';
import { studioTexts } from '#plugins/studio/web/studio-texts.ts';
import { Button, TextField } from '#plugins/ui/web/contract.ts';
import { Card } from './card.tsx';
import { send } from './send.ts';

/** Signed in, and nowhere. */
export function NoWorkspace() {
  const t = studioTexts();
  const sending = useSending();
  return (
    <Card
      title={t.noWorkspace}
      about={t.noWorkspaceAbout}
      links={
        <Button look="quiet" onClick={() => void signOut()}>
          {t.signOut}
        </Button>
      }
    >
      <Form
        sending={sending}
        action={t.makeWorkspace}
        onSubmit={async (fields) => {
          await send('/console/api/workspaces', { name: textOf(fields, 'name') });
          location.assign('/apps');
        }}
      >
        <TextField label={t.workspaceName} name="name" required maxLength={100} autoFocus />
      </Form>
    </Card>
  );
}
