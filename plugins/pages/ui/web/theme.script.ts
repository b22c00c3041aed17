// Before the page is drawn: who has chosen dark sees no flash of light.
try {
  const theme = localStorage.getItem('weft-theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // A browser that keeps nothing.
}

export {};
