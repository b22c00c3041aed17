import { useState } from 'react';
import { Form, useSubmit } from '#plugins/studio/web/parts/form.tsx';
import { Link } from '#plugins/studio/web/parts/link.tsx';
import { pageData } from '#plugins/studio/web/session/page-data.ts';
import { studioTexts } from '#plugins/studio/web/texts/en.ts';
import { Notice, TextField, textOf } from '#plugins/ui/web/contract.ts';
import { Card } from './card.tsx';
import { NewPerson } from './new-person.tsx';
import { entrance, takeSecret } from './send.ts';
import { ServiceButtons } from './service-sign-in.tsx';

/** Asking for a link that makes an account; with the link, making it. */
export function SignUp() {
  const t = studioTexts();
  const sending = useSubmit();
  const [token] = useState(() => takeSecret(/^[\w.-]{10,400}$/));
  const [isSent, setSent] = useState(false);
  const back = <Link href="/sign-in">{t.haveAccount}</Link>;
  if (token !== null) {
    return (
      <Card title={t.makeAccount} links={back}>
        <NewPerson
          action={t.makeAccount}
          done={t.accountMade}
          onSubmit={async (person) => {
            // It signs in as well.
            await entrance.post('/console/api/accounts/confirm', { body: { token, ...person } });
            location.assign('/apps');
            return true;
          }}
        />
      </Card>
    );
  }
  if (pageData.offers?.sign_up !== true) {
    return (
      <Card title={t.signUp} links={back}>
        <Notice>{t.signUpClosed}</Notice>
        <ServiceButtons returnTo="/apps" />
      </Card>
    );
  }
  return (
    <Card title={t.signUp} about={t.signUpAbout} links={back}>
      {isSent ? (
        <Notice variant="success">{t.signUpSent}</Notice>
      ) : (
        <Form
          sending={sending}
          action={t.sendLink}
          onSubmit={async (fields) => {
            await entrance.post('/console/api/accounts', { body: { email: textOf(fields, 'email') } });
            setSent(true);
          }}
        >
          <TextField label={t.email} name="email" type="email" autoComplete="username" required autoFocus />
        </Form>
      )}
      {!isSent && <ServiceButtons returnTo="/apps" />}
    </Card>
  );
}
