import { useEffect, useState } from 'react';
import { Button, Notice, useLatest } from '#plugins/ui/web/contract.ts';
import { RotateCcw } from '#plugins/ui/web/icons.tsx';
import { useChat } from './chat-context.ts';
import styles from './failure-view.module.css';
import { chatTexts } from './texts/en.ts';
import type { TurnError, TurnState } from './turn.ts';

/** Seconds between tries where nobody says how long it takes; after as many it is left to people. */
const WAITS = [10, 20, 40] as const;
/** Longer waits are told, not kept. */
const MAX_WAIT = 60;

interface FailureViewProps {
  readonly state: TurnState;
  /** How often it was tried by itself before. */
  readonly tries: number;
  /** Nothing else runs. */
  readonly mayTry: boolean;
  readonly isLast: boolean;
  onTry(tries: number): void;
}

/** Why there is no answer, for who reads it, and what comes next: by itself where somebody is busy, else by a button. */
export function FailureView({ state: { error, id }, tries, mayTry, isLast, onTry }: FailureViewProps) {
  const { isMember } = useChat();
  const t = chatTexts();
  const wait = isLast ? waitOf(error, tries) : null;
  const left = useCountdown(mayTry ? wait : null, () => onTry(tries + 1));
  const said = isMember && id !== '' ? (error?.message ?? '') : '';
  return (
    <Notice
      variant="danger"
      action={
        <Button small disabled={!mayTry} onClick={() => onTry(0)}>
          <RotateCcw width="16" height="16" />
          {t.tryAgain}
        </Button>
      }
    >
      {reasonOf(error, id !== '', isMember)}
      {wait !== null && (
        <>
          {' '}
          <span className="said">{t.triesAgain(wait)}</span>
          <span aria-hidden="true" className={styles.left}>
            {t.triesAgain(left)}
          </span>
        </>
      )}
      {wait === null && error?.trouble === 'busy' && ` ${t.laterAgain(error.retryAfter)}`}
      {said !== '' && (
        <span className={styles.cause} dir="auto">
          {said}
        </span>
      )}
    </Notice>
  );
}

function reasonOf(error: TurnError | null, isRun: boolean, isMember: boolean): string {
  const t = chatTexts();
  if (error?.trouble === 'busy') return isRun ? t.busy : t.tooMany;
  if (error?.trouble === 'too_long') return t.tooLong;
  if (error?.trouble === 'account') return t.noAccount;
  if (error?.trouble === 'fault') return isMember ? t.failed : t.fault;
  return error?.message || t.unreachable;
}

/** Seconds until it is tried again by itself; null: it isn't. */
function waitOf(error: TurnError | null, tries: number): number | null {
  if (error === null || !error.isFresh || error.trouble !== 'busy') return null;
  const pause = WAITS[tries];
  if (pause === undefined) return null;
  const wait = Math.max(1, error.retryAfter ?? pause);
  return wait > MAX_WAIT ? null : wait;
}

/** Seconds that are left; calls `run` when there are none. */
function useCountdown(seconds: number | null, run: () => void): number {
  const latest = useLatest(run);
  const [left, setLeft] = useState(seconds ?? 0);
  useEffect(() => {
    if (seconds === null) return;
    const end = Date.now() + seconds * 1000;
    setLeft(seconds);
    const timer = setInterval(() => {
      const now = Math.ceil((end - Date.now()) / 1000);
      setLeft(Math.max(0, now));
      if (now > 0) return;
      clearInterval(timer);
      latest.current();
    }, 250);
    return () => clearInterval(timer);
  }, [seconds]);
  return left;
}
