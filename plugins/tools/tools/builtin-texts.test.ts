import { expect, it } from 'vitest';
import { sharedPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';
import { Tools } from './contract.ts';

interface BuiltinTexts {
  readonly providers: Readonly<Record<string, string>>;
  readonly tools: Readonly<Record<string, { readonly label: string; readonly about: string }>>;
}

/** By a name that is put together: what pages are made of is typed in a world of its own. */
async function textsIn(language: string): Promise<BuiltinTexts> {
  return ((await import(`./web/builtin-texts/${language}.ts`)) as { texts: BuiltinTexts }).texts;
}

it('tools that come with the server have a name and a description in each language of the pages', async () => {
  const { kernel } = await sharedPlatform();
  const all = kernel.contributions(Tools).all();
  const tools = [...new Set(all.map(({ provider, name }) => `${provider}/${name}`))].sort();
  const providers = [...new Set(all.map(({ provider }) => provider))].sort();
  expect(tools.length).toBeGreaterThan(40);
  for (const language of ['en', 'de', 'es', 'fr', 'zh']) {
    const texts = await textsIn(language);
    expect(Object.keys(texts.providers).sort(), `web/builtin-texts/${language}.ts`).toEqual(providers);
    if (language === 'en') continue;
    expect(Object.keys(texts.tools).sort(), `web/builtin-texts/${language}.ts`).toEqual(tools);
  }
});
