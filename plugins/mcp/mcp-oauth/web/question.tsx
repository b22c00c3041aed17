import { useState } from 'react';
import { Button, LinkButton, Notice } from '#plugins/ui/web/contract.ts';
import styles from './consent.module.css';
import { allow, type ConsoleSession, messageOf } from './console-session.ts';
import type { Asked, Offer } from './page-data.ts';
import { consentTexts } from './texts/en.ts';

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
  const t = consentTexts();

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
        {t.allowWhom.before}
        <bdi>{client.name}</bdi>
        {t.allowWhom.after}
      </h1>
      <p className={styles.lead}>{offer.app === null ? t.wantsAll : t.wantsOne}</p>
      <dl className={styles.facts}>
        <div>
          <dt>{offer.app === null ? t.apps : t.app}</dt>
          <dd dir="auto">{offer.app?.name ?? toolsOf(offer)}</dd>
        </div>
        <div>
          <dt>{t.account}</dt>
          <dd dir="auto">{offer.account.email}</dd>
        </div>
        <div>
          <dt>{t.goesTo}</dt>
          <dd>
            <strong>{redirect.shown}</strong>
            {redirect.kind === 'computer' && t.onComputer}
            {redirect.kind === 'program' && t.byScheme}
          </dd>
        </div>
        <div>
          <dt>{t.whoAsks}</dt>
          <dd dir="auto">
            {client.address ?? t.itself}
            {client.site !== null && t.site(client.site)}
          </dd>
        </div>
      </dl>
      <p className={styles.note}>{offer.app === null ? t.noteAll : t.noteOne}</p>
      {wrong !== null && <Notice variant="danger">{wrong}</Notice>}
      <div className={styles.choices}>
        <Button variant="primary" busy={isBusy} onClick={() => void give()}>
          {t.allow}
        </Button>
        <LinkButton href={asked.deny_to} rel="noreferrer">
          {t.cancel}
        </LinkButton>
      </div>
      <Button variant="quiet" small onClick={onOther}>
        {t.otherAccount}
      </Button>
    </section>
  );
}

function toolsOf({ tools }: Offer): string {
  const t = consentTexts();
  if (tools.length === 0) return t.noneOn;
  const shown = tools.slice(0, MAX_TOOLS).map(({ title }) => title);
  const left = tools.length - shown.length;
  return t.allOn(shown.join(', '), left);
}
