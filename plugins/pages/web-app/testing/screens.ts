import { existsSync } from 'node:fs';
import type { Screen } from '#plugins/pages/testing/screen.ts';
import { shellScreens } from './shell-screens.ts';

/** Of a part of the web app, as soon as it has any. */
async function screensOf(name: string): Promise<readonly Screen[]> {
  const file = new URL(`./${name}-screens.ts`, import.meta.url);
  if (!existsSync(file)) return [];
  const module = (await import(file.href)) as Readonly<Record<string, readonly Screen[]>>;
  return module[`${name}Screens`] ?? [];
}

/** For `npm run screenshots`. */
export const screens: readonly Screen[] = [
  ...shellScreens,
  ...(await screensOf('chat')),
  ...(await screensOf('workflow')),
  ...(await screensOf('embed')),
];
