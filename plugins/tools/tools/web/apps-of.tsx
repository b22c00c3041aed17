import type { ReactNode } from 'react';
import { Link } from '#plugins/studio/web/contract.tsx';
import { LinkList } from '#plugins/ui/web/contract.ts';
import { toolsTexts } from './texts/en.ts';
import styles from './tools.module.css';

interface App {
  readonly id: string;
  readonly name: string;
}

/** The apps that use something, as links. */
export function AppsOf({ apps }: { readonly apps: readonly App[] }) {
  const t = toolsTexts();
  if (apps.length === 0) return <p className={styles.text}>{t.noApps}</p>;
  return (
    <LinkList>
      {apps.map(({ id, name }) => (
        <li key={id}>
          <Link href={`/app/${id}/build`} dir="auto">
            {name}
          </Link>
        </li>
      ))}
    </LinkList>
  );
}

/** What is said before something that apps use is taken away. */
export function wouldFail(apps: readonly App[], about: string): ReactNode {
  const t = toolsTexts();
  return (
    <>
      <p>{about}</p>
      {apps.length > 0 && (
        <>
          <p>{t.wouldFail}</p>
          <ul>
            {apps.slice(0, 20).map(({ id, name }) => (
              <li key={id}>{name}</li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}
