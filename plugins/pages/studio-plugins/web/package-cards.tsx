import type { ReactNode } from 'react';
import { Badge, Link } from '#plugins/studio/web/contract.tsx';
import { PackageIcon } from './package-icon.tsx';
import styles from './plugins.module.css';
import { pluginsTexts } from './plugins-texts.ts';

export interface PackageCard {
  readonly key: string;
  readonly href: string;
  readonly name: string;
  readonly title: string;
  readonly about: string;
  readonly icon: string | null;
  readonly kind: 'tool' | 'model' | 'extension' | 'bundle' | null;
  readonly version: string;
  readonly publisher?: string;
  readonly source: string;
  /** Such as that it is installed. */
  readonly state: ReactNode;
}

/** Plugins as cards; all texts are of foreigners. */
export function PackageCards({ items }: { readonly items: readonly PackageCard[] }) {
  const t = pluginsTexts();
  return (
    <ul className={styles.cards}>
      {items.map(({ key, href, name, title, about, icon, kind, version, publisher, source, state }) => (
        <li key={key} className={styles.card}>
          <div className={styles.head}>
            <PackageIcon icon={icon} kind={kind} />
            <div className={styles.titles}>
              <Link className={styles.name} href={href} dir="auto">
                {title}
              </Link>
              <p className={styles.path} dir="auto">
                {name}
              </p>
            </div>
          </div>
          <p className={styles.about} dir="auto">
            {about}
          </p>
          {typeof state === 'string' ? (
            <div className={styles.badges}>
              <Badge look="ok">{state}</Badge>
            </div>
          ) : (
            state !== null && <div className={styles.badges}>{state}</div>
          )}
          <div className={styles.foot}>
            <span>
              {kind !== null && `${t.kinds[kind]} · `}
              {version}
            </span>
            <span dir="auto">{publisher || t.from(source)}</span>
          </div>
        </li>
      ))}
    </ul>
  );
}
