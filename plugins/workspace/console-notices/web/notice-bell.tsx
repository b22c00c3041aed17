import { useEffect, useState } from 'react';
import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import { call, invalidate, Link } from '#plugins/studio/web/contract.tsx';
import { readEvents } from '#plugins/ui/web/contract.ts';
import { Bell } from '#plugins/ui/web/icons.tsx';
import styles from './notices.module.css';
import { noticesTexts } from './texts/en.ts';

const SILENCE_MS = 60_000;
const AGAIN_MS = 10_000;

/** How many notices are unread, live; leads to them. */
export function NoticeBell() {
  const t = noticesTexts();
  const [unread, setUnread] = useState(0);
  useEffect(() => {
    const leaving = new AbortController();
    void follow(leaving.signal, setUnread);
    return () => leaving.abort();
  }, []);
  const label = unread === 0 ? t.title : t.unreadCount(unread);
  return (
    <Link href="/notices" className={styles.bell} aria-label={label} title={label}>
      <Bell />
      {unread > 0 && (
        <span className={styles.count} aria-hidden="true">
          {unread > 99 ? '99+' : unread}
        </span>
      )}
    </Link>
  );
}

async function follow(signal: AbortSignal, show: (unread: number) => void): Promise<void> {
  while (!signal.aborted) {
    try {
      const answer = await call.open('GET', '/console/api/notices/events', { query: { follow: true }, signal });
      for await (const { data } of readEvents<Schemas['NoticeEvent']>(answer, SILENCE_MS)) {
        show(data.unread);
        invalidate('/console/api/notices');
      }
    } catch {
      // Asked for again below.
    }
    if (!signal.aborted) await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
  }
}
