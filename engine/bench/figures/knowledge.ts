import type { Figure, Row } from '#engine/bench/figure.ts';
import { readEnvironment } from '#kernel';

/** Named by address, as the kernel names plugins: the engine imports none. */
const measure = new URL('../../../plugins/knowledge/knowledge-index/bench/measure-indexes.ts', import.meta.url);

type Measure = (address: string, chunks: number, questions: number) => Promise<readonly Row[]>;

/** Indexes of knowledge bases, called as a plugin calls them: without models, and without HTTP. */
export const knowledge: Figure = {
  name: 'knowledge',
  title: 'Knowledge: a base of 100,000 chunks of 82 words and 1,024 dimensions among ten in one table',
  async measure(bench) {
    const environment = readEnvironment();
    const address = environment.DATABASE_URL || environment.TEST_DATABASE_URL;
    if (!address) throw new Error('it needs PostgreSQL on this machine: set DATABASE_URL or TEST_DATABASE_URL');
    const { measureIndexes }: { measureIndexes: Measure } = await import(measure.href);
    return bench.isQuick ? measureIndexes(address, 10_000, 50) : measureIndexes(address, 100_000, 100);
  },
};
