import { type Browser, chromium } from 'playwright-core';
import { findProgram } from './find-program.ts';

export type { Browser, Page } from 'playwright-core';

/** Where Chromium is; without it tests are left out, and it is said what. */
export function findBrowser(leftOut: string): string | null {
  return findProgram(['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'], leftOut);
}

/** Starts it. */
export function launchBrowser(program: string | null): Promise<Browser> {
  return chromium.launch({ executablePath: program ?? '', args: ['--no-sandbox', '--disable-dev-shm-usage'] });
}
