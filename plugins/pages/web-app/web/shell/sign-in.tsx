import { type FormEvent, useState } from 'react';
import { ApiError, Button, LinkButton, Notice, OfflineError, TextField } from '#plugins/ui/web/contract.ts';
import { AppIcon } from './app-icon.tsx';
import type { PageData } from './page-data.ts';
import styles from './shell.module.css';
import { ssoAddress } from './sso-return.ts';
import { shellTexts } from './texts/en.ts';
import { post, type SignInNeeded } from './visit.ts';

export interface SignInProps {
  readonly page: PageData;
  readonly needed: SignInNeeded;
  /** Why single sign-on has sent the visitor back. */
  readonly refused: string | null;
  onEntered(): void;
}

/** Before an app that is not for everybody. */
export function SignIn({ page, needed, refused, onEntered }: SignInProps) {
  const t = shellTexts();
  const ways = page.embedded ? [] : needed.ways;
  return (
    <div className={styles.card}>
      <div className={styles.lead}>
        <AppIcon site={page.site} size="large" />
        <h2>{t.signInTitle(page.site.title)}</h2>
        <p>{needed.entry === 'members' ? t.forMembers : t.forSso}</p>
      </div>
      {refused !== null && <Notice variant="danger">{t.ssoRefused[refused] ?? t.ssoRefusedOtherwise}</Notice>}
      {page.embedded && (
        // In a frame no sign-in works: providers refuse to be shown there, and browsers keep cookies and storage from it.
        <LinkButton variant="primary" href={`/chat/${page.app.id}`} target="_blank">
          {t.openInTab}
        </LinkButton>
      )}
      {ways.map(({ name, url }) => (
        <LinkButton
          key={url}
          variant={needed.entry === 'sso' ? 'primary' : 'plain'}
          href={url}
          onClick={(event) => {
            event.currentTarget.href = ssoAddress(url);
          }}
        >
          {t.continueWith(name)}
        </LinkButton>
      ))}
      {needed.entry === 'members' && !page.embedded && <PasswordForm onEntered={onEntered} />}
    </div>
  );
}

function PasswordForm({ onEntered }: Pick<SignInProps, 'onEntered'>) {
  const t = shellTexts();
  const [isBusy, setBusy] = useState(false);
  const [needsCode, setNeedsCode] = useState(false);
  const [wrong, setWrong] = useState<string | null>(null);

  async function signIn(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const code = String(fields.get('code') ?? '').trim();
    setBusy(true);
    setWrong(null);
    try {
      const { email, password } = Object.fromEntries(fields);
      await post('/console/api/sessions', { email, password, ...(code !== '' && { code }) });
      onEntered();
    } catch (error) {
      setBusy(false);
      const failure = error instanceof ApiError ? error.code : '';
      if (failure === 'code_needed') setNeedsCode(true);
      else setWrong(error instanceof OfflineError ? t.unreachableAbout : (t.signInWrong[failure] ?? t.failedAbout));
    }
  }

  return (
    <form className={styles.form} onSubmit={signIn}>
      <TextField label={t.email} name="email" type="email" autoComplete="username" required />
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
  );
}
