import { type ReactNode, useEffect } from 'react';
import styles from './entrance.module.css';

/** One thing to do before one is in. */
export function Card({
  title,
  about,
  links,
  children,
}: {
  readonly title: string;
  readonly about?: ReactNode;
  /** Other ways, at its foot. */
  readonly links?: ReactNode;
  readonly children: ReactNode;
}) {
  useEffect(() => {
    document.title = `${title} · Weft`;
  }, [title]);
  return (
    <main className={styles.entrance}>
      <div className={styles.card}>
        <h1 dir="auto">{title}</h1>
        {about !== undefined && <p dir="auto">{about}</p>}
        {children}
        {links !== undefined && <div className={styles.links}>{links}</div>}
      </div>
    </main>
  );
}
