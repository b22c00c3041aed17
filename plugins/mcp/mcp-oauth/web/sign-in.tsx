import { type FormEvent, useState } from 'react';
import { ApiError, Button, LinkButton, Notice, TextField } from '#plugins/ui/web/contract.ts';
import styles from './consent.module.css';
import { type ConsoleSession, messageOf, type SignInWay, signIn, signInWays } from './console-session.ts';
import { consentTexts } from './texts/en.ts';

interface SignInProps {
  /** What the client calls itself. */
  readonly client: string;
  onSignedIn(session: ConsoleSession): void;
}

/** What a path may have that is handed on to an identity provider and back. */
const MAX_RETURN = 1_000;

/** Before anybody is asked: who they are. */
export function SignIn({ client, onSignedIn }: SignInProps) {
  const [email, setEmail] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [needsCode, setNeedsCode] = useState(false);
  const [ways, setWays] = useState<readonly SignInWay[] | null>(null);
  const [wrong, setWrong] = useState<string | null>(null);
  const t = consentTexts();
  const back = location.pathname + location.search;

  async function tried(work: () => Promise<void>): Promise<void> {
    setBusy(true);
    setWrong(null);
    try {
      await work();
    } catch (error) {
      if (error instanceof ApiError && error.code === 'code_needed') setNeedsCode(true);
      else setWrong(messageOf(error));
    } finally {
      setBusy(false);
    }
  }

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const code = String(fields.get('code') ?? '').trim();
    const password = String(fields.get('password') ?? '');
    void tried(async () => onSignedIn(await signIn({ email, password, ...(code !== '' && { code }) })));
  }

  return (
    <section className={styles.card}>
      <h1>{t.signIn}</h1>
      <p className={styles.lead}>
        {t.signInAbout.before}
        <bdi>{client}</bdi>
        {t.signInAbout.after}
      </p>
      <form className={styles.form} onSubmit={submit}>
        <TextField
          label={t.email}
          name="email"
          type="email"
          autoComplete="username"
          required
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <TextField label={t.password} name="password" type="password" autoComplete="current-password" required />
        {needsCode && (
          <TextField
            label={t.code}
            hint={t.codeHint}
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            autoFocus
            required
          />
        )}
        {wrong !== null && <Notice variant="danger">{wrong}</Notice>}
        <Button type="submit" variant="primary" busy={isBusy}>
          {t.signIn}
        </Button>
      </form>
      {back.length <= MAX_RETURN && (
        <Button
          variant="quiet"
          disabled={email === ''}
          onClick={() => void tried(async () => setWays(await signInWays(email)))}
        >
          {t.organization}
        </Button>
      )}
      {ways?.length === 0 && <Notice>{t.noOtherWay}</Notice>}
      {ways?.map(({ id, name, start_url }) => (
        <LinkButton key={id} href={`${start_url}?return_to=${encodeURIComponent(back)}`}>
          {t.continueWith(name)}
        </LinkButton>
      ))}
    </section>
  );
}
