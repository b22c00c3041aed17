import { useState } from 'react';
import { Button, LinkButton, Notice } from '#plugins/ui/web/contract.ts';
import styles from './consent.module.css';
import { allow, type ConsoleSession, messageOf } from './console-session.ts';
import type { Asked, Offer } from './page-data.ts';

interface QuestionProps {
  readonly asked: Asked;
  readonly offer: Offer;
  readonly session: ConsoleSession;
  /** The browser has been sent to a program, and stays here. */
  onSent(): void;
  onOther(): void;
}

const MAX_TOOLS = 8;

/** The question itself: who asks, for what, and where the answer goes. */
export function Question({ asked, offer, session, onSent, onOther }: QuestionProps) {
  const [isBusy, setBusy] = useState(false);
  const [wrong, setWrong] = useState<string | null>(null);
  const { client, redirect } = asked;

  async function give(): Promise<void> {
    setBusy(true);
    setWrong(null);
    try {
      const address = await allow(asked, offer, session);
      location.assign(address);
      // Browsers stay at a page that opens a program; one that goes elsewhere takes this page with it.
      if (redirect.kind === 'program') onSent();
    } catch (error) {
      setBusy(false);
      setWrong(messageOf(error));
    }
  }

  return (
    <section className={styles.card}>
      <h1 dir="auto">
        Allow <bdi>{client.name}</bdi>?
      </h1>
      <p className={styles.lead}>
        It wants to use {offer.app === null ? 'all apps of a workspace' : 'an app'} in your name.
      </p>
      <dl className={styles.facts}>
        <div>
          <dt>{offer.app === null ? 'Apps' : 'App'}</dt>
          <dd dir="auto">{offer.app?.name ?? toolsOf(offer)}</dd>
        </div>
        <div>
          <dt>Your account</dt>
          <dd dir="auto">{offer.account.email}</dd>
        </div>
        <div>
          <dt>The answer goes to</dt>
          <dd>
            <strong>{redirect.shown}</strong>
            {redirect.kind === 'computer' && ', a program on this computer'}
            {redirect.kind === 'program' && ', a program that has registered this scheme'}
          </dd>
        </div>
        <div>
          <dt>Who asks</dt>
          <dd dir="auto">
            {client.address ?? 'A client that registered itself'}
            {client.site !== null && `, and says that it is of ${client.site}`}
          </dd>
        </div>
      </dl>
      <p className={styles.note}>
        It may run {offer.app === null ? 'these apps' : 'this app'} and read the answers, as you may, until you take
        that back. Its name is what it calls itself: go on only if you have just asked for this, and know where the
        answer goes.
      </p>
      {wrong !== null && <Notice look="bad">{wrong}</Notice>}
      <div className={styles.choices}>
        <Button look="main" busy={isBusy} onClick={() => void give()}>
          Allow
        </Button>
        <LinkButton href={asked.deny_to} rel="noreferrer">
          Cancel
        </LinkButton>
      </div>
      <Button look="quiet" small onClick={onOther}>
        Use another account
      </Button>
    </section>
  );
}

function toolsOf({ tools }: Offer): string {
  if (tools.length === 0) return 'All that are switched on; none is at the moment';
  const shown = tools.slice(0, MAX_TOOLS).map(({ title }) => title);
  const left = tools.length - shown.length;
  return `All that are switched on: ${shown.join(', ')}${left > 0 ? `, and ${left} more` : ''}`;
}
