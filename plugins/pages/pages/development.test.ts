import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { HttpServer, Public, Routes, route } from '#http';
import { definePlugin } from '#kernel';
import { startTestKernel } from '#kernel/testing/test-kernel.ts';
import { Pages } from './contract.ts';
import { describePages } from './testing/open-pages.ts';
import { greetingPage, greetingStyle, pluginFromElsewhere } from './testing/plugin-from-elsewhere.ts';

const name = '</script><b>Ada</b> \u2028 & "Lovelace"';

const host = definePlugin({
  id: 'host',
  needs: { pages: Pages },
  setup({ services: { pages }, contribute }) {
    contribute(
      Routes,
      route({
        id: 'host.hello',
        method: 'GET',
        path: '/hello',
        access: Public,
        summary: 'A page',
        handle: () => pages.render('elsewhere/hello', { title: name, language: 'en', data: { name } }),
      }),
    );
  },
});

describePages('a page under development', (pages) => {
  it('shows its data as text, and itself again when a source has changed, while the server stays', async () => {
    const { folder, url } = await pluginFromElsewhere({
      'hello.page.tsx': greetingPage('Hello'),
      'hello.module.css': greetingStyle,
    });
    const kernel = await startTestKernel({
      plugins: ['http', 'plugins/pages/pages', 'plugins/pages/ui'],
      extra: [host],
      env: { PORT: '0', HOST: '127.0.0.1', WEFT_PAGES_WATCH: 'true', WEFT_PLUGINS: '' },
    });
    onTestFinished(() => kernel.dispose());
    await kernel.load(url);
    // A plugin that was loaded later is not watched yet: those of the configuration are.
    await kernel.reload('pages');
    const page = await pages.open(`${kernel.resolve(HttpServer).address()}/hello`, {
      // While it is built, and while the server is set up anew.
      expected: [/503/, /ERR_/, /style\.css/],
    });
    const heading = page.locator('h1', { hasText: ',' });
    await heading.waitFor({ timeout: 60_000 });
    expect(await heading.textContent()).toBe(`Hello, ${name}`);
    expect(await page.title()).toContain('</script><b>Ada</b>');
    await page.getByRole('button').click();
    await expect.poll(() => page.getByRole('button').innerText()).toBe('pressed 1');

    await Promise.all([
      writeFile(join(folder, 'web', 'hello.page.tsx'), greetingPage('Good morning')),
      writeFile(join(folder, 'web', 'hello.module.css'), '.hello { color: rgb(1, 2, 3) }\n'),
    ]);
    await expect.poll(() => heading.innerText(), { timeout: 90_000 }).toContain('Good morning');
    expect(await page.getByRole('button').innerText()).toBe('pressed 0');
    const colour = () => page.evaluate('getComputedStyle(document.querySelector("main")).color');
    await expect.poll(colour, { timeout: 90_000 }).toBe('rgb(1, 2, 3)');
    expect(await pages.violations(page)).toEqual([]);
  }, 180_000);
});
