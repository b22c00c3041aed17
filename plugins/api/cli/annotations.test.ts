import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { greetingWorkflow, promptApp } from '#engine/testing/app-document.ts';
import { sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';
import { runWeft } from './testing/run-weft.ts';

let platform: TestPlatform;
let appId: string;
let key: string;
beforeAll(async () => {
  platform = await sharedPlatform();
  ({ appId, key } = await platform.importApp(promptApp('chat')));
});
afterAll(() => platform.dispose());

const weft = (...argv: string[]) => runWeft(platform, argv);

async function importing(csv: string | Uint8Array) {
  await writeFile(join(platform.home, 'faq.csv'), csv);
  return weft('annotations', 'import', appId, 'faq.csv');
}

describe('weft annotations', () => {
  it('adds, lists and deletes', async () => {
    expect((await weft('annotations', 'list', appId)).out).toContain('No annotations');
    const added = await weft('annotations', 'add', appId, '--question', 'Open?', '--answer', 'Yes.\u001b[31m\nAlways.');
    expect(added.code, added.err).toBe(0);
    const id = /Added (\S+)\./.exec(added.out)?.[1] ?? '';
    const { out } = await weft('annotations', 'list', appId, '--keyword', 'OPEN');
    expect(out.split('\n')[1]?.split(/ {2,}/)).toEqual([id, '0', 'Open?', 'Yes.\ufffd[31m Always.']);
    expect(await weft('annotations', 'delete', appId, id)).toMatchObject({ code: 0, out: 'Deleted.\n' });
    expect(await weft('annotations', 'delete', appId, id)).toMatchObject({ code: 1 });
    expect(await weft('annotations', 'delete', appId, 'seven')).toMatchObject({
      code: 1,
      err: expect.stringContaining("'seven' is not the id of an annotation"),
    });
  });

  it('imports a file, and once more without doubles', async () => {
    const csv = '\ufeffquestion,answer\r\n"Say ""hi"", please",Hi!\r\n\r\nTwo lines?,"One,\ntwo."\r\n';
    expect(await importing(csv)).toMatchObject({ code: 0, out: 'Added 2, changed 0, left 0 as they were.\n' });
    expect(await importing(csv.replace('Hi!', 'Hello!'))).toMatchObject({
      out: 'Added 0, changed 1, left 1 as they were.\n',
    });
    const { out } = await weft('annotations', 'list', appId, '--json');
    expect(JSON.parse(out).data.map(({ question, answer }: Record<string, string>) => [question, answer])).toEqual([
      ['Two lines?', 'One,\ntwo.'],
      ['Say "hi", please', 'Hello!'],
    ]);
  });

  it.each([
    [
      'good,one\nbad\n,empty\nthree,a,b\ngood,again',
      [/line 2: .*1 columns/, /line 3: question must not be empty/, /line 4: .*3 columns/, /line 5: .*line 1/],
    ],
    ['"never closed,x', [/line 1: a quote/]],
    ['ok,"a"b', [/line 1: a quote/]],
    ['question,answer\n', [/no line/]],
    ['"two\nlines",x\nq', [/line 3: /]],
    [`q,${'a'.repeat(50_001)}`, [/line 1: answer is longer than 50000/]],
  ])('names the lines that are wrong, and imports nothing (%#)', async (csv, reasons) => {
    const before = (await weft('annotations', 'list', appId)).out;
    const { code, err } = await importing(csv);
    expect(code).toBe(1);
    for (const reason of reasons) expect(err).toMatch(reason);
    expect((await weft('annotations', 'list', appId)).out).toBe(before);
  });

  it('refuses files that are not there, or no text', async () => {
    expect((await weft('annotations', 'import', appId, 'none.csv')).err).toContain("can't be read");
    expect((await importing(new Uint8Array([0x71, 0x2c, 0xff]))).err).toContain('UTF-8');
  });

  it('refuses workflows', async () => {
    const flow = await platform.importApp(greetingWorkflow());
    expect(await weft('annotations', 'list', flow.appId)).toMatchObject({
      code: 1,
      err: expect.stringContaining('answers no messages'),
    });
  });
});

describe('weft annotations reply', () => {
  it('switches on and off, and tells', async () => {
    expect((await weft('annotations', 'reply', appId)).out).toBe('The annotation reply is off.\n');
    const on = await weft('annotations', 'reply', 'enable', appId, '--provider', 'demo', '--model', 'demo-embedding');
    expect(on).toMatchObject({
      code: 0,
      out: 'The annotation reply is on: demo demo-embedding, from a score of 0.9.\n2 of 2 annotations can answer.\n',
    });
    const said = await platform.post(key, '/v1/chat-messages', { inputs: {}, query: 'two lines', user: 'u' });
    expect(said.body).toMatchObject({ answer: 'One,\ntwo.' });
    expect((await weft('annotations', 'reply', 'disable', appId)).out).toBe('The annotation reply is off.\n');
  });

  it('tells why it could not be switched on', async () => {
    expect(await weft('annotations', 'reply', 'enable', appId, '--provider', 'demo', '--model', 'none')).toMatchObject({
      code: 1,
      err: expect.stringContaining('none'),
    });
    expect(await weft('annotations', 'reply', 'enable', appId, '--provider', 'demo')).toMatchObject({ code: 2 });
    const odd = ['--provider', 'demo', '--model', 'demo-embedding', '--threshold', '2'];
    expect(await weft('annotations', 'reply', 'enable', appId, ...odd)).toMatchObject({ code: 2 });
  });
});
