import { afterAll, beforeAll, expect, it } from 'vitest';
import { describePages, phone } from '#plugins/pages/testing/open-pages.ts';
import { type FakeOpenAi, startFakeOpenAi } from '#plugins/provider-openai/testing/fake-openai.ts';
import { ownServer, type StudioPerson, studioPerson } from '#plugins/studio/testing/studio-bench.ts';

describePages('models in the studio', (pages) => {
  let admin: StudioPerson;
  let openai: FakeOpenAi;
  beforeAll(async () => {
    await ownServer(pages);
    [admin, openai] = await Promise.all([studioPerson(pages), startFakeOpenAi()]);
  });
  afterAll(() => openai[Symbol.asyncDispose]());

  it('sets a provider up: a wrong key is told, the right one is kept, and a model of it becomes the default', async () => {
    const page = await admin.open('/models?q=openai', { expected: [/400/] });
    await page.getByRole('link', { name: 'OpenAI', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'OpenAI' }).waitFor();
    expect(await pages.violations(page)).toEqual([]);
  });

  it('shows editors which models there are, and lets them change none', async () => {
    const editor = await studioPerson(pages, 'editor');
    const page = await editor.open('/models', phone);
    await page.getByText('Owners and admins set up providers.').waitFor();
    expect(await pages.violations(page)).toEqual([]);
    await page.goto(new URL('/models/defaults', pages.platform.url).href);
    expect(await page.getByLabel('Language model').isDisabled()).toBe(true);
  });
});
