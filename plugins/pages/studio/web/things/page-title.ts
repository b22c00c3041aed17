import { useEffect } from 'react';
import { pageData } from '#plugins/studio/web/session/page-data.ts';

/** What a tab of the browser is called: the thing, the page, and the workspace that it is in. */
export function usePageTitle(...parts: readonly (string | undefined)[]): void {
  const shown = [...new Set(parts.filter((part) => part !== undefined && part !== ''))];
  const title = [...shown, pageData.session?.workspace?.name ?? 'Weft'].join(' · ');
  useEffect(() => {
    document.title = title;
  }, [title]);
}
