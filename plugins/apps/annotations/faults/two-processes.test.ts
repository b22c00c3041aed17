import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { promptApp } from '#engine/testing/app-document.ts';
import { testClient } from '#http/testing/client.ts';
import { AnnotationClient, annotationOf, pause } from '#plugins/annotations/testing/annotated-app.ts';
import { type Installation, testInstallation } from '#plugins/runs/testing/installation.ts';
import { managementClient } from '#plugins/runs/testing/management-client.ts';

describe.skipIf(inject('testDatabaseUrl') === '')('two processes on one database', () => {
  let installation: Installation;
  beforeAll(async () => {
    installation = await testInstallation();
  });
  afterAll(() => installation.dispose());

  it('answer from what the other one wrote, and not from what it deleted', async () => {
    const one = await installation.start();
    const two = await installation.startOther();
    const management = await managementClient(one, installation);
    const body = { yaml: promptApp('chat'), publish: true, key_name: 'test' };
    const imported = await management.request('/console/api/apps/import', { body });
    const { api_key: key } = imported.body as { api_key: string };
    const here = new AnnotationClient(one.address, key);
    const there = new AnnotationClient(two.address, key);
    const isAnswered = async () => {
      const question = { inputs: {}, query: 'which pot for a cactus', user: 'u' };
      const said = await testClient(two.address, key).request('/v1/chat-messages', { body: question });
      return annotationOf(said.body) !== null;
    };

    const { id } = await here.add('Which pot for a fern?', 'A large one.');
    await here.enable();
    expect(await there.answered('which pot for a fern')).toMatchObject({ answer: 'A large one.' });
    await here.send('PUT', `annotations/${id}`, { question: 'Which pot for a cactus?', answer: 'A small one.' });
    expect(await there.answered('which pot for a cactus')).toMatchObject({ answer: 'A small one.' });
    await here.send('DELETE', `annotations/${id}`);
    // Its text is read when it answers: what is deleted answers nowhere, at once.
    expect(await isAnswered()).toBe(false);
    await there.add('Which pot for a cactus?', 'A tiny one.');
    expect(await there.answered('which pot for a cactus')).toMatchObject({ answer: 'A tiny one.' });
    await here.send('POST', 'annotation-reply/disable', {
      score_threshold: 1,
      embedding_provider_name: '',
      embedding_model_name: '',
    });
    while (await isAnswered()) await pause();
    await Promise.all([one.stop(), two.stop()]);
  }, 120_000);
});
