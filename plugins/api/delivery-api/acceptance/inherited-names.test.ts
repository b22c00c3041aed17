import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { appDocument, chain, node } from '#engine/testing/app-document.ts';
import { formWorkflow, textInput } from '#plugins/delivery-api/testing/documents.ts';
import { type ImportedApp, sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';

/** What every object inherits under these names must neither be read nor changed. */
const names = ['constructor', 'prototype', 'toString', 'hasOwnProperty', 'valueOf'];

let platform: TestPlatform;
let texts: ImportedApp;
let chat: ImportedApp;
beforeAll(async () => {
  platform = await sharedPlatform();
  const object = { variable: 'data', label: 'data', type: 'json_object', required: false };
  texts = await platform.importApp(formWorkflow([...names.map((name) => textInput(name)), object]));
  chat = await platform.importApp(rememberingChat());
});
afterAll(() => platform.dispose());

/** A chatflow whose code and template read inputs and variables of these names. */
function rememberingChat(): string {
  const read = (from: string) => names.map((name) => ({ variable: name, value_selector: [from, name] }));
  return appDocument({
    mode: 'advanced-chat',
    name: 'Names',
    conversationVariables: names.map((name, index) => ({
      id: `c${index}`,
      name,
      value_type: 'string',
      value: `own ${name}`,
      description: '',
      selector: ['conversation', name],
    })),
    nodes: [
      node('1', 'start', { variables: names.map((name) => textInput(name)) }),
      node('2', 'code', {
        code_language: 'javascript',
        code: 'function main(given) { return { text: Object.keys(given).sort().map((k) => k + "=" + given[k]).join(" ") } }',
        variables: read('1'),
        outputs: { text: { type: 'string', children: null } },
      }),
      node('3', 'template-transform', {
        template: names.map((name) => `{{ ${name} }}`).join(', '),
        variables: read('conversation'),
      }),
      node('4', 'answer', { answer: '{{#2.text#}} | {{#3.output#}}' }),
    ],
    edges: chain('1', '2', '3', '4'),
  });
}

function run(inputs: object) {
  return platform.post(texts.key, '/v1/workflows/run', { inputs, user: 'u1' });
}

const given = Object.fromEntries(names.map((name) => [name, `my ${name}`]));

describe('attack T10: inputs with names of what every object inherits', () => {
  it('are values like others', async () => {
    const data = { ...given, list: [{ constructor: { name: 'Lotus' }, prototype: { constructor: 1 } }] };
    const { status, body } = await run({ ...given, data });
    expect([status, body]).toMatchObject([200, { data: { status: 'succeeded', outputs: { ...given, data } } }]);
    const { workflow_run_id: id } = body as { workflow_run_id: string };
    const kept = await platform.get(texts.key, `/v1/workflows/run/${id}`);
    expect(JSON.parse((kept.body as { inputs: string }).inputs)).toMatchObject({ ...given, data });
  });

  it('are absent when nobody sent them', async () => {
    const nothing = Object.fromEntries([...names, 'data'].map((name) => [name, null]));
    const { status, text } = await run({});
    expect([status, JSON.parse(text).data.outputs]).toEqual([200, nothing]);
  });

  it('are checked by their own rules', async () => {
    for (const name of names) {
      expect(await run({ [name]: 7 })).toMatchObject({ status: 400, body: { code: 'invalid_param', params: name } });
    }
  });

  it('reach code and templates, and variables of a conversation keep values of their own', async () => {
    const { status, body } = await platform.post(chat.key, '/v1/chat-messages', {
      inputs: given,
      query: 'Hi',
      user: 'u1',
    });
    const [code, template] = (body as { answer: string }).answer.split(' | ');
    expect(status).toBe(200);
    expect(code).toBe(
      [...names]
        .sort()
        .map((name) => `${name}=my ${name}`)
        .join(' '),
    );
    expect(template).toBe(names.map((name) => `own ${name}`).join(', '));
  });

  it('are ignored where no body has such a field', async () => {
    const body = { ...given, inputs: {}, user: 'u1', constructor: { name: 'x' } };
    expect(await platform.post(texts.key, '/v1/workflows/run', body)).toMatchObject({ status: 200 });
  });

  it.each([
    '{"user":"u1","inputs":{"__proto__":{"isAdmin":true}}}',
    '{"user":"u1","inputs":{"data":{"constructor":{"prototype":{"isAdmin":true}}}}}',
    '{"user":"u1","inputs":{},"constructor":{"prototype":{"isAdmin":true}}}',
  ])('are refused where they lead to a prototype: %s', async (text) => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${texts.key}` };
    const answer = await fetch(`${platform.url}/v1/workflows/run`, { method: 'POST', headers, body: text });
    expect([answer.status, await answer.json()]).toMatchObject([400, { code: 'bad_request' }]);
    expect('isAdmin' in {}).toBe(false);
  });
});

describe('attack T10: dictionaries of the console with such names', () => {
  const credentials = Object.fromEntries(names.map((name) => [name, 'x']));

  it('are refused as the unknown fields that they are', async () => {
    const answer = await platform.management.request('/console/api/providers/openai', {
      method: 'PUT',
      body: { credentials },
    });
    expect([answer.status, answer.body]).toMatchObject([400, { message: expect.stringContaining('is not known') }]);
    const unknown = await platform.management.request(`/console/api/apps/${texts.appId}`, {
      method: 'PATCH',
      body: { constructor: 'x' },
    });
    expect(unknown).toMatchObject({ status: 400, body: { message: expect.stringContaining('constructor') } });
  });
});
