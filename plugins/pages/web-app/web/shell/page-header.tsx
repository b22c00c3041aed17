import type { ReactNode } from 'react';
import { ThemeSwitch } from '#plugins/ui/web/contract.ts';
import { ArrowLeft } from '#plugins/ui/web/icons.tsx';
import type { ParentLink } from '#plugins/web-app/web/embed/parent-link.ts';
import { AccountsButton } from './accounts-button.tsx';
import { AppIcon } from './app-icon.tsx';
import { CloseButton } from './close-button.tsx';
import { isInStudio, type Site } from './page-data.ts';
import styles from './shell.module.css';
import { shellTexts } from './texts/en.ts';

export interface PageHeaderProps {
  readonly site: Site;
  /** Before the icon: a button that opens navigation. */
  readonly start?: ReactNode;
  /** After the title, before the theme switch. */
  readonly end?: ReactNode;
  readonly link?: ParentLink | null;
}

/** Icon and title of the app, what can be done with the page. */
export function PageHeader({ site, start, end, link = null }: PageHeaderProps) {
  const t = shellTexts();
  return (
    <header className={styles.header}>
      {isInStudio() && (
        <a className={styles.back} href="/apps" aria-label={t.allApps} title={t.allApps}>
          <ArrowLeft />
        </a>
      )}
      {start}
      <AppIcon site={site} />
      <h1 className={styles.title} dir="auto">
        {site.title}
      </h1>
      {end}
      <AccountsButton />
      <ThemeSwitch />
      <CloseButton link={link} />
    </header>
  );
}
