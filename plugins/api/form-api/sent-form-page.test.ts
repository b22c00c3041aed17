import { afterAll, beforeAll, expect, it } from 'vitest';
import { sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';
import { pageTexts } from './page-texts.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await sharedPlatform();
});
afterAll(() => platform.dispose());

it('says how a form is answered in the language of the browser', async () => {
  for (const [wanted, language] of [
    ['zh-CN,zh;q=0.9', 'zh'],
    ['fr', 'fr'],
    ['pl', 'en'],
  ] as const) {
    const answer = await fetch(`${platform.url}/form`, { headers: { 'accept-language': wanted } });
    const text = await answer.text();
    expect(text).toContain(`<html lang="${language}">`);
    expect(text).toContain(`<h1>${pageTexts[language].title}</h1>`);
  }
});
