import type { ReactNode } from 'react';
import { applySiteColour, mountPage } from '#plugins/ui/web/contract.ts';
import { parentLink } from '#plugins/web-app/web/embed/parent-link.ts';
import type { AppSession } from './app-session.ts';
import { AppShell } from './app-shell.tsx';
import { appPageData } from './page-data.ts';

/** Begins the page of an app: `content` is shown to who has entered. */
export function mountApp(content: (session: AppSession) => ReactNode): void {
  const page = appPageData();
  // At once: the site around speaks as soon as the frame has loaded.
  const link = parentLink(page.embed_origins);
  const locale = page.embedded ? new URLSearchParams(location.search).get('locale') : null;
  applySiteColour(page.site.color);
  void mountPage(<AppShell page={page} link={link} content={content} />, locale ?? page.site.language);
}
