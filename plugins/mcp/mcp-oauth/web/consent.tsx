import { useEffect, useRef, useState } from 'react';
import { ApiError, Button, EmptyState, LinkButton, Loading, ThemeSwitch } from '#plugins/ui/web/contract.ts';
import { CircleAlert, CircleCheck, Lock } from '#plugins/ui/web/icons.tsx';
import styles from './consent.module.css';
import { type ConsoleSession, currentSession, messageOf, offerOf, signOut } from './console-session.ts';
import type { Asked, ConsentData, Offer } from './page-data.ts';
import { Question } from './question.tsx';
import { SignIn } from './sign-in.tsx';

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
      return <Loading label="Opening" />;
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
      return (
        <EmptyState
          level={1}
          sign={<CircleCheck width="32" height="32" />}
          title="Done"
          about="You can close this page, and go on where you were."
        />
      );
    default:
      return (
        <EmptyState
          level={1}
          title="This page can’t be opened now"
          about={messageOf(state.error)}
          action={<Button onClick={() => void begin()}>Try again</Button>}
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
  return (
    <EmptyState
      level={1}
      sign={<Lock width="32" height="32" />}
      title={isOff ? 'This app is no MCP server' : 'You may not use this app'}
      about={
        isOff
          ? 'It is switched off for clients of MCP. Ask an editor of its workspace to switch it on.'
          : 'It is not there, or your account does not belong to its workspace. Sign in with another account, or ask who sent you here.'
      }
      action={
        <div className={styles.choices}>
          <Button onClick={onOther}>Use another account</Button>
          <LinkButton href={asked.deny_to}>Cancel</LinkButton>
        </div>
      }
    />
  );
}

function RefusedPage({ data }: { readonly data: Extract<ConsentData, { is: 'refused' }> }) {
  return (
    <EmptyState
      level={1}
      sign={<CircleAlert width="32" height="32" />}
      title="This request can’t be answered"
      about={data.message}
      action={
        data.return_to !== null && (
          <LinkButton href={data.return_to} rel="noreferrer">
            Go back to the client
          </LinkButton>
        )
      }
    />
  );
}
