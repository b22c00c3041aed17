import { beforeAll, expect, it } from 'vitest';
import { describePages } from '#plugins/pages/testing/open-pages.ts';
import { ownServer, type StudioPerson, studioPerson } from '#plugins/studio/testing/studio-bench.ts';
import { greeter } from './testing/greeter.ts';

const typed = 'abcdefghijklmnopqrstuvw';

describePages('a draft that is reloaded while somebody types', (pages) => {
  let person: StudioPerson;
  beforeAll(async () => {
    await ownServer(pages);
    person = await studioPerson(pages);
  });

  it.each([25, 40])('keeps every letter, one each %i ms', async (delay) => {
    const { appId } = await pages.platform.importApp(greeter({ hasEdges: true }), { publish: false });
    const page = await person.open(`/app/${appId}/build?node=greet`, { expected: [/409/] });
    const template = page.getByRole('complementary').locator('.cm-content').first();
    await template.click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type(typed, { delay });
    await page.reload();
    await expect.poll(() => template.textContent()).toContain(typed);
    await page
      .getByRole('status')
      .filter({ hasText: /^Saved$/ })
      .waitFor();
    const draft = await pages.platform.management.request(`/console/api/apps/${appId}/draft`);
    expect(draft.text).toContain(typed);
  });
});
