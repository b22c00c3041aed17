import { expect, it } from 'vitest';
import { neededPackages } from './needed-packages.ts';

const finders = { all: () => [], get: () => undefined } as never;
const tool = (provider: string, more: object = {}) => ({
  kind: 'builtin',
  provider,
  plugin: '',
  missing: 'x',
  ...more,
});

it('plugins are called as dependencies of documents are, also those that were renamed', async () => {
  const tools = [
    tool('jina'),
    tool('acme/maps/maps', { plugin: 'acme/maps:1.2.0@abc', kind: 'plugin' }),
    tool('here', { missing: null }),
    tool('flow', { kind: 'workflow' }),
  ];
  const models = [
    { provider: 'google', state: 'provider_missing' },
    { provider: 'acme~models~large', state: 'provider_missing' },
    { provider: 'openai', state: 'ready' },
  ];
  const found = await neededPackages(finders, 'w', { tools, models });
  expect(found.map(({ plugin_id: id }) => id)).toEqual([
    'langgenius/jina_tool',
    'acme/maps',
    'langgenius/gemini',
    'acme/models',
  ]);
});
