import { useState } from 'react';
import { Form, useSubmit } from '#plugins/studio/web/parts/form.tsx';
import { Link } from '#plugins/studio/web/parts/link.tsx';
import { pageData } from '#plugins/studio/web/session/page-data.ts';
import { studioTexts } from '#plugins/studio/web/texts/en.ts';
import { LinkButton, Notice, TextField, textOf } from '#plugins/ui/web/contract.ts';
import { Card } from './card.tsx';
import { entrance, takeSecret } from './send.ts';

/** Asking for a link that sets a new password; with the link, setting it. */
export function ResetPassword() {
  const t = studioTexts();
  const sending = useSubmit();
  const [token] = useState(() => takeSecret(/^rst-\w{10,100}$/));
  const [isDone, setDone] = useState(false);
  const back = <Link href="/sign-in">{t.signIn}</Link>;
  if (token !== null) {
    return (
      <Card title={t.reset}>
        {isDone ? (
          <>
            <Notice variant="success">{t.passwordSet}</Notice>
            <LinkButton variant="primary" href="/sign-in">
              {t.signIn}
            </LinkButton>
          </>
        ) : (
          <Form
            sending={sending}
            action={t.setPassword}
            onSubmit={async (fields) => {
              const password = String(fields.get('password') ?? '');
              await entrance.post('/console/api/password-resets/confirm', { body: { token, password } });
              setDone(true);
            }}
          >
            <TextField
              label={t.newPassword}
              hint={t.passwordHint}
              name="password"
              type="password"
              autoComplete="new-password"
              required
              autoFocus
              wrong={sending.fieldError('password')}
            />
          </Form>
        )}
      </Card>
    );
  }
  const isByMail = pageData.offers?.reset_by_mail !== false;
  return (
    <Card title={t.reset} about={isByMail ? t.resetAbout : undefined} links={back}>
      {!isByMail && <Notice>{t.resetByOperator}</Notice>}
      {isByMail && isDone && <Notice variant="success">{t.resetSent}</Notice>}
      {isByMail && !isDone && (
        <Form
          sending={sending}
          action={t.sendLink}
          onSubmit={async (fields) => {
            await entrance.post('/console/api/password-resets', { body: { email: textOf(fields, 'email') } });
            setDone(true);
          }}
        >
          <TextField label={t.email} name="email" type="email" autoComplete="username" required autoFocus />
        </Form>
      )}
    </Card>
  );
}
