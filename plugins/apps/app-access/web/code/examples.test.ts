import { expect, it } from 'vitest';
import { codeLanguages, exampleCode, exampleRequest } from './examples.ts';

const base = 'https://weft.example.com';
const schema = {
  type: 'object',
  properties: {
    query: { type: 'string' },
    conversation_id: { type: 'string' },
    input_query: { type: 'string', default: "what's new" },
    kind: { type: 'string', enum: ['short', 'long'] },
    count: { type: 'number' },
    urgent: { type: 'boolean' },
    paper: { type: 'object', properties: { url: { type: 'string' } } },
  },
};

it('asks chats with a query and their own inputs, under the names that the runtime API has', () => {
  const { url, body } = exampleRequest({ mode: 'advanced-chat', base, schema });
  expect(url).toBe('https://weft.example.com/v1/chat-messages');
  expect(body).toMatchObject({
    query: 'Hello',
    inputs: { query: "what's new", kind: 'short', count: 1, urgent: true, paper: { transfer_method: 'remote_url' } },
  });
});

it('asks workflows and text generators elsewhere, and without inputs where nothing is published', () => {
  expect(exampleRequest({ mode: 'workflow', base, schema: null })).toEqual({
    url: 'https://weft.example.com/v1/workflows/run',
    body: { inputs: {}, response_mode: 'blocking', user: 'user-123' },
  });
  expect(exampleRequest({ mode: 'completion', base, schema: null }).url).toMatch(/completion-messages$/);
});

it('quotes values for each language, and writes no key', () => {
  const [curl, python, javascript] = codeLanguages.map((each) => exampleCode(each, { mode: 'chat', base, schema }));
  expect(curl).toContain("what'\\''s new");
  expect(python).toContain('"urgent": True,');
  expect(javascript).toContain('"urgent": true,');
  for (const code of [curl, python, javascript]) expect(code).toContain('WEFT_KEY');
});
