import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { modelChat } from '#engine/testing/app-document.ts';
import { findProgram } from '#plugins/delivery-api/testing/find-program.ts';
import { sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';
import { type OpenApiDocument, operationsOf } from '#plugins/openapi/openapi-document.ts';
import { firstCalls } from './getting-started.ts';
import { sampleCall } from './sample-call.ts';
import { samplesOf } from './samples.ts';

const python = findProgram(['python3'], 'whether samples are Python');
const shell = findProgram(['sh'], 'whether samples are commands');
const curl = findProgram(['curl'], 'samples of curl');
const run = promisify(execFile);
/** Runs a program with a text to read. */
function told(program: string, given: readonly string[], text: string) {
  const running = run(program, [...given]);
  running.child.stdin?.end(text);
  return running;
}
const AsyncFunction = (async () => {}).constructor as new (...parts: string[]) => () => Promise<unknown>;

let platform: TestPlatform;
let document: OpenApiDocument;
let key: string;
beforeAll(async () => {
  platform = await sharedPlatform();
  document = (await (await fetch(`${platform.url}/openapi.json`)).json()) as OpenApiDocument;
  ({ key } = await platform.importApp(modelChat()));
});
afterAll(() => platform.dispose());

const placed = (name: string) => {
  const found = operationsOf(document).find(({ method, path }) => `${method} ${path}` === name);
  if (found === undefined) throw new Error(`there is no ${name}`);
  return found;
};
const callOf = (name: string) => sampleCall(document, placed(name));
const sample = (name: string, language: string) =>
  samplesOf(callOf(name)).find((each) => each.language === language)?.text ?? '';
const all = (language: string) =>
  operationsOf(document).map((each) => {
    const text = samplesOf(sampleCall(document, each)).find((made) => made.language === language)?.text ?? '';
    return { name: `${each.method} ${each.path}`, text };
  });

describe('every operation has a sample that is', () => {
  it('JavaScript', () => {
    for (const { name, text } of all('JavaScript')) {
      const body = text.replace(/^import .*\n/gm, '');
      expect(() => new AsyncFunction(body), `${name}\n${text}`).not.toThrow();
    }
  });

  it.skipIf(python === null)('Python', async () => {
    const check = 'import ast, json, sys\nfor text in json.load(sys.stdin): ast.parse(text)';
    await told(python ?? '', ['-c', check], JSON.stringify(all('Python').map(({ text }) => text)));
  });

  it.skipIf(shell === null)('a command', async () => {
    const texts = all('curl').map(({ text }) => text);
    await told(shell ?? '', ['-n'], texts.join('\n'));
    expect(texts.filter((text) => !text.startsWith('curl '))).toEqual([]);
  });
});

describe('a sample', () => {
  it('sends what its operation takes', () => {
    expect(callOf('POST /v1/chat-messages')).toMatchObject({
      method: 'POST',
      url: `${platform.url}/v1/chat-messages`,
      key: 'WEFT_KEY',
      body: { kind: 'json', value: { query: expect.any(String), user: expect.any(String) } },
      answer: 'json',
    });
    expect(callOf('GET /v1/messages/{message_id}/suggested').url).toMatch(
      /\/messages\/MESSAGE_ID\/suggested\?user=ada$/,
    );
    expect(callOf('GET /v1/runs/{task_id}/events').answer).toBe('stream');
    expect(callOf('POST /v1/files/upload').body).toEqual({ kind: 'form', file: 'file', fields: { user: 'ada' } });
    expect(callOf('GET /console/api/apps').key).toBe('WEFT_TOKEN');
    expect(callOf('POST /console/api/sessions')).toMatchObject({
      key: null,
      body: { value: { email: 'ada@example.com' } },
    });
    expect(callOf('GET /healthz').key).toBeNull();
  });

  it('is not cut open by a quote', () => {
    const call = { method: 'POST', url: 'http://h/', key: null, answer: 'nothing' } as const;
    const [command, , script] = samplesOf({ ...call, body: { kind: 'json', value: { a: `it's "\${x}" \`$(id)\`` } } });
    expect(command?.text).toContain(`'{"a":"it'\\''s \\"\${x}\\" \`$(id)\`"}'`);
    expect(() => new AsyncFunction(script?.text ?? '')).not.toThrow();
  });

  it('of JavaScript is answered when it is run', async () => {
    const text = sample('POST /v1/chat-messages', 'JavaScript')
      .replace('process.env.WEFT_KEY', JSON.stringify(key))
      .replace('console.log(', 'return (');
    expect(await new AsyncFunction(text)()).toMatchObject({ event: 'message', answer: expect.any(String) });
  });

  it.each([
    ['workflow', 'greeting-workflow'],
    ['chat', 'demo-chat'],
    ['completion', 'product-text'],
    ['stream', 'demo-chat'],
  ] as const)('of the first page fits the example app it is for: %s', async (name, example) => {
    const yaml = await readFile(new URL(`../../../../examples/${example}.yml`, import.meta.url), 'utf8');
    const app = await platform.importApp(yaml);
    const { url, body } = firstCalls(platform.url)[name];
    const value = body?.kind === 'json' ? body.value : null;
    const answer = await platform.open(app.key, url.slice(platform.url.length), { body: value });
    const text = await answer.text();
    expect([answer.status, text.includes('"error":"') || text.includes('"event":"error"')], text).toEqual([200, false]);
  });

  it.skipIf(curl === null || shell === null)('of curl is answered when it is run', async () => {
    const env = { PATH: `${curl?.replace(/\/curl$/, '')}:/usr/bin:/bin`, WEFT_KEY: key };
    const { stdout } = await run(shell ?? '', ['-c', `${sample('POST /v1/chat-messages', 'curl')} -s`], { env });
    expect(JSON.parse(stdout)).toMatchObject({ event: 'message', answer: expect.any(String) });
  });
});
