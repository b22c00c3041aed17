import { expect, it } from 'vitest';
import { describePages, phone } from '#plugins/pages/testing/open-pages.ts';
import { typeInto } from '#plugins/pages/testing/type-into.ts';

describePages('the page where embeds are tried', (pages) => {
  it('makes the snippets of what is in the form, and the chat beside them', async () => {
    const page = await pages.open('/docs/embed');
    const snippet = page.locator('pre').first();
    expect(await snippet.textContent()).toContain(`"baseUrl": "${pages.platform.url}"`);
    expect(await page.locator('button.bubble').count()).toBe(0);
    await typeInto(page.getByLabel('App token'), ' web-</script>" ');
    await typeInto(page.getByLabel('Width'), '360');
    await typeInto(page.getByLabel('Colour'), '#0a7f5a');
    await page.getByLabel('Position').selectOption('bottom-left');
    await typeInto(page.getByLabel('Inputs'), '{"plan": "pro"}');
    const bubble = page.locator('button.bubble');
    await bubble.waitFor();
    const script = (await snippet.textContent()) ?? '';
    expect(script).not.toContain('web-</script>');
    const [, config = ''] = /serviceChatbotConfig = (\{.*\});/s.exec(script) ?? [];
    expect(JSON.parse(config)).toEqual({
      token: 'web-</script>"',
      baseUrl: pages.platform.url,
      position: 'bottom-left',
      size: { width: 360 },
      color: '#0a7f5a',
      inputs: { plan: 'pro' },
    });
    await page.getByRole('tab', { name: 'no inline script' }).click();
    await expect.poll(() => snippet.textContent()).toContain('data-token="web-&lt;/script>&quot;"');
    expect(await snippet.textContent()).toContain('data-size="360x640"');
    await page.getByRole('tab', { name: 'Frame' }).click();
    await expect
      .poll(() => snippet.textContent())
      .toContain(`${pages.platform.url}/chatbot/web-%3C%2Fscript%3E%22?embed=true`);
    expect((await bubble.boundingBox())?.x).toBe(20);
    expect(await pages.violations(page)).toEqual([]);
  });

  it('refuses a key, and inputs that are none', async () => {
    const page = await pages.open('/docs/embed?token=app-secret');
    await page.getByText('It must never stand in a page').waitFor();
    await typeInto(page.getByLabel('Inputs'), '{plan: pro}');
    await page.getByText('Write a JSON object').waitFor();
    await page.waitForTimeout(600);
    expect(await page.locator('button.bubble').count()).toBe(0);
  });

  it('shows what the chat says, on a phone too', async () => {
    const page = await pages.open('/docs/embed?token=web-unknown', { ...phone, expected: [/404/] });
    await page.locator('button.bubble').click();
    await page.locator('iframe').contentFrame().getByText('This chat is not available').waitFor();
    await page.locator('iframe').contentFrame().getByRole('button', { name: 'Close' }).click();
    const events = page.locator('ol li');
    await expect
      .poll(() => events.allTextContents())
      .toEqual(['opened ', 'ready ', 'error {"code":"embed_token_unknown"}', 'closed ']);
    expect(await pages.violations(page)).toEqual([]);
  });
});
