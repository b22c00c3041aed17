/**
 * Pictures of every page and state, to be looked at: three widths, light and dark.
 *
 *     npm run screenshots                      into data/screenshots
 *     npm run screenshots -- FOLDER
 *     npm run screenshots -- FOLDER --only chat   those whose name begins so (may be repeated)
 *
 * What there is to see stands in `testing/screens.ts` of plugins.
 */
import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { pluginFiles } from '#kernel/testing/plugin-files.ts';
import type { Screen } from '#plugins/pages/testing/screen.ts';
import { openPageBench, type PageBench } from './page-bench.ts';

const widths = [390, 820, 1360] as const;
const schemes = ['light', 'dark'] as const;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { only: { type: 'string', multiple: true, default: [] } },
});
const folder = resolve(positionals[0] ?? 'data/screenshots');

const modules = await Promise.all(
  pluginFiles('testing/screens.ts').map(
    ({ url }) => import(url.href) as Promise<{ readonly screens: readonly Screen[] }>,
  ),
);
const screens = modules
  .flatMap((module) => module.screens)
  .filter(({ name }) => values.only.length === 0 || values.only.some((start) => name.startsWith(start)));

/** Takes one picture; what can't be reached is told, and the rest goes on. */
async function take(
  bench: PageBench,
  screen: Screen,
  width: number,
  colorScheme: 'light' | 'dark',
): Promise<string | null> {
  const height = width === 390 ? 844 : width === 820 ? 1180 : 800;
  const isPhone = width === 390;
  const context = await bench.browser.newContext({
    ...{ viewport: { width, height }, colorScheme, locale: screen.locale ?? 'en-US', reducedMotion: 'reduce' },
    ...{ hasTouch: isPhone, isMobile: isPhone, deviceScaleFactor: isPhone ? 2 : 1 },
  });
  context.setDefaultTimeout(15_000);
  try {
    const page = await context.newPage();
    await screen.show({ ...bench, page, prepared });
    await page.waitForTimeout(400);
    await page.screenshot({ path: join(folder, `${screen.name}-${width}-${colorScheme}.png`) });
    return null;
  } catch (error) {
    return `${screen.name} at ${width}, ${colorScheme}: ${error instanceof Error ? (error.message.split('\n')[0] ?? '') : error}`;
  } finally {
    await context.close();
  }
}

/** Apps and runs that several pictures show are made once. */
const made = new Map<string, Promise<unknown>>();
function prepared<Value>(key: string, make: () => Promise<Value>): Promise<Value> {
  const before = made.get(key) ?? make();
  made.set(key, before);
  return before as Promise<Value>;
}

await mkdir(folder, { recursive: true });
const bench = await openPageBench();
const failures: string[] = [];
let taken = 0;
try {
  for (const screen of screens) {
    for (const width of screen.widths ?? widths) {
      for (const scheme of schemes) {
        const failure = await take(bench, screen, width, scheme);
        if (failure === null) taken++;
        else failures.push(failure);
      }
    }
  }
} finally {
  await bench.close();
}
process.stdout.write(`${taken} pictures in ${folder}\n`);
if (failures.length > 0) process.stderr.write(`Could not be shown:\n  ${failures.join('\n  ')}\n`);
if (failures.length > 0) process.exitCode = 1;
