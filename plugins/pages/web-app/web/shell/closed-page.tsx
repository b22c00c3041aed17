import type { ReactNode } from 'react';
import { ApiError, Button, EmptyState, OfflineError } from '#plugins/ui/web/contract.ts';
import { CirclePause, EyeOff, Lock, Search, WifiOff } from '#plugins/ui/web/icons.tsx';
import type { Closed } from './entrance.ts';
import styles from './shell.module.css';
import { shellTexts } from './texts/en.ts';

const signs: Readonly<Record<Closed, ReactNode>> = {
  off: <EyeOff width="32" height="32" />,
  paused: <CirclePause width="32" height="32" />,
  unpublished: <EyeOff width="32" height="32" />,
  'not-found': <Search width="32" height="32" />,
  'embed-off': <Lock width="32" height="32" />,
  'origin-not-allowed': <Lock width="32" height="32" />,
};

/** Instead of an app that can't be used now: what is the matter, in words. */
export function ClosedPage({
  reason,
  onTryAgain,
  level = 2,
}: {
  readonly reason: Closed;
  onTryAgain?(): void;
  readonly level?: 1 | 2;
}) {
  const t = shellTexts();
  const { title, about } = t.closed[reason];
  const isPassing = reason === 'paused' || reason === 'unpublished';
  const again = isPassing && onTryAgain !== undefined;
  return (
    <EmptyState
      sign={signs[reason]}
      title={title}
      level={level}
      about={about}
      action={again && <Button onClick={() => location.reload()}>{t.tryAgain}</Button>}
    />
  );
}

/** The visit was not let through for another reason, or did not arrive. */
export function VisitFailed({ error, onTryAgain }: { readonly error: unknown; onTryAgain(): void }) {
  const t = shellTexts();
  const isOffline = error instanceof OfflineError;
  const about = isOffline ? t.unreachableAbout : error instanceof ApiError ? error.message : t.failedAbout;
  const isCrowded = error instanceof ApiError && error.status === 429;
  return (
    <EmptyState
      sign={isOffline ? <WifiOff width="32" height="32" /> : undefined}
      title={isOffline ? t.unreachable : isCrowded ? t.tooMany : t.failed}
      about={isCrowded ? t.tooManyAbout : about}
      action={
        <Button variant="primary" onClick={onTryAgain}>
          {t.tryAgain}
        </Button>
      }
    />
  );
}

/** For addresses below which there is nothing. */
export function NotFound() {
  return (
    <main className={styles.main}>
      <ClosedPage reason="not-found" level={1} />
    </main>
  );
}

/** Above the page, while the browser has no network. */
export function OfflineBar() {
  const t = shellTexts();
  return (
    <div className={styles.offline} role="status">
      <WifiOff width="16" height="16" />
      {t.offline}
    </div>
  );
}
