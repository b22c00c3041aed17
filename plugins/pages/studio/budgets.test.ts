import { gzipSync } from 'node:zlib';
import type { Response } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { manyNodes } from '#plugins/drafts/testing/many-nodes.ts';
import { describePages, type Page } from '#plugins/pages/testing/open-pages.ts';
import { ownServer, type StudioPerson, studioPerson } from './testing/studio-bench.ts';

const KIB = 1024;

/** KiB of the scripts an address loads until `show` has come to its end, compressed, and whether React is among them. */
async function scriptsOf(page: Page, address: string, show: () => Promise<void>) {
  const texts: Promise<Buffer>[] = [];
  const note = (response: Response) => {
    if (response.request().resourceType() === 'script') texts.push(response.body());
  };
  page.on('response', note);
  await page.goto(address);
  await show();
  page.off('response', note);
  const loaded = await Promise.all(texts);
  const size = loaded.reduce((sum, body) => sum + gzipSync(body, { level: 9 }).length / KIB, 0);
  const isForDevelopment = loaded.some((body) => body.includes('react.dev/link/'));
  return { size, hasReact: loaded.some((body) => body.includes('react.dev/errors/')), isForDevelopment };
}

describePages('budgets of scripts', (pages) => {
  let person: StudioPerson;
  beforeAll(async () => {
    await ownServer(pages);
    person = await studioPerson(pages);
  });

  it('loads at most 180 KB for the frame of the studio, with React as it is for production', async () => {
    const page = await person.open('about:blank');
    const shell = await scriptsOf(page, new URL('/apps', pages.platform.url).href, () =>
      page.getByRole('heading', { level: 1, name: 'Apps' }).waitFor(),
    );
    expect(shell).toMatchObject({ hasReact: true, isForDevelopment: false });
    expect(shell.size).toBeGreaterThan(60);
    expect(shell.size).toBeLessThanOrEqual(180);
  });

  it('loads at most 376 KB for the editor with the prompt of a model', async () => {
    const { appId } = await pages.platform.importApp(manyNodes(2));
    const page = await person.open('about:blank');
    const address = new URL(`/app/${appId}/build?node=model`, pages.platform.url).href;
    const editor = await scriptsOf(page, address, async () => {
      await page.locator('.cm-content:visible').first().focus();
      await page.keyboard.press('Control+End');
      await page.keyboard.type(' /');
      // What completion brings is loaded too.
      await page.locator('.cm-tooltip-autocomplete').getByRole('option').first().waitFor();
    });
    expect(editor.size).toBeGreaterThan(180);
    expect(editor.size).toBeLessThanOrEqual(376);
  });

  it('loads at most 45 KB for a chat, without React', async () => {
    const { appId } = await pages.app(manyNodes(2));
    const page = await pages.open('about:blank');
    const chat = await scriptsOf(page, new URL(`/chat/${appId}`, pages.platform.url).href, () =>
      page.getByRole('textbox').waitFor(),
    );
    expect(chat).toMatchObject({ hasReact: false });
    expect(chat.size).toBeGreaterThan(20);
    expect(chat.size).toBeLessThanOrEqual(45);
  });
});
