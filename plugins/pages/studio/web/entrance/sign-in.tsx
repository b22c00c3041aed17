import { type FormEvent, useState } from 'react';
import { Link } from '#plugins/studio/web/parts/link.tsx';
import { errorText } from '#plugins/studio/web/parts/query-boundary.tsx';
import { pageData } from '#plugins/studio/web/session/page-data.ts';
import { studioTexts } from '#plugins/studio/web/texts/en.ts';
import { ApiError, Button, LinkButton, Notice, TextField } from '#plugins/ui/web/contract.ts';
import { Card } from './card.tsx';
import styles from './entrance.module.css';
import { entrance, returnAddress } from './send.ts';

interface Way {
  readonly id: string;
  readonly name: string;
  readonly start_url: string;
}

/** E-mail first: it says over which provider one may sign in; then the password, and a code where one is asked for. */
export function SignIn() {
  const t = studioTexts();
  const { offers } = pageData;
  const [email, setEmail] = useState('');
  const [ways, setWays] = useState<readonly Way[] | null>(null);
  const [needsCode, setNeedsCode] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [wrong, setWrong] = useState<string | null>(
    new URLSearchParams(location.search).has('sso_error') ? t.ssoRefused : null,
  );

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const fields = Object.fromEntries(new FormData(event.currentTarget));
    const code = String(fields.code ?? '').trim();
    const password = String(fields.password ?? '');
    setBusy(true);
    setWrong(null);
    try {
      if (ways === null) {
        const { data } = await entrance.post('/console/api/sso/ways', { body: { email } });
        setWays(data);
        // A password manager has filled both.
        if (password === '') return;
      }
      await entrance.post('/console/api/sessions', {
        body: { email, password, ...(code !== '' && { code }) },
      });
      location.assign(returnAddress());
    } catch (error) {
      const failure = error instanceof ApiError ? error.code : '';
      if (failure === 'code_needed') setNeedsCode(true);
      else setWrong(texts(t)[failure] ?? errorText(error));
    } finally {
      setBusy(false);
    }
  }

  return (
    <Card
      title={t.signIn}
      about={t.signInAbout}
      links={
        <>
          <Link href="/reset-password">{t.forgotPassword}</Link>
          {offers?.sign_up === true && <Link href="/sign-up">{t.signUp}</Link>}
        </>
      }
    >
      {offers?.needs_owner === true && <Notice action={<Link href="/setup">{t.setup}</Link>}>{t.setupNeeded}</Notice>}
      {ways?.map(({ id, name, start_url: url }) => (
        <LinkButton key={id} href={`${url}?return_to=${encodeURIComponent(returnAddress())}`}>
          {t.continueWith(name)}
        </LinkButton>
      ))}
      {ways !== null && ways.length > 0 && <div className={styles.or}>{t.orPassword}</div>}
      <form className={styles.form} onSubmit={(event) => void submit(event)}>
        <TextField
          label={t.email}
          name="email"
          type="email"
          autoComplete="username"
          required
          autoFocus
          value={email}
          onInput={(event) => {
            setEmail(event.currentTarget.value);
            setWays(null);
          }}
        />
        {ways !== null && (
          <TextField
            label={t.password}
            name="password"
            type="password"
            autoComplete="current-password"
            required
            autoFocus
          />
        )}
        {needsCode && (
          <TextField
            label={t.code}
            hint={t.codeHint}
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            required
            autoFocus
          />
        )}
        {wrong !== null && <Notice variant="danger">{wrong}</Notice>}
        <Button type="submit" variant="primary" busy={isBusy}>
          {ways === null ? t.next : t.signIn}
        </Button>
      </form>
    </Card>
  );
}

function texts(t: ReturnType<typeof studioTexts>): Readonly<Record<string, string>> {
  return { wrong_credentials: t.wrongSignIn, wrong_code: t.wrongCode, sso_required: t.ssoOnly };
}
