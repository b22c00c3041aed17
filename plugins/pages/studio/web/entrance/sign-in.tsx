import { type FormEvent, useEffect, useState } from 'react';
import { Link } from '#plugins/studio/web/parts/link.tsx';
import { errorText } from '#plugins/studio/web/parts/query-boundary.tsx';
import { pageData } from '#plugins/studio/web/session/page-data.ts';
import { SESSION_CHANNEL } from '#plugins/studio/web/session/session-end.ts';
import { studioTexts } from '#plugins/studio/web/texts/en.ts';
import { ApiError, Button, LinkButton, Notice, TextField } from '#plugins/ui/web/contract.ts';
import { Card } from './card.tsx';
import styles from './entrance.module.css';
import { entrance, returnAddress } from './send.ts';
import { ServiceButtons, ServiceCode, serviceAnswer, useServices } from './service-sign-in.tsx';

interface Way {
  readonly id: string;
  readonly name: string;
  readonly start_url: string;
}

/** As who comes by a password, or by a service that asks for a code besides. */
export function SignIn() {
  const t = studioTexts();
  const [{ asks }] = useState(serviceAnswer);
  if (asks !== 'code') return <PasswordSignIn />;
  return (
    <Card title={t.signIn} about={t.codeAbout} links={<Link href="/sign-in">{t.otherWay}</Link>}>
      <ServiceCode />
    </Card>
  );
}

/** E-mail first: it says over which provider one may sign in; then the password, and a code where one is asked for. */
function PasswordSignIn() {
  const t = studioTexts();
  const { offers } = pageData;
  const [{ asks, service, refused }] = useState(serviceAnswer);
  const label = useServices().find(({ id }) => id === service)?.label ?? t.theService;
  const [email, setEmail] = useState('');
  const [ways, setWays] = useState<readonly Way[] | null>(null);
  const [needsCode, setNeedsCode] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [wrong, setWrong] = useState<string | null>(() => {
    const code = new URLSearchParams(location.search).get('sso_error');
    return code === null ? null : (t.ssoRefusals[code] ?? t.ssoRefused);
  });

  useSignInElsewhere(asks !== 'link');

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
      const { csrf_token: csrfToken } = await entrance.post('/console/api/sessions', {
        body: { email, password, ...(code !== '' && { code }) },
      });
      location.assign(asks === 'link' ? await linked(csrfToken, service) : returnAddress());
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
      {refused !== null && wrong === null && (
        <Notice variant="danger">{t.serviceRefusals[refused]?.(label) ?? t.serviceRefused(label)}</Notice>
      )}
      {asks === 'link' && <Notice>{t.signInToLink(label)}</Notice>}
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
      <ServiceButtons returnTo={asks === 'link' ? '/account/security' : returnAddress()} />
    </Card>
  );
}

/** Who has signed in in another tab is in here as well. */
function useSignInElsewhere(isAwaited: boolean): void {
  useEffect(() => {
    if (!isAwaited || typeof BroadcastChannel === 'undefined') return;
    const channel = new BroadcastChannel(SESSION_CHANNEL);
    channel.addEventListener('message', ({ data }) => data === 'begun' && location.assign(returnAddress()));
    return () => channel.close();
  }, [isAwaited]);
}

/** Whom the service has proved is linked, now that the account is proved as well; where to go from there. */
async function linked(csrfToken: string, service: string): Promise<string> {
  const headers = { 'content-type': 'application/json', 'x-csrf-token': csrfToken };
  const answer = await fetch('/console/api/sign-in/links', { method: 'POST', headers, body: '{}' });
  if (answer.ok) return returnAddress();
  const { code } = (await answer.json()) as { readonly code: string };
  return `/account/security?${new URLSearchParams({ refused: code, service })}`;
}

function texts(t: ReturnType<typeof studioTexts>): Readonly<Record<string, string>> {
  return { wrong_credentials: t.wrongSignIn, wrong_code: t.wrongCode, sso_required: t.ssoOnly };
}
