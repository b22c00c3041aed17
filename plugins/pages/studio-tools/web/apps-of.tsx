import type { ReactNode } from 'react';
import { Link } from '#plugins/studio/web/contract.tsx';
import styles from './tools.module.css';
import { toolsTexts } from './tools-texts.ts';

interface App {
  readonly id: string;
  readonly name: string;
}

/** The apps that use something, as links. */
export function AppsOf({ apps }: { readonly apps: readonly App[] }) {
  const t = toolsTexts();
  if (apps.length === 0) return <p className={styles.text}>{t.noApps}</p>;
  return (
    <ul className={styles.links}>
      {apps.map(({ id, name }) => (
        <li key={id}>
          <Link href={`/app/${id}/build`} dir="auto">
            {name}
          </Link>
        </li>
      ))}
    </ul>
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
