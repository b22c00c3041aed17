import { type ReactNode, useEffect, useRef, useState } from 'react';
import { NoticeBell } from '#plugins/console-notices/web/contract.tsx';
import { studioTexts } from '#plugins/studio/web/texts/en.ts';
import { useAppInTab } from '#plugins/studio/web/things/open-app.ts';
import { Button, classes, IconButton, useMedia, useOnChange, useStored } from '#plugins/ui/web/contract.ts';
import { PanelLeft, Search } from '#plugins/ui/web/icons.tsx';
import { AccountMenu } from './account-menu.tsx';
import { Navigation } from './navigation.tsx';
import { Palette } from './palette.tsx';
import styles from './shell.module.css';
import { WorkspaceMenu } from './workspace-menu.tsx';

/** What stands around every page: where one is, where one can go, and who one is. */
export function Shell({ pathname, children }: { readonly pathname: string; readonly children: ReactNode }) {
  const t = studioTexts();
  useAppInTab(pathname);
  const [isPaletteOpen, setPaletteOpen] = useState(false);
  const [isFolded, setFolded] = useStored('weft-navigation-folded', false);
  // As in `shell.module.css`.
  const isNarrow = useMedia('(max-width: 1100px)');
  const main = useRef<HTMLElement>(null);
  const drawer = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.metaKey || event.ctrlKey) || event.shiftKey || event.altKey)
        return;
      event.preventDefault();
      setPaletteOpen(true);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  useOnChange(pathname, () => {
    if (drawer.current?.matches(':popover-open')) drawer.current.hidePopover();
  });
  return (
    <div className={classes(styles.shell, isFolded && styles.folded)}>
      <button type="button" className={styles.skip} onClick={() => main.current?.focus()}>
        {t.skip}
      </button>
      <header className={styles.top}>
        {isNarrow ? (
          <IconButton label={t.showNavigation} popoverTarget="studio-navigation">
            <PanelLeft />
          </IconButton>
        ) : (
          <IconButton
            label={isFolded ? t.showNavigation : t.hideNavigation}
            aria-expanded={!isFolded}
            onClick={() => setFolded(!isFolded)}
          >
            <PanelLeft />
          </IconButton>
        )}
        <WorkspaceMenu />
        <span className={styles.space} />
        <Button small className={styles.search} onClick={() => setPaletteOpen(true)}>
          <Search />
          <span className={styles.word}>{t.search}</span>
          <span className={styles.keys} aria-hidden="true">
            Ctrl K
          </span>
        </Button>
        <NoticeBell />
        <AccountMenu />
      </header>
      <div className={styles.side}>
        <Navigation pathname={pathname} />
      </div>
      <div className={styles.drawer} id="studio-navigation" popover="auto" ref={drawer}>
        <Navigation pathname={pathname} />
      </div>
      <main className={styles.main} id="content" tabIndex={-1} ref={main}>
        {children}
      </main>
      {isPaletteOpen && <Palette pathname={pathname} onClose={() => setPaletteOpen(false)} />}
    </div>
  );
}
