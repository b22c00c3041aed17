import './tokens.css';
import { Component, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { Button } from './components/button.tsx';
import { EmptyState } from './components/notice.tsx';
import { Toasts } from './components/toast.tsx';
import { uiTexts } from './texts.ts';
import { loadTexts } from './texts-of.ts';

/** Shows a page in its language; called once, by the page's entry. `language`: of the site, null: of the browser. */
export async function mountPage(page: ReactNode, language: string | null = null): Promise<void> {
  reloadAfterUpdate();
  await loadTexts(language);
  const place = document.getElementById('root');
  if (place === null) return;
  createRoot(place).render(
    <FailureScreen>
      {page}
      <Toasts />
    </FailureScreen>,
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

/** What is shown when a part of the page throws, which is a defect: better than a white page. */
class FailureScreen extends Component<{ readonly children: ReactNode }, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children;
    const t = uiTexts();
    return (
      <EmptyState
        title={t.somethingWrong}
        about={t.somethingWrongAbout}
        action={
          <Button look="main" onClick={() => location.reload()}>
            {t.reload}
          </Button>
        }
      />
    );
  }
}
