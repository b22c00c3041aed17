import type { ReactNode } from 'react';
import styles from '#plugins/drafts/web/configuration/configuration.module.css';
import { Muted, Switch } from '#plugins/ui/web/contract.ts';

/** A part of the configuration, with its heading. */
export function Part({
  title,
  about,
  actions,
  children,
}: {
  readonly title: string;
  readonly about?: string;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <section className={styles.part} aria-label={title}>
      <header className={styles['part-head']}>
        <div className={styles.grow}>
          <h2>{title}</h2>
          {about !== undefined && <Muted small>{about}</Muted>}
        </div>
        {actions}
      </header>
      {children}
    </section>
  );
}

/** A feature that is on or off; what is set for it shows while it is on. */
export function Feature({
  label,
  hint,
  isOn,
  onChange,
  children,
}: {
  readonly label: string;
  readonly hint?: string;
  readonly isOn: boolean;
  onChange(isOn: boolean): void;
  readonly children?: ReactNode;
}) {
  return (
    <div className={styles.feature}>
      <Switch
        label={label}
        {...(hint !== undefined && { hint })}
        checked={isOn}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      {isOn && children !== undefined && <div className={styles.inner}>{children}</div>}
    </div>
  );
}
