import { afterAll, beforeAll, expect, it } from 'vitest';
import { exampleManifest, packageOf } from '#plugins/plugin-packages/testing/example-package.ts';
import { type LocalPackage, openPackage } from './open-package.ts';

let opened: LocalPackage;
beforeAll(async () => {
  const code = `export default { tools: { today: async (call, host) => {
    const speech = await host.model.textToSpeech({ text: 'Hi' });
    const full = await host.storage.set('a', 'x'.repeat(200)).catch((error) => error.name);
    const key = await host.storage.set('', 1).catch((error) => error.name);
    return {
      speech: [speech.media_type, new TextDecoder().decode(speech.audio)],
      embedding: await host.model.embedding({ texts: ['a'] }),
      full, key,
    };
  } } };`;
  const permissions = { models: ['text-to-speech', 'embedding'], storage: 100 };
  const read = packageOf(exampleManifest({}, { permissions, inject: [] }), code);
  const models = {
    'text-to-speech': { media_type: 'audio/wav', audio: 'sound' },
    embedding: { vectors: [[1, 2]], prompt_tokens: 3 },
  };
  opened = await openPackage(read, { models });
});
afterAll(() => opened.close());

it('models answer what a test says, and storage is as on a server', async () => {
  expect((await opened.tool('today', { city: 'x' })).answer).toEqual({
    speech: ['audio/wav', 'sound'],
    embedding: { vectors: [[1, 2]], prompt_tokens: 3 },
    full: 'Full',
    key: 'TypeError',
  });
});
