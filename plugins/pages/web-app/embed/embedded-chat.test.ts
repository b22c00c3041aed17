import { createHmac } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Browser, findBrowser } from '#plugins/delivery-api/testing/browser.ts';
import { countingChat } from '#plugins/delivery-api/testing/documents.ts';
import { sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';
import { type Page, pagesAreBuilt } from '#plugins/pages/testing/open-pages.ts';
import { typeInto } from '#plugins/pages/testing/type-into.ts';
import {
  type BrowserContext,
  type FrameLocator,
  type HostSite,
  hostPage,
  launchForHosts,
  launchWithSettings,
  startHostSite,
} from '#plugins/web-app/testing/host-site.ts';

const program = findBrowser('chats in pages of other sites');

interface Embedded {
  readonly appId: string;
  readonly token: string;
}

describe.skipIf(program === null)('a chat in the page of another site', () => {
  let platform: TestPlatform;
  let site: HostSite;
  let browser: Browser;
  let app: Embedded;
  const others: BrowserContext[] = [];

  beforeAll(async () => {
    platform = await sharedPlatform();
    [site, browser] = await Promise.all([
      startHostSite(platform.url),
      launchForHosts('chats'),
      pagesAreBuilt(platform.url),
    ]);
  });
  afterAll(async () => {
    await Promise.all([browser?.close(), site?.close()]);
  });
  beforeEach(async () => {
    app = await embedded();
  });
  afterEach(async () => {
    await Promise.all([...browser.contexts(), ...others.splice(0)].map((context) => context.close()));
  });

  const path = ({ appId }: Embedded) => `/console/api/apps/${appId}/site`;
  const set = async (which: Embedded, values: object) => {
    const answer = await platform.management.request(path(which), { method: 'PATCH', body: values });
    if (answer.status !== 200) throw new Error(answer.text);
    return answer.body as { embed_token: string; iframe: string; script: string };
  };
  /** An app that may be embedded by the site. */
  async function embedded(values: object = {}): Promise<Embedded> {
    const { appId } = await platform.importApp(countingChat());
    const made = await set({ appId, token: '' }, { embed_enabled: true, embed_origins: [site.origin()], ...values });
    return { appId, token: made.embed_token };
  }
  async function open(
    config: unknown,
    options: { readonly name?: string; readonly in?: BrowserContext; readonly more?: string } = {},
  ) {
    const configs =
      config === undefined
        ? undefined
        : [config].flat().map((each) => ({ inputs: { plant: 'fern' }, ...(each as object) }));
    hostPage(site, platform.url, configs, options.more);
    const context = options.in ?? (await browser.newContext({ ignoreHTTPSErrors: true, locale: 'en-US' }));
    const page = await context.newPage();
    page.setDefaultTimeout(20_000);
    await page.goto(`${site.origin(options.name)}/`);
    return page;
  }
  const frame = (page: Page, at = 0) => page.locator('iframe').nth(at).contentFrame();
  const bubble = (page: Page) => page.locator('button.bubble');
  const listen = (page: Page) =>
    page.evaluate(`window.said = []; for (const name of ['message','answer-finished','error'])
      serviceChatbot.on(name, (detail) => said.push([name, detail.code ?? '']))`);
  const said = (page: Page) => page.evaluate('said') as Promise<readonly string[][]>;
  const ask = async (chat: FrameLocator, text: string) => {
    await typeInto(chat.getByRole('textbox', { name: 'Message' }), text);
    await chat.getByRole('textbox', { name: 'Message' }).press('Enter');
  };
  const answered = (chat: FrameLocator, text: string) => chat.getByText(text).first().waitFor();

  /** What the chat shows, with its list of conversations. */
  const withConversations = async (chat: FrameLocator) => {
    const button = chat.getByRole('button', { name: 'Show conversations' });
    await button.click({ timeout: 500 }).catch(() => {});
    return chat.locator('body').textContent();
  };

  const chosen = async (preferences: object) => {
    const context = await launchWithSettings(preferences);
    others.push(context);
    return context;
  };

  it.each([
    ['third-party cookies are blocked', { profile: { cookie_controls_mode: 1, block_third_party_cookies: true } }],
    ['nothing may be stored', { profile: { default_content_setting_values: { cookies: 2 } } }],
  ])('works where %s', async (_, preferences) => {
    const page = await open({ token: app.token }, { in: await chosen(preferences) });
    await listen(page);
    await bubble(page).click();
    await ask(frame(page), 'Hello');
    await answered(frame(page), 'Turn 1 (1) about fern');
    await expect
      .poll(() => said(page))
      .toEqual([
        ['message', ''],
        ['answer-finished', ''],
      ]);
    await page.evaluate('serviceChatbot.send("Once more")');
    await answered(frame(page), 'Turn 2');
  });

  it('keeps two apps apart', async () => {
    const second = await embedded();
    const page = await open([{ token: app.token }, { token: second.appId, name: 'second', position: 'bottom-left' }]);
    await page.evaluate('serviceChatbot.send("to the first"); serviceChatbot.get("second").send("to the second")');
    await page.evaluate('serviceChatbot.open(); serviceChatbot.get("second").open()');
    for (const at of [0, 1]) await answered(frame(page, at), 'Turn 1 (1) about fern');
    const texts = await Promise.all([0, 1].map((at) => frame(page, at).locator('body').textContent()));
    const heard = texts.map((text) => [text?.includes('to the first'), text?.includes('to the second')]);
    expect(heard.map((each) => each.filter(Boolean).length)).toEqual([1, 1]);
  });

  it('comes through a slow network', async () => {
    const page = await open({ token: app.token });
    await page.context().route(`${platform.url}/**`, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 600));
      await route.continue();
    });
    await bubble(page).click();
    await expect.poll(() => page.locator('.spin').isVisible()).toBe(true);
    await ask(frame(page), 'Slowly');
    await answered(frame(page), 'Turn 1 (1) about fern');
  });

  it('knows its visitor again after a reload, where the browser keeps what frames store', async () => {
    const page = await open({ token: app.token }, { in: await chosen({ profile: { cookie_controls_mode: 0 } }) });
    await bubble(page).click();
    await ask(frame(page), 'Remember me');
    await answered(frame(page), 'Turn 1 (1) about fern');
    await page.reload();
    await bubble(page).click();
    await answered(frame(page), 'Turn 1 (1) about fern');
    await ask(frame(page), 'And now?');
    await answered(frame(page), 'Turn 2');
    expect(await withConversations(frame(page))).toContain('Remember me');
  });

  it('goes on with the conversation on the next page of the site, each tab with its own, and begins anew when asked', async () => {
    const context = await chosen({ profile: { cookie_controls_mode: 0 } });
    const page = await open({ token: app.token }, { in: context });
    await bubble(page).press('Enter');
    await ask(frame(page), 'Where is my order?');
    await answered(frame(page), 'Turn 1 (1) about fern');
    const other = await context.newPage();
    await other.goto(`${site.origin()}/`);
    await bubble(other).press('Enter');
    await answered(frame(other), 'Turn 1 (1) about fern');
    await frame(other).getByRole('button', { name: 'New conversation' }).press('Enter');
    await ask(frame(other), 'Do you ship to Norway?');
    await expect.poll(() => frame(other).getByText('Do you ship to Norway?').first().isVisible()).toBe(true);
    await page.goto(`${site.origin()}/?page=2`);
    await bubble(page).press('Enter');
    await frame(page).getByText('Where is my order?').first().waitFor();
    // What was begun anew is anew on the next page too.
    await frame(page).getByRole('button', { name: 'New conversation' }).press('Enter');
    await page.goto(`${site.origin()}/?page=3`);
    await bubble(page).press('Enter');
    await frame(page).getByRole('textbox', { name: 'Message' }).waitFor();
    expect(await frame(page).locator('article').count()).toBe(0);
    await expect.poll(() => withConversations(frame(page))).toContain('Where is my order?');
    // No tab of its own would know the visitor of a frame.
    expect(await frame(page).getByRole('dialog').getByRole('link').count()).toBe(0);
  });

  it('is found again the next day, and deleted for good', async () => {
    const page = await open({ token: app.token }, { in: await chosen({ profile: { cookie_controls_mode: 0 } }) });
    await bubble(page).press('Enter');
    await ask(frame(page), 'Where is my order?');
    await answered(frame(page), 'Turn 1 (1) about fern');
    await page.clock.setFixedTime(new Date(Date.now() + 40 * 3_600_000));
    await page.goto(`${site.origin()}/?page=2`);
    await bubble(page).press('Enter');
    await answered(frame(page), 'Turn 1 (1) about fern');
    await ask(frame(page), 'It has come.');
    await answered(frame(page), 'Turn 2');
    await frame(page).getByRole('button', { name: 'Show conversations' }).press('Enter');
    const panel = frame(page).getByRole('dialog');
    await panel.getByRole('button', { name: /^Actions for/ }).press('Enter');
    await panel.getByRole('menuitem', { name: 'Delete' }).filter({ visible: true }).press('Enter');
    await expect.poll(() => frame(page).locator('article').count()).toBe(0);
    // Leaving ends the time to take it back.
    await expect
      .poll(async () => {
        await page.goto(`${site.origin()}/?page=3`);
        await bubble(page).press('Enter');
        await frame(page).getByRole('textbox', { name: 'Message' }).waitFor();
        return withConversations(frame(page));
      })
      .toContain('No conversations yet');
  });

  it('attack T16: shows nothing of a visitor to the one whom the site names next', async () => {
    const { body } = await platform.management.request(`${path(app)}/visitor-secret`, { method: 'POST' });
    const { secret } = body as { secret: string };
    const sign = (id: string) => JSON.stringify(`${id}.${createHmac('sha256', secret).update(id).digest('hex')}`);
    const page = await open({ token: app.token });
    await page.evaluate('serviceChatbot.open(); serviceChatbot.send("my secret fern")');
    await answered(frame(page), 'Turn 1 (1) about fern');
    await page.evaluate(`serviceChatbot.identify(${sign('customer.1')})`);
    await expect.poll(() => frame(page).locator('article').count()).toBe(0);
    await ask(frame(page), 'Who am I?');
    await answered(frame(page), 'Turn 1 (1) about fern');
    expect(await withConversations(frame(page))).not.toContain('my secret fern');
  });

  it('is the same visitor on another device where the site has signed who it is', async () => {
    const { body } = await platform.management.request(`${path(app)}/visitor-secret`, { method: 'POST' });
    const { secret } = body as { secret: string };
    const sign = (id: string, key = secret) => `${id}.${createHmac('sha256', key).update(id).digest('hex')}`;
    const first = await open({ token: app.token, visitor: sign('customer.17') });
    await first.evaluate('serviceChatbot.open(); serviceChatbot.send("remember the sea")');
    await answered(frame(first), 'Turn 1 (1) about fern');
    const second = await open({ token: app.token });
    await second.evaluate('serviceChatbot.open()');
    await frame(second).getByRole('textbox', { name: 'Message' }).waitFor();
    await second.evaluate(`serviceChatbot.identify(${JSON.stringify(sign('customer.17'))})`);
    await expect.poll(() => withConversations(frame(second))).toContain('remember the sea');
    const forged = await open({ token: app.token, visitor: sign('customer.17', 'guessed') });
    await listen(forged);
    await forged.evaluate('serviceChatbot.open()');
    await expect.poll(() => said(forged)).toEqual([['error', 'visitor_not_signed']]);
  });

  describe('says calmly, in the frame, that', () => {
    it.each<[string, object, string, string]>([
      ['embedding is off', { embed_enabled: false }, 'This chat is not available', 'embed_off'],
      [
        'the site is not allowed',
        { embed_origins: ['https://else.example'] },
        'does not belong to this site',
        'origin_not_allowed',
      ],
    ])('%s', async (_, values, sentence, code) => {
      await set(app, values);
      const page = await open({ token: app.token });
      await listen(page);
      await bubble(page).click();
      await frame(page).getByText(sentence).waitFor();
      await expect.poll(() => said(page)).toEqual([['error', code]]);
      expect(await page.getByRole('button', { name: 'Try again' }).isVisible()).toBe(false);
    });

    it('the app is paused', async () => {
      await platform.management.request(`/console/api/apps/${app.appId}`, {
        method: 'PATCH',
        body: { status: 'paused' },
      });
      const page = await open({ token: app.token });
      await bubble(page).click();
      await frame(page).getByText('This app is paused').waitFor();
    });

    it.each(['web-unknown', 'nothing', 'rotated'])('there is no chat: %s token', async (given) => {
      const token = given === 'rotated' ? app.token : given;
      await platform.management.request(`${path(app)}/embed-token`, { method: 'POST' });
      const page = await open({ token });
      await listen(page);
      await bubble(page).click();
      await frame(page).getByText('This chat is not available').waitFor();
      await expect.poll(() => said(page)).toEqual([['error', 'embed_token_unknown']]);
    });

    it('it is over, to who was there when the token was made anew', async () => {
      const page = await open({ token: app.token });
      await bubble(page).click();
      await ask(frame(page), 'Hello');
      await answered(frame(page), 'Turn 1 (1) about fern');
      await platform.management.request(`${path(app)}/embed-token`, { method: 'POST' });
      await ask(frame(page), 'Still there?');
      await frame(page).getByText('This chat is not available').waitFor();
    });
  });

  describe('attack T16: a page of another site', () => {
    const policyOf = async (address: string) => {
      const answer = await fetch(`${platform.url}${address}`);
      return /frame-ancestors ([^;]*)/.exec(answer.headers.get('content-security-policy') ?? '')?.[1];
    };

    it('is kept out by the browser where nothing tells the server who asks', async () => {
      const address = `${platform.url}/chatbot/${app.appId}?embed=true`;
      const plain = `<iframe src="${address}" referrerpolicy="no-referrer" width="400" height="600"></iframe>`;
      const allowed = await open(undefined, { more: plain });
      await frame(allowed).getByRole('textbox', { name: 'Message' }).waitFor();
      const other = await open(undefined, { more: plain, name: 'other.example' });
      await other.waitForTimeout(1_500);
      expect(await frame(other).getByRole('textbox').count()).toBe(0);
      expect(other.frames()[1]?.url()).toMatch(/^chrome-error:/);
    });

    it('frames nothing but what the app’s owner allows it', async () => {
      expect(await policyOf(`/chat/${app.appId}`)).toBe("'none'");
      expect(await policyOf(`/chatbot/${app.appId}`)).toBe(`'self' ${site.origin()}`);
      expect(await policyOf(`/chatbot/${app.token}`)).toBe(`'self' ${site.origin()}`);
      await set(app, { embed_origins: [] });
      expect(await policyOf(`/chatbot/${app.appId}`)).toBe("'self'");
      expect(await policyOf('/docs/embed')).toBe("'none'");
    });

    it('gets a visit by the token only where it is allowed, and with it no other app', async () => {
      const visit = (origin: string, body: object) =>
        fetch(`${platform.url}/web/api/visit`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', origin },
          body: JSON.stringify(body),
        });
      const good = await visit(site.origin(), { embed_token: app.token });
      expect(good.status).toBe(200);
      expect(good.headers.get('access-control-allow-origin')).toBe(site.origin());
      const second = await embedded();
      for (const [origin, body, code] of [
        [site.origin('evil.example'), { embed_token: app.token }, 'origin_not_allowed'],
        [site.origin(), { app_id: app.appId, embedded: true }, 'origin_not_allowed'],
        [site.origin(), { embed_token: app.token, app_id: second.appId }, 'embed_token_unknown'],
        [
          platform.url,
          { embed_token: app.token, embedded: true, parent_origin: 'https://evil.example' },
          'origin_not_allowed',
        ],
      ] as const) {
        const answer = await visit(origin, body);
        expect([answer.status >= 400, ((await answer.json()) as { code: string }).code]).toEqual([true, code]);
      }
    });
  });
});
