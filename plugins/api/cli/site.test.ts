import { afterAll, beforeAll, expect, it } from 'vitest';
import { greetingWorkflow } from '#engine/testing/app-document.ts';
import { sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';
import { runWeft } from './testing/run-weft.ts';

let platform: TestPlatform;
let appId: string;
beforeAll(async () => {
  platform = await sharedPlatform();
  ({ appId } = await platform.importApp(greetingWorkflow()));
});
afterAll(() => platform.dispose());

const weft = (...argv: string[]) => runWeft(platform, ['site', ...argv]);

/** Of a table of two columns. */
function shown(out: string): Record<string, string> {
  return Object.fromEntries(out.split('\n').map((line) => line.split(/ {2,}/) as [string, string]));
}

it('weft site shows and changes what is set for a web app', async () => {
  expect(shown((await weft('show', appId)).out)).toMatchObject({ enabled: 'off', 'embed-token': 'none' });
  const origins = ['--embed-origins', 'https://a.example', '--embed-origins', 'https://b.example'];
  const set = await weft('set', appId, '--enabled', 'on', '--title', 'Ferns', '--embed-enabled', 'on', ...origins);
  expect(set.code, set.err).toBe(0);
  expect(shown(set.out)).toMatchObject({
    enabled: 'on',
    title: 'Ferns',
    'embed-origins': 'https://a.example, https://b.example',
  });
  expect(set.out).toContain('window.serviceChatbotConfig');
  const taken = await weft('set', appId, '--runs-per-visitor-hour', 'none', '--embed-origins', 'none');
  expect(shown(taken.out)).toMatchObject({ 'runs-per-visitor-hour': 'none', 'embed-origins': 'none', title: 'Ferns' });
});

it('weft site says what it does not take', async () => {
  for (const wrong of [[], ['--enabled', 'yes'], ['--runs-per-visitor-hour', '0'], ['--color', 'red']])
    expect((await weft('set', appId, ...wrong)).code).not.toBe(0);
});

it('weft site makes the embed token and the visitor secret anew', async () => {
  const before = shown((await weft('show', appId)).out)['embed-token'];
  const token = /web-[A-Za-z0-9]{43}/.exec((await weft('rotate', appId, '--yes')).out)?.[0];
  expect(token).toBeDefined();
  expect(token).not.toBe(before);
  expect(shown((await weft('show', appId)).out)['embed-token']).toBe(token);
  expect((await weft('secret', appId, '--yes')).out).toMatch(/^The secret is [A-Za-z0-9]{40}; /);
  expect(shown((await weft('show', appId)).out)['has-visitor-secret']).toBe('on');
});
