import { afterAll, beforeAll, expect, it } from 'vitest';
import { PlatformError } from '#kernel';
import { Public, route } from './contract.ts';
import { startTestServer, type TestServer } from './testing/server.ts';

const failing = (path: string, error: () => unknown) =>
  route({
    id: path.slice(1).replaceAll('/', '-'),
    method: 'GET',
    path,
    access: Public,
    summary: path,
    handle: () => {
      throw error();
    },
  });

let running: TestServer;
beforeAll(async () => {
  const limited = () => new PlatformError('limited', 'http.too_many_requests', 'slow', { retryAfter: 7 });
  running = await startTestServer({
    routes: [
      failing('/console/api/limited', limited),
      failing('/v1/limited', limited),
      failing('/console/api/wrong', () => new PlatformError('invalid', 'http.invalid_param', 'name is $& empty')),
      failing('/console/api/odd', () => new PlatformError('invalid', 'elsewhere.odd', 'Odd')),
      failing('/console/api/prototype', () => new PlatformError('invalid', 'http.constructor', 'Odd')),
      failing('/console/api/broken', () => new Error('hunter2')),
    ],
  });
});
afterAll(() => running.close());

async function ask(path: string, language?: string) {
  const headers = language === undefined ? {} : { 'accept-language': language };
  const answer = await fetch(`${running.address}${path}`, { headers });
  const { message, code } = (await answer.json()) as { message: string; code: string };
  return { message, code, language: answer.headers.get('content-language') };
}

it('an error is told in the language of who asks', async () => {
  expect(await ask('/console/api/limited', 'de-CH,de;q=0.9')).toEqual({
    code: 'too_many_requests',
    message: 'Zu viele Anfragen. Versuchen Sie es gleich noch einmal.',
    language: 'de',
  });
  expect((await ask('/console/api/nowhere', 'fr')).message).toContain('Cette adresse n’existe pas');
  expect((await ask('/console/api/wrong', 'zh-Hans')).message).toBe('有一项填写不正确：name is $& empty');
});

it('it is English for the runtime API, for who wants no other language, and where nobody translated it', async () => {
  for (const [path, wanted] of [
    ['/v1/limited', 'de'],
    ['/console/api/limited', undefined],
    ['/console/api/limited', '*'],
    ['/console/api/limited', 'it'],
  ] as const)
    expect(await ask(path, wanted)).toEqual({ code: 'too_many_requests', message: 'slow', language: null });
  for (const path of ['/console/api/odd', '/console/api/prototype'])
    expect(await ask(path, 'de')).toMatchObject({ message: 'Odd', language: null });
});

it('attack T11: what an internal failure says is told in no language', async () => {
  const answer = await ask('/console/api/broken', 'es');
  expect(answer.message).toContain('El servidor no pudo responder');
  expect(JSON.stringify(answer)).not.toContain('hunter2');
});
