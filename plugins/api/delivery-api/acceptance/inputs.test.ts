import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { promptApp } from '#engine/testing/app-document.ts';
import { countingChat, formWorkflow, textInput } from '#plugins/delivery-api/testing/documents.ts';
import { sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';

let platform: TestPlatform;
const keys = new Map<string, string>();

beforeAll(async () => {
  platform = await sharedPlatform();
});
afterAll(() => platform.dispose());

type Variable = Readonly<Record<string, unknown>>;

/** Runs a workflow that has this one variable, called `v`. */
async function runWith(variable: Variable, inputs: Variable) {
  const document = formWorkflow([{ variable: 'v', label: 'V', required: false, ...variable }]);
  const key = keys.get(document) ?? (await platform.importApp(document)).key;
  keys.set(document, key);
  return platform.post(key, '/v1/workflows/run', { inputs, user: 'u1' });
}

const text = { type: 'text-input', max_length: 5 };
const paragraph = { type: 'paragraph', max_length: 5 };
const select = { type: 'select', options: ['a', '007'] };
const number = { type: 'number' };
const checkbox = { type: 'checkbox' };
const object = { type: 'json_object' };
const rules = {
  allowed_file_types: ['image'],
  allowed_file_extensions: [],
  allowed_file_upload_methods: ['remote_url'],
};
const file = { type: 'file', ...rules };
const list = { type: 'file-list', max_length: 2, ...rules };
const image = { type: 'image', transfer_method: 'remote_url', url: 'https://files.example/a.png' };
const required = { required: true };

describe('an input that is refused', () => {
  it.each<[string, Variable, Variable]>([
    ['a required value that is missing', { ...text, ...required }, {}],
    ['a required value that is null', { ...text, ...required }, { v: null }],
    ['a number for a text', text, { v: 5 }],
    ['a list for a text', text, { v: ['a'] }],
    ['a text that is too long', text, { v: 'abcdef' }],
    ['a paragraph that is too long', paragraph, { v: 'abcdef' }],
    ['an object for a paragraph', paragraph, { v: {} }],
    ['a value that is no option', select, { v: 'b' }],
    ['an option as a number', select, { v: 7 }],
    ['text for a number', number, { v: 'many' }],
    ['an object for a number', number, { v: {} }],
    ['a required number that is blank', { ...number, ...required }, { v: '' }],
    ['an odd word for a checkbox', checkbox, { v: 'maybe' }],
    ['an odd number for a checkbox', checkbox, { v: 2 }],
    ['a list for an object', object, { v: [] }],
    ['a text for an object', object, { v: 'x' }],
    ['a text for a file', file, { v: 'x' }],
    ['a file by a forbidden method', file, { v: { ...image, transfer_method: 'local_file', upload_file_id: 'x' } }],
    ['a file of a forbidden type', file, { v: { ...image, url: 'https://files.example/a.pdf' } }],
    ['an object for a list of files', list, { v: image }],
    ['too many files', list, { v: [image, image, image] }],
    ['an inherited name', { ...text, ...required, variable: 'toString' }, {}],
  ])('is %s', async (_case, variable, inputs) => {
    const answer = await runWith(variable, inputs);
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_param', status: 400 } });
  });

  it('is named in the answer', async () => {
    const answer = await runWith({ ...text, ...required }, {});
    expect(answer.body).toMatchObject({ message: expect.stringContaining('v'), params: expect.stringContaining('v') });
  });

  it('leaves no run behind', async () => {
    const app = await platform.importApp(formWorkflow([textInput('v', required)]));
    for (const response_mode of ['blocking', 'streaming']) {
      const answer = await platform.post(app.key, '/v1/workflows/run', { inputs: {}, user: 'u1', response_mode });
      expect(answer.status).toBe(400);
    }
    const chat = await platform.importApp(countingChat());
    const refused = await platform.post(chat.key, '/v1/chat-messages', { inputs: {}, query: 'Hi', user: 'u1' });
    expect(refused).toMatchObject({ status: 400, body: { code: 'invalid_param' } });
    const list = await platform.get(chat.key, '/v1/conversations?user=u1');
    expect(list.body).toMatchObject({ data: [] });
  });
});

describe('an input that is taken', () => {
  it.each<[string, Variable, Variable, unknown]>([
    ['a text as it is', text, { v: 'abcde' }, 'abcde'],
    ['a text of characters beyond the first plane', text, { v: '🙂🙂🙂🙂🙂' }, '🙂🙂🙂🙂🙂'],
    ['a text without its NULs', text, { v: 'a\0b' }, 'ab'],
    ['a text without limit', { ...text, max_length: 0 }, { v: 'x'.repeat(1000) }, 'x'.repeat(1000)],
    ['an option', select, { v: '007' }, '007'],
    ['a number', number, { v: 1.5 }, 1.5],
    ['a number as text', number, { v: '12' }, 12],
    ['a fraction as text', number, { v: '1.25' }, 1.25],
    ['a blank number as nothing', number, { v: '' }, null],
    ['yes as true', checkbox, { v: 'yes' }, true],
    ['off as false', checkbox, { v: 'off' }, false],
    ['zero as false', checkbox, { v: 0 }, false],
    ['an object', object, { v: { a: [1] } }, { a: [1] }],
    ['nothing as the default', { ...text, default: 'dflt' }, {}, 'dflt'],
    ['null as the default', { ...text, default: 'dflt' }, { v: null }, 'dflt'],
    ['nothing as null', text, {}, null],
    ['a file', file, { v: image }, { url: image.url, type: 'image' }],
    ['a list of one file for a file', file, { v: [image] }, { url: image.url }],
    ['an empty text for no file', file, { v: '' }, null],
    ['files', list, { v: [image, { ...image, id: 'x', upload_file_id: null }] }, [{ url: image.url }, {}]],
    ['what nobody declared, not at all', text, { v: 'a', w: 'b' }, 'a'],
  ])('is %s', async (_case, variable, inputs, value) => {
    const answer = await runWith(variable, inputs);
    expect(answer).toMatchObject({ status: 200, body: { data: { status: 'succeeded', outputs: { v: value } } } });
    const { outputs } = (answer.body as { data: { outputs: object } }).data;
    expect(Object.keys(outputs)).toEqual(['v']);
  });
});

describe('a body', () => {
  const good = { inputs: { topic: 'ferns' }, query: 'Hi', user: 'u1' };

  it.each<[string, string, Variable]>([
    ['workflow', 'without inputs', { inputs: undefined }],
    ['workflow', 'with a list of inputs', { inputs: ['ferns'] }],
    ['workflow', 'with an unknown response mode', { response_mode: 'sometimes' }],
    ['workflow', 'with an empty response mode', { response_mode: '' }],
    ['workflow', 'with an object of files', { files: {} }],
    ['chat', 'without inputs', { inputs: undefined }],
    ['chat', 'without a query', { query: undefined }],
    ['chat', 'with a null query', { query: null }],
    ['chat', 'with an empty query', { query: '' }],
    ['chat', 'with a number for a query', { query: 5 }],
    ['chat', 'with an unknown response mode', { response_mode: 'x' }],
    ['chat', 'with a number for a conversation', { conversation_id: 5 }],
    ['completion', 'without inputs', { inputs: undefined }],
    ['completion', 'with text for inputs', { inputs: 'topic' }],
    ['completion', 'with an unknown response mode', { response_mode: 'x' }],
    ['completion', 'without a required input', { inputs: {} }],
  ])('of a %s app is refused %s', async (mode, _case, change) => {
    const answer = await platform.post(await keyOf(mode), pathOf(mode), { ...good, ...change });
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_param', status: 400 } });
  });

  it.each(['workflow', 'chat', 'completion'])('of a %s app may hold more than the contract knows', async (mode) => {
    const more = {
      files: null,
      response_mode: null,
      retriever_from: 'dev',
      trace_id: 'x',
      conversation_id: '',
      a: { b: 1 },
    };
    expect(await platform.post(await keyOf(mode), pathOf(mode), { ...good, ...more })).toMatchObject({ status: 200 });
  });

  it.each(['workflow', 'chat'])('of a %s app may hold an empty list, or null, where inputs are a map', async (mode) => {
    const sent = (inputs: unknown) => platform.post(emptyKey, pathOf(mode), { ...good, inputs, score: 0.5 });
    const emptyKey = await keyOf(mode);
    for (const inputs of [{}, [], null]) expect(await sent(inputs)).toMatchObject({ status: 200 });
  });

  async function keyOf(mode: string): Promise<string> {
    const document = mode === 'workflow' ? formWorkflow([textInput('topic')]) : promptApp(mode as 'chat');
    const key = keys.get(document) ?? (await platform.importApp(document)).key;
    keys.set(document, key);
    return key;
  }

  function pathOf(mode: string): string {
    return mode === 'workflow' ? '/v1/workflows/run' : `/v1/${mode}-messages`;
  }
});
