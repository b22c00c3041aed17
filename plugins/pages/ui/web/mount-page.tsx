import './tokens.css';
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { PageBoundary } from './components/failure-boundary.tsx';
import { Toasts } from './components/toast.tsx';
import { loadTexts } from './texts-of.ts';

/** Shows a page in its language; called once, by the page's entry. `language`: of the site, null: of the browser. */
export async function mountPage(page: ReactNode, language: string | null = null): Promise<void> {
  reloadAfterUpdate();
  await loadTexts(language);
  const place = document.getElementById('root');
  if (place === null) return;
  createRoot(place).render(
    <PageBoundary>
      {page}
      <Toasts />
    </PageBoundary>,
  );
}

/** A tab that is older than the server asks for files that are no more. */
function reloadAfterUpdate(): void {
  addEventListener('vite:preloadError', () => {
    // Without a network there would be no page after it.
    if (!navigator.onLine) return;
    const before = Number(sessionStorage.getItem('weft-reloaded'));
    if (Date.now() - before < 60_000) return;
    sessionStorage.setItem('weft-reloaded', String(Date.now()));
    location.reload();
  });
}
