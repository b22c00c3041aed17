import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestKernel } from '#kernel/testing/test-kernel.ts';
import { type TestDatabaseEnvironment, testDatabaseEnvironment } from '#plugins/database/testing/test-database.ts';
import { KnowledgeIndexes } from './contract.ts';
import { newEntry, newPlace } from './testing/test-indexes.ts';

let environment: TestDatabaseEnvironment;
beforeAll(async () => {
  environment = await testDatabaseEnvironment();
});
afterAll(() => environment.dispose());

const plugins = [
  'plugins/core/content-threads',
  'plugins/core/database',
  'plugins/knowledge/knowledge-index',
  'plugins/knowledge/knowledge-pgvector',
];
const start = (more: Readonly<Record<string, string>> = {}) =>
  startTestKernel({ plugins, home: environment.home, env: { ...environment.env, ...more } });

it('a server searches what one before has written', async () => {
  const place = newPlace();
  const entry = newEntry('needle in a haystack', { vector: Float32Array.of(1, 2) });
  const first = await start();
  await first.resolve(KnowledgeIndexes).upsert(place, [entry]);
  await first.dispose();
  const second = await start({ WEFT_KNOWLEDGE_VECTORS: 'sql-bits' });
  try {
    const indexes = second.resolve(KnowledgeIndexes);
    const hits = [
      ...(await indexes.searchText(place, 'needles', 5)),
      ...(await indexes.searchVector(place, Float32Array.of(1, 2), 5)),
    ];
    expect(hits.map(({ id }) => id)).toEqual([entry.id, entry.id]);
  } finally {
    await second.dispose();
  }
});

it('a server that is to use what is not there says what there is, and does not start', async () => {
  await expect(start({ WEFT_KNOWLEDGE_VECTORS: 'quadrant' })).rejects.toThrow(/sql-bits, pgvector, or auto/);
});
