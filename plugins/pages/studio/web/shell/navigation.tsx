import { Link } from '#plugins/studio/web/parts/link.tsx';
import type { NavLink } from '#plugins/studio/web/sections/section.ts';
import { studioTexts } from '#plugins/studio/web/texts/en.ts';
import { useOpenApp } from '#plugins/studio/web/things/open-app.ts';
import { AppHeading } from './app-heading.tsx';
import { linksOf } from './links.ts';
import styles from './navigation.module.css';

/** Where one can go, by groups; those one may not go to are not there. */
export function Navigation({ pathname }: { readonly pathname: string }) {
  const t = studioTexts();
  const groups: readonly (readonly [NavLink['group'], string | null])[] = [
    ['app', null],
    ['workspace', t.workspaceGroup],
    ['settings', t.settingsGroup],
    ['account', t.accountGroup],
    ['installation', t.installationGroup],
  ];
  const app = useOpenApp(pathname);
  return (
    <nav className={styles.nav} aria-label={t.navigation}>
      {groups.map(([group, title]) => {
        const links = linksOf(group, pathname).filter(({ modes }) => isOfMode(modes, app?.mode));
        if (links.length === 0) return null;
        return (
          <div key={group}>
            {group === 'app' && app !== undefined && <AppHeading app={app} />}
            {title !== null && <div className={styles.title}>{title}</div>}
            <ul>
              {links.map(({ href, also, icon, label }) => (
                <li key={href}>
                  <Link
                    href={href}
                    aria-current={
                      isAt(pathname, href) || (also !== undefined && isAt(pathname, also)) ? 'page' : undefined
                    }
                  >
                    {icon}
                    {label()}
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        );
      })}
    </nav>
  );
}

function isAt(pathname: string, href: string): boolean {
  return pathname === href || pathname.startsWith(`${href}/`);
}

/** Until the mode is known, links that not every app has are not there. */
function isOfMode(modes: NavLink['modes'], mode: string | undefined): boolean {
  return modes === undefined || (mode !== undefined && modes.includes(mode));
}
