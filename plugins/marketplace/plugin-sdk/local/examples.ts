import type { PackageKind } from '#plugins/plugin-packages/contract.ts';

const tool = (title: string) => `import { definePackage, defineSettings, defineTool } from 'weft/plugin';

// What a workspace sets. Secrets never reach this code: the server puts them into requests, see \`inject\`.
const settings = defineSettings({
  type: 'object',
  properties: {
    units: { type: 'string', title: 'Units', enum: ['celsius', 'fahrenheit'], default: 'celsius' },
  },
});

const current = defineTool({
  settings,
  title: 'Current weather',
  about: 'Tells the temperature at a place, by its latitude and longitude.',
  sideEffects: false,
  parameters: [
    { name: 'latitude', type: 'number', form: 'llm', required: true, description: 'Degrees north of the equator' },
    { name: 'longitude', type: 'number', form: 'llm', required: true, description: 'Degrees east of Greenwich' },
  ],
  async run({ arguments: { latitude, longitude } }, host) {
    const unit = host.settings.units ?? 'celsius';
    const query = new URLSearchParams({ latitude: String(latitude), longitude: String(longitude), current: 'temperature_2m', temperature_unit: unit });
    const response = await fetch(\`https://api.open-meteo.com/v1/forecast?\${query}\`);
    if (!response.ok) throw host.error('Error', \`the weather service answered \${response.status}\`);
    const { current: now } = await response.json();
    host.log('info', 'asked for', latitude, longitude);
    return { text: \`It is \${now.temperature_2m}° \${unit} now.\`, json: [now] };
  },
});

export default definePackage({
  kind: 'tool',
  title: ${JSON.stringify(title)},
  about: 'Tells the weather.',
  categories: ['weather'],
  settings,
  tools: { current },
  permissions: { network: ['https://api.open-meteo.com'], timeMs: 10000 },
});
`;

const model = (title: string) => `import { definePackage, defineProvider } from 'weft/plugin';

// A server with an API like OpenAI's. Change the origin, or let a credential name it: '{base_url}'.
const origin = 'https://api.example.com';

const example = defineProvider({
  title: ${JSON.stringify(title)},
  types: ['llm'],
  models: [{ name: 'example-small', type: 'llm', contextSize: 32000 }],
  openCatalogue: true,
  credentials: {
    type: 'object',
    required: ['api_key'],
    properties: { api_key: { type: 'string', secret: true, title: 'API key' } },
  },
  inject: [{ origin, header: 'Authorization', value: 'Bearer {api_key}' }],
  methods: {
    async *llm(request, host) {
      const { model, messages, parameters } = request;
      const answer = await host.stream(\`\${origin}/v1/chat/completions\`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ...Object(parameters), model, messages, stream: true, stream_options: { include_usage: true } }),
      });
      if (answer.status === 401) throw host.error('unauthorized', 'The API key is not accepted.');
      if (answer.status === 404) throw host.error('unknown_model', \`There is no model \${model}.\`);
      if (!answer.ok) throw host.error('Error', \`the server answered \${answer.status}\`);
      let usage = { promptTokens: 0, completionTokens: 0 };
      for await (const data of answer.events()) {
        if (data === '[DONE]') break;
        const chunk = JSON.parse(data);
        const text = chunk.choices?.[0]?.delta?.content;
        if (text) yield { type: 'text', text };
        if (chunk.usage) usage = { promptTokens: chunk.usage.prompt_tokens, completionTokens: chunk.usage.completion_tokens };
      }
      yield { type: 'usage', ...usage };
      yield { type: 'finish', reason: 'stop' };
    },
    async test(host) {
      const answer = await fetch(\`\${origin}/v1/models\`);
      if (answer.status === 401) throw host.error('unauthorized', 'The API key is not accepted.');
      if (!answer.ok) throw host.error('Error', \`the server answered \${answer.status}\`);
    },
  },
});

export default definePackage({
  kind: 'model',
  title: ${JSON.stringify(title)},
  about: 'Language models of a server of your own.',
  categories: ['models'],
  providers: { example },
  permissions: { network: [origin], timeMs: 120000 },
});
`;

const extension = (title: string) => `import { definePackage } from 'weft/plugin';

export default definePackage({
  kind: 'extension',
  title: ${JSON.stringify(title)},
  about: 'Counts runs that failed, and tells how many at an address of its own.',
  categories: ['developer'],
  endpoint: {
    about: 'GET: how many runs have failed.',
    methods: ['GET'],
    async answer(_request, host) {
      return { status: 200, body: { failed: (await host.storage.get('failed')) ?? 0 } };
    },
  },
  events: {
    // The same event may come again, with the same id.
    async 'run.failed'(event, host) {
      if ((await host.storage.get('last')) === event.id) return;
      await host.storage.set('failed', Number((await host.storage.get('failed')) ?? 0) + 1);
      await host.storage.set('last', event.id);
    },
  },
  permissions: { storage: 10000 },
});
`;

/** Code to begin with, in the part of TypeScript that is JavaScript; null: this kind has none. */
export function exampleCode(kind: PackageKind, title: string): string | null {
  const codes = { tool, model, extension, bundle: () => null };
  return codes[kind](title);
}

/** Cases for \`weft plugin test\`. */
export function exampleTests(kind: PackageKind): readonly object[] | null {
  if (kind === 'tool') {
    return [
      {
        name: 'tells the temperature',
        call: 'current',
        arguments: { latitude: 52.5, longitude: 13.4 },
        answers: { 'GET https://api.open-meteo.com/v1/forecast': { json: { current: { temperature_2m: 21 } } } },
        expect: { text: 'It is 21° celsius now.' },
      },
      {
        name: 'says so when the service does not answer',
        call: 'current',
        arguments: { latitude: 0, longitude: 0 },
        answers: { 'GET https://api.open-meteo.com/v1/forecast': { status: 503 } },
        error: 'the weather service answered 503',
      },
    ];
  }
  if (kind !== 'model') return null;
  const stream = [
    '{"choices":[{"delta":{"content":"Hello"}}]}',
    '{"choices":[],"usage":{"prompt_tokens":3,"completion_tokens":1}}',
  ];
  return [
    {
      name: 'streams an answer',
      call: { provider: 'example', method: 'llm' },
      request: { model: 'example-small', messages: [{ role: 'user', content: 'Hi' }], parameters: {} },
      settings: { api_key: 'a-key-for-tests' },
      answers: {
        'POST https://api.example.com/v1/chat/completions': {
          body: [...stream, '[DONE]'].map((data) => `data: ${data}\n\n`).join(''),
        },
      },
      parts: [
        { type: 'text', text: 'Hello' },
        { type: 'usage', promptTokens: 3, completionTokens: 1 },
      ],
    },
    {
      name: 'says that a key is wrong',
      call: { provider: 'example', method: 'test' },
      settings: { api_key: 'a-key-for-tests' },
      answers: { 'GET https://api.example.com/v1/models': { status: 401 } },
      error: 'unauthorized',
    },
  ];
}
