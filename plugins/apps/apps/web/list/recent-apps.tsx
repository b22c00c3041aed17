import { useMemo } from 'react';
import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import { useApi } from '#plugins/studio/web/contract.tsx';
import { AppIcon } from './app-icon.tsx';
import { AppLink } from './app-link.tsx';
import styles from './list.module.css';
import { recentApps } from './recents.ts';
import { listTexts } from './texts/en.ts';

/** What was opened lately, to go on with. One alone is in the list anyway. */
export function RecentApps() {
  const t = listTexts();
  const ids = useMemo(recentApps, []);
  const when = ids.length > 1;
  const answer = useApi('/console/api/apps', { query: { id: ids, limit: ids.length || 1 }, when });
  const found = new Map(answer.value?.data.map((app) => [app.id, app]));
  const apps = ids.map((id) => found.get(id)).filter((app): app is Schemas['ListedApp'] => app !== undefined);
  if (apps.length < 2) return null;
  return (
    <nav className={styles.recent} aria-label={t.recent}>
      <span>{t.recent}</span>
      <ul>
        {apps.map((app) => (
          <li key={app.id}>
            <AppLink app={app} className={styles.chip}>
              <AppIcon app={app} />
              <span dir="auto">{app.name}</span>
            </AppLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
