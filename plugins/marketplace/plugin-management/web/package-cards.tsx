import type { ReactNode } from 'react';
import { Badge, Link } from '#plugins/studio/web/contract.tsx';
import { Card, CardList } from '#plugins/ui/web/contract.ts';
import { PackageIcon } from './package-icon.tsx';
import styles from './plugins.module.css';
import { pluginsTexts } from './texts/en.ts';

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
    <CardList>
      {items.map(({ key, href, name, title, about, icon, kind, version, publisher, source, state }) => (
        <Card
          key={key}
          sign={<PackageIcon icon={icon} kind={kind} />}
          name={
            <>
              <Link href={href} dir="auto">
                {title}
              </Link>
              <p className={styles.path} dir="auto">
                {name}
              </p>
            </>
          }
          about={about}
          foot={
            <>
              <span>
                {kind !== null && `${t.kinds[kind]} · `}
                {version}
              </span>
              <span dir="auto">{publisher || t.from(source)}</span>
            </>
          }
        >
          {state !== null && (
            <div className={styles.badges}>
              {typeof state === 'string' ? <Badge variant="success">{state}</Badge> : state}
            </div>
          )}
        </Card>
      ))}
    </CardList>
  );
}
