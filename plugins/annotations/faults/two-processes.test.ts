import { copyFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { promptApp } from '../../../engine/testing/app-document.ts';
import { testClient } from '../../../http/testing/client.ts';
import { type TestDatabaseEnvironment, testDatabaseEnvironment } from '../../database/testing/test-database.ts';
import { killLeftovers, startServer } from '../../runs/testing/server-process.ts';
import { AnnotationClient, annotationOf, pause } from '../testing/annotated-app.ts';

describe.skipIf(inject('testDatabaseUrl') === '')('two processes on one database', () => {
  let environment: TestDatabaseEnvironment;
  let otherHome: string;
  beforeAll(async () => {
    environment = await testDatabaseEnvironment();
    otherHome = await mkdtemp(join(tmpdir(), 'weft-test-'));
  });
  afterAll(async () => {
    await killLeftovers();
    await environment.dispose();
    await rm(otherHome, { recursive: true, force: true });
  });

  it('answer from what the other one wrote, and not from what it deleted', async () => {
    const one = await startServer(environment.env);
    await copyFile(join(environment.home, 'secret.key'), join(otherHome, 'secret.key'));
    const two = await startServer({ ...environment.env, WEFT_HOME: otherHome });
    const token = (await readFile(join(environment.home, 'management-token'), 'utf8')).trim();
    const body = { yaml: promptApp('chat'), publish: true, key_name: 'test' };
    const imported = await testClient(one.address, token).request('/console/api/apps/import', { body });
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
