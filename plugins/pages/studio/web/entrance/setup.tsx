import { useState } from 'react';
import { Form, useSubmit } from '#plugins/studio/web/parts/form.tsx';
import { Link } from '#plugins/studio/web/parts/link.tsx';
import { pageData } from '#plugins/studio/web/session/page-data.ts';
import { studioTexts } from '#plugins/studio/web/texts/en.ts';
import { EmptyState, TextField, textOf } from '#plugins/ui/web/contract.ts';
import { Card } from './card.tsx';
import { entrance, goIn, takeSecret } from './send.ts';

/** The first owner of a new server. */
export function Setup() {
  const t = studioTexts();
  const sending = useSubmit();
  // Read once: it leaves the address.
  const [code] = useState(() => takeSecret(/^[A-Za-z0-9 -]{8,40}$/) ?? '');
  if (pageData.offers?.needs_owner !== true) {
    return <EmptyState level={1} title={t.setupDone} action={<Link href="/sign-in">{t.signIn}</Link>} />;
  }
  return (
    <Card title={t.setup} about={t.setupAbout}>
      <Form
        sending={sending}
        action={t.start}
        onSubmit={async (fields) => {
          const [email, password] = [textOf(fields, 'email'), String(fields.get('password') ?? '')];
          await entrance.post('/console/api/setup', {
            body: {
              ...{ code: textOf(fields, 'code'), email, password, name: textOf(fields, 'name') },
              workspace_name: textOf(fields, 'workspace_name'),
            },
          });
          await goIn(email, password);
        }}
      >
        <TextField
          label={t.setupCode}
          hint={t.setupCodeHint}
          name="code"
          required
          autoComplete="off"
          defaultValue={code}
          wrong={sending.fieldError('code')}
        />
        <TextField label={t.workspaceName} name="workspace_name" required maxLength={100} defaultValue="Weft" />
        <TextField label={t.name} name="name" autoComplete="name" required maxLength={100} />
        <TextField
          label={t.email}
          name="email"
          type="email"
          autoComplete="username"
          required
          wrong={sending.fieldError('email')}
        />
        <TextField
          label={t.password}
          hint={t.passwordHint}
          name="password"
          type="password"
          autoComplete="new-password"
          required
          wrong={sending.fieldError('password')}
        />
      </Form>
    </Card>
  );
}
