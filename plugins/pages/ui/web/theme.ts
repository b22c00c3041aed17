export type Theme = 'light' | 'dark' | 'system';

/** theme.script.ts reads it before the page is drawn. */
const KEY = 'weft-theme';

export function currentTheme(): Theme {
  const theme = document.documentElement.dataset.theme;
  return theme === 'light' || theme === 'dark' ? theme : 'system';
}

/** Changes the looks of the page, and remembers it for all pages of this origin. */
export function setTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  try {
    if (theme === 'system') localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, theme);
  } catch {
    // A browser that keeps nothing: it holds until the page is left.
  }
}
