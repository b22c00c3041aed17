import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Browser, findBrowser } from '#plugins/delivery-api/testing/browser.ts';
import type { Page } from '#plugins/pages/testing/open-pages.ts';
import {
  type HostSite,
  hostPage,
  launchForHosts,
  startHostSite,
  strictPolicy,
  violationsOf,
} from '#plugins/web-app/testing/host-site.ts';
import { type StubChat, startStubChat } from '#plugins/web-app/testing/stub-chat.ts';

const program = findBrowser('the embed script');
const PHONE = { width: 390, height: 800 };

describe.skipIf(program === null)('the embed script on the page of a site', () => {
  let chat: StubChat;
  let site: HostSite;
  let browser: Browser;
  const complaints: string[] = [];

  beforeAll(async () => {
    chat = await startStubChat();
    site = await startHostSite(chat.url);
    browser = await launchForHosts('the embed script');
  });
  afterAll(async () => {
    await Promise.all([browser?.close(), site?.close(), chat?.close()]);
  });
  beforeEach(() => {
    site.policy = strictPolicy(chat.url);
    Object.assign(chat, { origins: [site.origin()], fault: null });
    chat.asked.length = chat.referrers.length = complaints.length = 0;
  });
  afterEach(async () => {
    await Promise.all(browser.contexts().map((context) => context.close()));
  });

  async function open(config: unknown, options: { readonly more?: string; readonly phone?: boolean } = {}) {
    hostPage(site, chat.url, config, options.more);
    const context = await browser.newContext({
      ignoreHTTPSErrors: true,
      viewport: options.phone ? PHONE : { width: 1280, height: 800 },
    });
    const page = await context.newPage();
    page.setDefaultTimeout(20_000);
    page.on('console', (message) => complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(error.message));
    await page.goto(`${site.origin()}/`);
    return page;
  }
  const bubble = (page: Page) => page.locator('button.bubble');
  const panel = (page: Page) => page.locator('.panel');
  const inside = (page: Page, at = 0) => page.locator('iframe').nth(at).contentFrame();
  const isReady = (page: Page, at = 0) => expect.poll(() => inFrame(page, 'window.wishes != null', at)).toBe(true);
  const inFrame = (page: Page, code: string, at = 0) =>
    inside(page, at)
      .locator('html')
      .evaluate((_, text) => JSON.parse(JSON.stringify(new Function(`return ${text}`)() ?? null)), code);
  /** What the chat said until now, by `on`. */
  const listen = (page: Page, call = '') =>
    page.evaluate(`window.said = []; for (const name of ['ready','opened','closed','message','answer-finished','error'])
      serviceChatbot${call}.on(name, (detail) => said.push([name, detail]))`);
  const said = (page: Page) => page.evaluate('said') as Promise<[string, Record<string, unknown>][]>;
  const activeTag = (page: Page) => page.evaluate('document.activeElement.id || document.activeElement.tagName');

  it('is at most 4 KB', async () => {
    const script = await fetch(`${chat.url}/embed.min.js`).then((answer) => answer.arrayBuffer());
    expect(gzipSync(Buffer.from(script), { level: 9 }).length).toBeLessThanOrEqual(4096);
  });

  it('loads nothing but itself until somebody comes near, under a strict policy, and leaves one name', async () => {
    const page = await open({ token: 'web-abc', baseUrl: `${chat.url}/v1` });
    await bubble(page).waitFor();
    await page.waitForTimeout(300);
    expect(chat.asked).toEqual(['/embed.min.js']);
    expect(await page.locator('iframe').count()).toBe(0);
    const added = await page.evaluate('Object.keys(window).filter((key) => !keysBefore.includes(key)).sort()');
    expect(added).toEqual(['keysBefore', 'serviceChatbot', 'serviceChatbotConfig']);
    await bubble(page).hover();
    await expect.poll(() => chat.asked).toContain('/chatbot/web-abc?embed=true');
    expect(await panel(page).isVisible()).toBe(false);
    await isReady(page);
    expect(chat.referrers).toEqual([`${site.origin()}/`]);
    expect(await page.locator('iframe').getAttribute('allow')).toBe('microphone; clipboard-write');
    await bubble(page).click();
    await expect.poll(() => panel(page).isVisible()).toBe(true);
    expect(await inside(page).getByText('Stub').isVisible()).toBe(true);
    expect(complaints).toEqual([]);
  });

  it('looks the same whatever the page says of its own elements', async () => {
    const page = await open({ token: 'web-abc', color: '#ffdd00', icon: '?', position: 'top-left', size: '300x400' });
    const boxes = async () => [await bubble(page).boundingBox(), await panel(page).boundingBox()];
    const before = await boxes();
    const small = { x: 20, y: 20, width: 56, height: 56 };
    const large = { x: 20, y: 88, width: 300, height: 400 };
    expect(before).toEqual([small, large]);
    expect(await bubble(page).textContent()).toBe('?');
    const look = () =>
      page.evaluate(`{ const button = document.querySelector('body > div').shadowRoot.querySelector('.bubble');
        const { color, backgroundColor, fontSize } = getComputedStyle(button); ({ color, backgroundColor, fontSize }) }`);
    const looks = await look();
    expect(looks).toMatchObject({ color: 'rgb(0, 0, 0)', backgroundColor: 'rgb(255, 221, 0)' });
    await page.evaluate(`{ const sheet = new CSSStyleSheet();
      sheet.replaceSync('*, div { display: none !important; position: static !important; font-size: 60px !important; transform: rotate(9deg) !important; color: red !important; opacity: 0 !important } :root { zoom: 1; font-size: 40px; direction: rtl }');
      document.adoptedStyleSheets = [sheet]; document.documentElement.style.setProperty('display', 'block', 'important'); document.body.style.setProperty('display', 'block', 'important');
      for (const each of [document.documentElement, document.body]) for (const [name, value] of [['opacity', '1'], ['transform', 'none']]) each.style.setProperty(name, value, 'important') }`);
    expect(await boxes()).toEqual(before);
    expect(await look()).toEqual(looks);
  });

  it('opens by keyboard, closes by Escape from within and without, and gives the focus back', async () => {
    const page = await open({ token: 'web-abc' });
    await bubble(page).focus();
    await page.keyboard.press('Enter');
    await isReady(page);
    await expect.poll(() => inFrame(page, 'document.activeElement.tagName')).toBe('INPUT');
    expect(await bubble(page).getAttribute('aria-expanded')).toBe('true');
    expect(await bubble(page).getAttribute('aria-label')).toBe('Close');
    await page.keyboard.type('typed within');
    await expect.poll(() => inFrame(page, 'document.querySelector("input").value')).toBe('typed within');
    await page.keyboard.press('Escape');
    await expect.poll(() => panel(page).isVisible()).toBe(false);
    expect(await bubble(page).evaluate((button) => button.matches(':focus'))).toBe(true);
    await page.locator('#own').focus();
    await page.evaluate('serviceChatbot.open()');
    await expect.poll(() => activeTag(page)).toBe('DIV');
    await bubble(page).focus();
    await page.keyboard.press('Escape');
    await expect.poll(() => panel(page).isVisible()).toBe(false);
    expect(await activeTag(page)).toBe('own');
  });

  it('is told of by the page’s own script, and does what it says', async () => {
    const page = await open({ token: 'web-abc', name: 'shop', inputs: { plan: 'pro' }, visitor: 'ada.00ff' });
    await listen(page);
    await page.evaluate('serviceChatbot.send("before it is there")');
    await isReady(page);
    expect(await inFrame(page, 'window.wishes')).toEqual({
      inputs: { plan: 'pro' },
      visitor: 'ada.00ff',
      isClosable: true,
    });
    await expect
      .poll(() => said(page))
      .toEqual([
        ['ready', { name: 'shop' }],
        ['message', { name: 'shop', text: 'before it is there', conversation_id: 'c1' }],
        ['answer-finished', { name: 'shop', conversation_id: 'c1', message_id: 'm1' }],
      ]);
    // Nobody saw the answer.
    expect(await bubble(page).getAttribute('aria-label')).toBe('Chat (New answer)');
    expect(await page.evaluate('serviceChatbot.toggle(), serviceChatbot.isOpen()')).toBe(true);
    await page.evaluate(`serviceChatbot.newConversation(); serviceChatbot.setInputs({ plan: 'free' });
      serviceChatbot.identify('bob.11ff'); serviceChatbot.close()`);
    await expect
      .poll(() => inFrame(page, 'window.heard'))
      .toEqual([
        { type: 'close' },
        { type: 'send', text: 'before it is there' },
        { type: 'open' },
        { type: 'new-conversation' },
        { type: 'inputs', inputs: { plan: 'free' } },
        { type: 'identify', visitor: 'bob.11ff' },
        { type: 'close' },
      ]);
    expect((await said(page)).slice(-2).map(([name]) => name)).toEqual(['opened', 'closed']);
    const off = await page.evaluate(`{ const off = serviceChatbot.on('opened', () => { window.late = true }); off();
      serviceChatbot.open(); window.late ?? 'never' }`);
    expect(off).toBe('never');
    await page.evaluate('serviceChatbot.destroy()');
    expect(await page.evaluate('["serviceChatbot" in window, document.querySelectorAll("body > div").length]')).toEqual(
      [false, 0],
    );
  });

  it('keeps several chats apart, and is loaded twice without harm', async () => {
    const page = await open([{ token: 'web-one' }, { token: 'web-two', name: 'second', position: 'bottom-left' }], {
      more: `<script src="${chat.url}/embed.min.js" data-token="web-three" data-position="top-right" data-inputs='{"a":1}' defer></script><script src="${chat.url}/embed.min.js" async></script>`,
    });
    await expect.poll(() => bubble(page).count()).toBe(3);
    await page.waitForTimeout(200);
    expect(await bubble(page).count()).toBe(3);
    await listen(page, '.get("second")');
    await page.evaluate('serviceChatbot.get("second").open()');
    await isReady(page);
    expect(await page.locator('.panel:not([data-shut])').count()).toBe(1);
    expect(chat.asked.filter((path) => path.startsWith('/chatbot'))).toEqual(['/chatbot/web-two?embed=true']);
    await page.evaluate('serviceChatbot.get("web-three").open()');
    await isReady(page, 1);
    expect(await inFrame(page, 'window.wishes', 1)).toEqual({ inputs: { a: 1 }, isClosable: true });
    await page.evaluate('serviceChatbot.get("second").send("only there")');
    await expect.poll(() => inFrame(page, 'window.heard.length', 0)).toBe(2);
    expect((await said(page)).map(([name]) => name)).toEqual(['opened', 'ready', 'message', 'answer-finished']);
    expect(await inFrame(page, 'window.heard', 1)).toEqual([{ type: 'open' }]);
    await page.evaluate('serviceChatbot.get("second").destroy()');
    expect(await page.evaluate('[!serviceChatbot.get("second"), serviceChatbot.get().name]')).toEqual([
      true,
      'web-one',
    ]);
  });

  it('stays through navigation within the page, also when the body is another', async () => {
    const page = await open({ token: 'web-abc', open: true });
    await isReady(page);
    await page.evaluate(
      `history.pushState(null, '', '/products'); document.getElementById('main').textContent = 'Products'`,
    );
    expect(await panel(page).isVisible()).toBe(true);
    const asked = () => chat.asked.filter((path) => path.startsWith('/chatbot')).length;
    expect(asked()).toBe(1);
    await page.evaluate(
      `{ const body = document.createElement('body'); body.textContent = 'Next'; document.body.replaceWith(body) }`,
    );
    await panel(page).waitFor();
    await expect.poll(asked).toBe(2);
    await isReady(page);
    await page.evaluate('document.body.replaceChildren()');
    await bubble(page).waitFor();
    await page.evaluate('serviceChatbot.send("still")');
    await expect.poll(() => inFrame(page, 'window.heard.map(({ type }) => type)')).toContain('send');
    expect(complaints).toEqual([]);
  });

  it('fills an element of the page, when it is seen, also one that comes later', async () => {
    const page = await open({ token: 'web-abc', container: '#place' });
    await page.waitForTimeout(200);
    expect(chat.asked).toEqual(['/embed.min.js']);
    await page.evaluate(`{ const place = document.createElement('div'); place.id = 'place';
      place.style.cssText = 'height: 500px; width: 300px; margin-top: 3000px'; document.getElementById('main').append(place) }`);
    await page.waitForTimeout(300);
    expect(chat.asked).toEqual(['/embed.min.js']);
    await page.locator('#place').scrollIntoViewIfNeeded();
    await isReady(page);
    expect(await page.locator('iframe').boundingBox()).toMatchObject({ width: 300, height: 500 });
    expect(await bubble(page).count()).toBe(0);
    await inside(page).locator('input').focus();
    await page.keyboard.press('Escape');
    expect(await panel(page).isVisible()).toBe(true);
  });

  it('fills the screen of a phone, where it does not open by itself, and is closed there', async () => {
    const answer = chat.hold();
    const page = await open({ token: 'web-abc', open: true, locale: 'de-DE' }, { phone: true });
    expect(await panel(page).isVisible()).toBe(false);
    expect(chat.asked).toEqual(['/embed.min.js']);
    await bubble(page).click();
    await expect.poll(() => chat.asked).toContain('/chatbot/web-abc?embed=true&locale=de-DE');
    expect(await panel(page).boundingBox()).toEqual({ x: 0, y: 0, ...PHONE });
    expect(await bubble(page).isVisible()).toBe(false);
    const close = page.getByRole('button', { name: 'Schließen' });
    await close.click();
    await expect.poll(() => panel(page).isVisible()).toBe(false);
    await bubble(page).click();
    answer();
    await isReady(page);
    // From here on the page in the frame has a way to close it.
    await expect.poll(() => close.isVisible()).toBe(false);
    await inFrame(page, 'link.tell({ type: "close" })');
    await expect.poll(() => panel(page).isVisible()).toBe(false);
    expect(await bubble(page).isVisible()).toBe(true);
  });

  it('shows that it waits, and comes when it comes', async () => {
    const answer = chat.hold();
    const page = await open({ token: 'web-abc' });
    await bubble(page).click();
    await page.locator('.spin').waitFor();
    expect(await panel(page).getAttribute('aria-busy')).toBe('true');
    answer();
    await isReady(page);
    await page.locator('.spin').waitFor({ state: 'hidden' });
  });

  it.each(['dead', 'mute'] as const)('says what can’t be reached (%s), and tries again', async (fault) => {
    chat.fault = fault;
    const page = await open({ token: 'web-abc' });
    await listen(page);
    await bubble(page).click();
    const again = page.getByRole('button', { name: 'Try again' });
    await again.waitFor();
    expect(await page.getByRole('status').textContent()).toBe('Can’t be reached');
    expect((await said(page)).at(-1)).toEqual(['error', { name: 'web-abc', code: 'unreachable' }]);
    chat.fault = null;
    await again.click();
    await isReady(page);
    await again.waitFor({ state: 'hidden' });
    expect(await inside(page).getByText('Stub').isVisible()).toBe(true);
  });

  it('refuses a key in place of the token, and says so to whoever builds the page', async () => {
    const page = await open([{ token: 'app-secret' }, {}]);
    await expect.poll(() => complaints.length).toBe(2);
    const [key, none] = ['serviceChatbot: this is a key; give the app token (web-…)', 'serviceChatbot: no token'];
    expect(complaints).toEqual([key, none]);
    expect(await bubble(page).count()).toBe(0);
    await page.evaluate('serviceChatbot.open(); serviceChatbot.add({ token: "web-late" })');
    await bubble(page).waitFor();
  });

  describe('attack T16: the page in the frame', () => {
    const connect = (code: string) => `new Promise((resolve) => { const { port1, port2 } = new MessageChannel();
      port1.onmessage = ({ data }) => resolve(data); setTimeout(resolve, 700, 'nothing');
      (${code}).postMessage({ weft: 1, type: 'connect', isOpen: true, visitor: 'eve.00' }, '*', [port2]) })`;

    it('hears no page of an origin that is not allowed', async () => {
      chat.origins = ['https://other.example', `https://*.shop.example:${new URL(site.origin()).port}`];
      const page = await open({ token: 'web-abc', visitor: 'ada.00' });
      await bubble(page).click();
      await inside(page).getByText('Stub').waitFor();
      await page.evaluate('serviceChatbot.send("let me in")');
      await page.getByRole('button', { name: 'Try again' }).waitFor();
      await expect.poll(() => inFrame(page, '[window.heard, window.wishes]')).toEqual([[], {}]);
    });

    it('hears a page below an allowed one', async () => {
      chat.origins = [`https://*.example:${new URL(site.origin()).port}`];
      const page = await open({ token: 'web-abc' });
      await bubble(page).click();
      await isReady(page);
      expect(await inFrame(page, 'window.heard.length')).toBe(1);
    });

    it('hears no window but its parent, though that is of an allowed origin', async () => {
      const page = await open({ token: 'web-abc' });
      const other = page.waitForEvent('popup');
      await page.evaluate(`{ window.open('/other'); const plain = document.createElement('iframe');
        plain.src = '${chat.url}/chatbot/plain?embed=true'; document.getElementById('main').append(plain) }`);
      const plain = page.locator('#main iframe').contentFrame().locator('html');
      const heard = () => plain.evaluate(() => JSON.stringify((globalThis as unknown as { heard: unknown }).heard));
      await expect.poll(heard).toBe('[]');
      const popup = await other;
      expect(await popup.evaluate(connect('opener.frames[0]'))).toBe('nothing');
      expect(await heard()).toBe('[]');
      // Words that are no `connect`, or bring no channel, are none for anybody.
      await page.evaluate(`for (const data of [null, 1, 'connect', { type: 'send', text: 'x' }, { weft: 1, type: 'connect' }, { weft: 1, type: 'send', text: 'x' }])
        frames[0].postMessage(data, '*')`);
      expect(await page.evaluate(connect('frames[0]'))).toEqual({ type: 'ready' });
      expect(JSON.parse(await heard())).toEqual([{ type: 'identify', visitor: 'eve.00' }, { type: 'open' }]);
      // The frame of a bubble can't be named from outside at all.
      await bubble(page).click();
      await expect.poll(() => page.locator('iframe').count()).toBe(2);
      expect(await popup.evaluate('opener.frames.length')).toBe(1);
    });

    it('is not taken for another: the page around hears only the frame it made', async () => {
      const page = await open({ token: 'web-abc' });
      await listen(page);
      await bubble(page).click();
      await isReady(page);
      await page.evaluate(
        `for (const data of [{ type: 'close' }, { weft: 1, type: 'close' }, { type: 'message', text: 'forged' }]) postMessage(data, '*')`,
      );
      await inFrame(page, `parent.postMessage({ type: 'close' }, '*')`);
      await page.waitForTimeout(200);
      expect((await said(page)).map(([name]) => name)).toEqual(['opened', 'ready']);
      expect(await panel(page).isVisible()).toBe(true);
    });

    it('gets nothing of the site when it has become another page', async () => {
      const page = await open({ token: 'web-abc', visitor: 'ada.secret' });
      site.policy = site.policy.replace('frame-src', `frame-src ${site.origin('evil.example')}`);
      await page.goto(`${site.origin()}/`);
      site.files.set('/evil', {
        type: 'text/html',
        text: '<!doctype html><title>Evil</title><script src="/evil.js"></script>',
      });
      site.files.set('/evil.js', {
        type: 'text/javascript',
        text: 'window.got = []; onmessage = ({ data }) => got.push(data)',
      });
      await bubble(page).click();
      await isReady(page);
      await page.evaluate(
        `document.querySelector('body > div').shadowRoot.querySelector('iframe').src = '${site.origin('evil.example')}/evil'`,
      );
      await expect.poll(() => inFrame(page, 'document.title')).toBe('Evil');
      await page.evaluate('serviceChatbot.identify("ada.secret")');
      await page.waitForTimeout(300);
      expect(await inFrame(page, 'window.got')).toEqual([]);
    });
  });

  it('has nothing that axe would change, closed, open and where it failed', async () => {
    const page = await open({ token: 'web-abc', color: '#7a7a7a' });
    expect(await violationsOf(page)).toEqual([]);
    await bubble(page).click();
    await isReady(page);
    expect(await violationsOf(page)).toEqual([]);
    chat.fault = 'mute';
    await page.reload();
    await bubble(page).click();
    await page.getByRole('button', { name: 'Try again' }).waitFor();
    expect(await violationsOf(page)).toEqual([]);
  });
});
