import { Children, type ReactNode } from 'react';
import { studioTexts } from '#plugins/studio/web/texts/en.ts';
import { useOpenApp } from '#plugins/studio/web/things/open-app.ts';
import { usePageTitle } from '#plugins/studio/web/things/page-title.ts';
import { classes, PanelBoundary, useAddress, useChosenInView } from '#plugins/ui/web/contract.ts';
import { Link } from './link.tsx';
import styles from './page-frame.module.css';

export interface PageFrameProps {
  readonly title: string;
  /** One sentence: what this page is for. */
  readonly about?: ReactNode;
  /** Buttons; the main one last. */
  readonly actions?: ReactNode;
  /** Where one comes from. */
  readonly crumbs?: readonly { readonly label: string; readonly href: string }[];
  readonly tabs?: readonly { readonly label: string; readonly href: string; readonly isCurrent: boolean }[];
  /** Takes all the width there is: tables. */
  readonly wide?: boolean;
  readonly children: ReactNode;
}

/** A page of the studio: its name, what can be done, and what it shows. */
export function PageFrame({ title, about, actions, crumbs = [], tabs = [], wide = false, children }: PageFrameProps) {
  const app = useOpenApp(new URL(useAddress(), location.href).pathname);
  usePageTitle(app?.name, title, tabs.find(({ isCurrent }) => isCurrent)?.label);
  const row = useChosenInView<HTMLElement>(tabs.find(({ isCurrent }) => isCurrent)?.href, tabs.length);
  return (
    <div className={classes(styles.page, wide && styles.wide)}>
      {crumbs.length > 0 && (
        <nav className={styles.crumbs} aria-label={studioTexts().crumbs}>
          {crumbs.map(({ label, href }) => (
            <Link key={href} href={href} dir="auto">
              {label}
            </Link>
          ))}
        </nav>
      )}
      <header className={styles.head}>
        <div className={styles.names}>
          <h1 dir="auto">{title}</h1>
          {about !== undefined && (
            <p className={styles.about} dir="auto">
              {about}
            </p>
          )}
        </div>
        {actions !== undefined && <div className={styles.actions}>{actions}</div>}
      </header>
      {tabs.length > 0 && (
        <nav ref={row} className={styles.tabs} aria-label={title}>
          {tabs.map(({ label, href, isCurrent }) => (
            <Link key={href} href={href} aria-current={isCurrent ? 'page' : undefined}>
              {label}
            </Link>
          ))}
        </nav>
      )}
      <div className={styles.content}>
        {Children.map(children, (panel) => (
          <PanelBoundary>{panel}</PanelBoundary>
        ))}
      </div>
    </div>
  );
}

/** A part of a page with a heading of its own. */
export function Section({
  title,
  about,
  actions,
  children,
}: {
  readonly title: string;
  readonly about?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <section className={styles.section}>
      <header className={styles['section-head']}>
        <div>
          <h2 dir="auto">{title}</h2>
          {about !== undefined && (
            <p className={styles.about} dir="auto">
              {about}
            </p>
          )}
        </div>
        {actions !== undefined && <div className={styles.actions}>{actions}</div>}
      </header>
      <PanelBoundary>{children}</PanelBoundary>
    </section>
  );
}
