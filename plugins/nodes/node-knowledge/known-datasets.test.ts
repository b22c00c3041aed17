import { afterAll, beforeAll, expect, it } from 'vitest';
import { appDocument, chain, node } from '#engine/testing/app-document.ts';
import { definePlugin } from '#kernel';
import { startPlatform, type TestPlatform } from '#plugins/delivery-api/testing/platform.ts';
import { KnowledgeSources } from './contract.ts';
import { knownBases } from './testing/known-bases.ts';

const HERE = '6f1ad4f8-62a4-4f53-9a30-9d6f1c0f0001';
const ELSEWHERE = '6f1ad4f8-62a4-4f53-9a30-9d6f1c0f0002';

const broken = definePlugin({
  id: 'broken-bases',
  setup({ contribute }) {
    contribute(KnowledgeSources, {
      id: 'broken-bases.source',
      known: () => Promise.reject(new Error('it is down')),
      retrieve: async () => ({ items: [] }),
      index: async () => ({}),
    });
  },
});

let platform: TestPlatform;
beforeAll(async () => {
  platform = await startPlatform({ extra: [broken, knownBases(HERE)] });
});
afterAll(() => platform.dispose());

const asking = (...ids: readonly string[]) =>
  appDocument({
    mode: 'workflow',
    nodes: [
      node('1', 'start', { variables: [] }),
      node('2', 'knowledge-retrieval', {
        dataset_ids: ids,
        query_variable_selector: ['sys', 'query'],
        retrieval_mode: 'multiple',
      }),
      node('3', 'end', { outputs: [] }),
    ],
    edges: chain('1', '2', '3'),
  });
const ask = (path: string, body: object) => platform.management.request(`/console/api/${path}`, { body });

it('a source that fails is told of for what no other one knows, and fails no plan', async () => {
  const { status, body, text } = await ask('apps/import/plan', { yaml: asking(HERE, ELSEWHERE) });
  expect(status, text).toBe(200);
  expect(body).toMatchObject({
    datasets: [
      { id: HERE, state: 'ready' },
      { id: ELSEWHERE, state: 'missing' },
    ],
    is_complete: false,
  });
  const { warnings } = body as { warnings: readonly string[] };
  const about = warnings.filter((warning) => warning.includes('broken-bases.source'));
  expect(about).toEqual([expect.stringContaining(ELSEWHERE)]);
  expect(text).not.toContain('it is down');
  expect(JSON.stringify(platform.log)).toContain('a knowledge source did not say what it has');
});

it('it is no matter where another one knows all, or none is asked for', async () => {
  for (const ids of [[HERE], [], ['no id']]) {
    const { status, text } = await ask('apps/import/plan', { yaml: asking(...ids) });
    expect(status, text).toBe(200);
    expect(text).not.toContain('broken-bases.source');
  }
});

it('apps in git are told that it did not answer, not that there is none', async () => {
  const documents = [{ file: 'asking.yml', yaml: asking(ELSEWHERE) }];
  const { status, text } = await ask('app-code/plan', { documents });
  expect(status, text).toBe(200);
  expect(text).toContain('broken-bases.source did not answer');
});
