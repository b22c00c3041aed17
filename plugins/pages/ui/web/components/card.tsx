import type { ReactNode } from 'react';
import { classes } from '#plugins/ui/web/classes.ts';
import styles from './card.module.css';

/** Cards beside each other, as many as there is room for. */
export function CardList({ children }: { readonly children: ReactNode }) {
  return <ul className={styles.cards}>{children}</ul>;
}

export interface CardProps {
  /** A picture, or a box to choose it with. */
  readonly sign?: ReactNode;
  /** A link, if the whole card leads somewhere. */
  readonly name: ReactNode;
  /** Beside the name: its state, or what can be done. */
  readonly aside?: ReactNode;
  readonly about?: ReactNode;
  /** In a line at the end: the last stands apart. */
  readonly foot: ReactNode;
  readonly chosen?: boolean;
  readonly children?: ReactNode;
}

/** One of many things in a list of cards. */
export function Card({ sign, name, aside, about = '', foot, chosen = false, children }: CardProps) {
  return (
    <li className={classes(styles.card, chosen && styles.chosen)}>
      <div className={styles.head}>
        {sign}
        <div className={styles.name} dir="auto">
          {name}
        </div>
        {aside !== undefined && <div className={styles.aside}>{aside}</div>}
      </div>
      {about !== '' && (
        <p className={styles.about} dir="auto">
          {about}
        </p>
      )}
      {children}
      <div className={styles.foot}>{foot}</div>
    </li>
  );
}

/** Tags of a card: each shows what else has it. */
export function CardTags({
  tags,
}: {
  readonly tags: readonly { readonly id: string; readonly name: string; onSelect(): void }[];
}) {
  if (tags.length === 0) return null;
  return (
    <div className={styles.tags}>
      {tags.map(({ id, name, onSelect }) => (
        <button key={id} type="button" dir="auto" onClick={onSelect}>
          {name}
        </button>
      ))}
    </div>
  );
}
