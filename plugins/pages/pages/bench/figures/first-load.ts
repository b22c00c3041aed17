import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { PageFigure, PageRow } from '#plugins/pages/bench/page-figure.ts';
import { buildPages } from '#plugins/pages/build/build-pages.ts';
import { readBuild } from '#plugins/pages/built-pages.ts';

const KIB = 1024;

/** What a browser loads before the page works: exact, of the build of these sources. */
export const firstLoad: PageFigure = {
  name: 'first-load',
  async measure() {
    const { folder, manifest } = await readBuild(await buildPages());
    const compressed = async (names: readonly string[]) => {
      const sizes = await Promise.all(
        names.map(async (name) => gzipSync(await readFile(join(folder, name)), { level: 9 }).length),
      );
      return sizes.reduce((sum, size) => sum + size, 0) / KIB;
    };
    const theme = manifest.scripts['ui/theme'] ?? '';
    const rows: PageRow[] = [];
    for (const [id, limit] of [
      ['web-app/chat', 45],
      ['web-app/workflow', undefined],
    ] as const) {
      const page = manifest.pages[id];
      if (page === undefined) continue;
      const scripts = await compressed([theme, ...page.imports, page.script]);
      rows.push({ what: `${id}, scripts`, value: scripts, unit: 'KB gz', ...(limit !== undefined && { limit }) });
      rows.push({ what: `${id}, styles`, value: await compressed(page.styles), unit: 'KB gz' });
    }
    const embed = manifest.scripts['web-app/embed'];
    if (embed !== undefined)
      rows.push({ what: 'embed.min.js', value: await compressed([embed]), unit: 'KB gz', limit: 4 });
    return rows;
  },
};
