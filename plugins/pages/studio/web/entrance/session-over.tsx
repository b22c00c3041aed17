import { type FormEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Link } from '#plugins/studio/web/parts/link.tsx';
import { errorText } from '#plugins/studio/web/parts/query-boundary.tsx';
import { goOn, type SessionEnd } from '#plugins/studio/web/session/session-end.ts';
import { studioSession } from '#plugins/studio/web/session/studio-session.ts';
import { studioTexts } from '#plugins/studio/web/texts/en.ts';
import { ApiError, Button, Notice, TextField, textOf } from '#plugins/ui/web/contract.ts';
import styles from './entrance.module.css';
import { entrance } from './send.ts';

/**
 * Lies over a page whose session is over, so that nobody reads it; below it the page keeps all that was typed, and what it asked goes on
 * once the same person has signed in, here or in another tab.
 */
export function SessionOver({ other }: Pick<SessionEnd, 'other'>) {
  const t = studioTexts();
  const { account } = studioSession();
  const element = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const dialog = element.current;
    dialog?.showModal();
    // So closed, it gives the focus back to where it was.
    return () => dialog?.close();
  }, []);
  useEffect(() => {
    const before = document.title;
    document.title = `${t.sessionOver} · Weft`;
    return () => {
      document.title = before;
    };
  }, [t]);
  return (
    <dialog
      ref={element}
      className={styles.cover}
      aria-labelledby="session-over"
      onCancel={(event) => event.preventDefault()}
      onKeyDown={(event) => event.key === 'Escape' && event.preventDefault()}
    >
      <div className={styles.entrance}>
        <div className={styles.card}>
          <h1 id="session-over">{t.sessionOver}</h1>
          <p>{t.sessionOverAbout}</p>
          {other !== null && other.id !== account.id && (
            <Notice>
              {t.somebodyElse(other.email)} <a href="/apps">{t.goOnAs(other.email)}</a>
            </Notice>
          )}
          <p dir="auto">
            <strong>{account.name}</strong>
            <br />
            {account.email}
          </p>
          {account.has_password && <PasswordForm />}
          <div className={styles.links}>
            <Link href="/sign-in?return_to=%2Faccount%2Fprofile" target="_blank">
              {t.otherWay}
            </Link>
            <a href="/sign-in">{t.notMe}</a>
          </div>
        </div>
      </div>
    </dialog>
  );
}

function PasswordForm() {
  const t = studioTexts();
  const { email } = studioSession().account;
  const [needsCode, setNeedsCode] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [wrong, setWrong] = useState<string | null>(null);
  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const code = textOf(fields, 'code').trim();
    setBusy(true);
    setWrong(null);
    try {
      const body = { email, password: String(fields.get('password') ?? ''), ...(code !== '' && { code }) };
      await entrance.post('/console/api/sessions', { body });
      await goOn();
    } catch (error) {
      const failure = error instanceof ApiError ? error.code : '';
      if (failure === 'code_needed') setNeedsCode(true);
      else setWrong({ wrong_credentials: t.wrongPassword, wrong_code: t.wrongCode }[failure] ?? errorText(error));
      setBusy(false);
    }
  }
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)}>
      {/* For password managers: whose password it is. */}
      <input type="hidden" name="email" autoComplete="username" value={email} />
      <TextField
        label={t.password}
        name="password"
        type="password"
        autoComplete="current-password"
        required
        autoFocus
      />
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
        {t.signIn}
      </Button>
    </form>
  );
}
