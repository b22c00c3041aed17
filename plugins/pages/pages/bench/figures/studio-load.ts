import { manyNodes } from '#plugins/drafts/testing/many-nodes.ts';
import { median } from '#plugins/pages/bench/page-clock.ts';
import type { PageFigure } from '#plugins/pages/bench/page-figure.ts';
import { visitStudio } from '#plugins/pages/bench/studio-bench.ts';

const ROUNDS = 5;

/** What the studio loads before it shows something, and before the prompt of a model can be written. */
export const studioLoad: PageFigure = {
  name: 'studio-load',
  async measure(bench) {
    const times: number[] = [];
    let requests: readonly string[] = [];
    let shell = 0;
    for (let round = 0; round <= ROUNDS; round++) {
      const visit = await visitStudio(bench, '/apps');
      await visit.page.getByRole('heading', { level: 1, name: 'Apps' }).waitFor();
      const spent = await visit.clock.read();
      requests = [...visit.requests];
      shell = await visit.size();
      await visit.close();
      // The server's first answer is not its usual one.
      if (round > 0) times.push(spent);
    }
    const calls = requests.filter((address) => new URL(address).pathname.startsWith('/console/api/')).length;

    const id = await bench.app(manyNodes(2));
    const editor = await visitStudio(bench, `/app/${id}/build?node=model`);
    await editor.page.locator('.cm-content:visible').first().waitFor();
    await editor.page.waitForTimeout(1_000);
    // What completion brings is loaded too.
    await editor.page.locator('.cm-content:visible').first().focus();
    await editor.page.keyboard.press('Control+End');
    await editor.page.keyboard.type(' /');
    await editor.page.locator('.cm-tooltip-autocomplete [role=option]').first().waitFor();
    const size = await editor.size();
    await editor.close();
    return [
      { what: 'the studio, scripts and styles until content', value: shell, unit: 'KB gz', limit: 180 },
      { what: 'files it asks for until then', value: requests.length - calls, unit: '' },
      { what: 'calls it makes until then', value: calls, unit: '' },
      { what: 'its main thread until then', value: median(times), unit: 'ms', limit: 150 },
      { what: 'with the editor and the prompt of a model', value: size, unit: 'KB gz', limit: 390 },
    ];
  },
};
