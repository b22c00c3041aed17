import { useEffect, useRef, useState } from 'react';
import { ApiError, Button, EmptyState, LinkButton, Loading, ThemeSwitch } from '#plugins/ui/web/contract.ts';
import { CircleAlert, CircleCheck, Lock } from '#plugins/ui/web/icons.tsx';
import styles from './consent.module.css';
import { type ConsoleSession, currentSession, messageOf, offerOf, signOut } from './console-session.ts';
import type { Asked, ConsentData, Offer } from './page-data.ts';
import { Question } from './question.tsx';
import { SignIn } from './sign-in.tsx';
import { consentTexts } from './texts/en.ts';

/** Where the person stands before the question of a client. */
type State =
  | { readonly is: 'opening' }
  | { readonly is: 'sign-in' }
  | { readonly is: 'asked'; readonly session: ConsoleSession; readonly offer: Offer }
  | { readonly is: 'none'; readonly session: ConsoleSession; readonly isOff: boolean }
  | { readonly is: 'sent' }
  | { readonly is: 'failed'; readonly error: unknown };

/** Whether a client may use an app in one's name. */
export function Consent({ data }: { readonly data: ConsentData }) {
  return (
    <>
      <header className={styles.corner}>
        <ThemeSwitch />
      </header>
      <main className={styles.main}>
        {data.is === 'asked' ? <AskedPage asked={data} /> : <RefusedPage data={data} />}
      </main>
    </>
  );
}

function AskedPage({ asked }: { readonly asked: Asked }) {
  const [state, setState] = useState<State>({ is: 'opening' });
  const begun = useRef(false);
  const t = consentTexts();

  async function open(session: ConsoleSession): Promise<void> {
    try {
      const offer = await offerOf(asked);
      setState(offer.enabled ? { is: 'asked', session, offer } : { is: 'none', session, isOff: true });
    } catch (error) {
      const isNone = error instanceof ApiError && error.status === 404;
      setState(isNone ? { is: 'none', session, isOff: false } : { is: 'failed', error });
    }
  }

  async function begin(): Promise<void> {
    setState({ is: 'opening' });
    try {
      await open(await currentSession());
    } catch (error) {
      setState(error instanceof ApiError && error.status === 401 ? { is: 'sign-in' } : { is: 'failed', error });
    }
  }

  async function leave(session: ConsoleSession): Promise<void> {
    setState({ is: 'opening' });
    // Whether or not it is over already: what is asked for next is a sign-in.
    await signOut(session).catch(() => {});
    setState({ is: 'sign-in' });
  }

  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    void begin();
  });

  switch (state.is) {
    case 'opening':
      return <Loading label={t.opening} />;
    case 'sign-in':
      return <SignIn client={asked.client.name} onSignedIn={(session) => void open(session)} />;
    case 'asked':
      return (
        <Question
          asked={asked}
          offer={state.offer}
          session={state.session}
          onSent={() => setState({ is: 'sent' })}
          onOther={() => void leave(state.session)}
        />
      );
    case 'none':
      return <NothingToAllow asked={asked} isOff={state.isOff} onOther={() => void leave(state.session)} />;
    case 'sent':
      return <EmptyState level={1} sign={<CircleCheck width="32" height="32" />} title={t.done} about={t.doneAbout} />;
    default:
      return (
        <EmptyState
          level={1}
          title={t.cantOpen}
          about={messageOf(state.error)}
          action={<Button onClick={() => void begin()}>{t.tryAgain}</Button>}
        />
      );
  }
}

function NothingToAllow({
  asked,
  isOff,
  onOther,
}: {
  readonly asked: Asked;
  readonly isOff: boolean;
  onOther(): void;
}) {
  const t = consentTexts();
  return (
    <EmptyState
      level={1}
      sign={<Lock width="32" height="32" />}
      title={isOff ? t.noServer : t.notYours}
      about={isOff ? t.noServerAbout : t.notYoursAbout}
      action={
        <div className={styles.choices}>
          <Button onClick={onOther}>{t.otherAccount}</Button>
          <LinkButton href={asked.deny_to}>{t.cancel}</LinkButton>
        </div>
      }
    />
  );
}

function RefusedPage({ data }: { readonly data: Extract<ConsentData, { is: 'refused' }> }) {
  const t = consentTexts();
  return (
    <EmptyState
      level={1}
      sign={<CircleAlert width="32" height="32" />}
      title={t.cantAnswer}
      about={data.message}
      action={
        data.return_to !== null && (
          <LinkButton href={data.return_to} rel="noreferrer">
            {t.backToClient}
          </LinkButton>
        )
      }
    />
  );
}
