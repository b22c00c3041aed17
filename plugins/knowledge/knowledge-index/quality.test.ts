import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readEnvironment } from '#kernel';
import { exactBm25, mean, ndcg } from './testing/ranking.ts';
import { retrievalSets } from './testing/retrieval-set.ts';
import { newEntry, newPlace, openTestIndexes } from './testing/test-indexes.ts';

let test: Awaited<ReturnType<typeof openTestIndexes>>;
beforeAll(async () => {
  test = await openTestIndexes();
});
afterAll(() => test.dispose());

interface Question {
  readonly text: string;
  readonly relevant: Readonly<Record<string, number>>;
}

/** nDCG@10 of the search, and that of exact BM25, over the same texts. */
async function compare(texts: ReadonlyMap<string, string>, questions: readonly Question[]) {
  const place = newPlace();
  const ids = new Map([...texts.keys()].map((id) => [id, randomUUID() as string]));
  const names = new Map([...ids].map(([name, id]) => [id, name]));
  const entries = [...texts].map(([name, text]) => newEntry(text, { id: ids.get(name) ?? '' }));
  // In batches, as they come.
  for (let start = 0; start < entries.length; start += 100) {
    await test.indexes.upsert(place, entries.slice(start, start + 100));
  }
  const exact = exactBm25(texts);
  const ours: number[] = [];
  const theirs: number[] = [];
  for (const { text, relevant } of questions) {
    const hits = await test.indexes.searchText(place, text, 10);
    ours.push(
      ndcg(
        hits.map(({ id }) => names.get(id) ?? ''),
        relevant,
      ),
    );
    theirs.push(ndcg(exact(text), relevant));
  }
  return { ours: mean(ours), theirs: mean(theirs) };
}

describe('full-text search ranks as exact BM25 does', () => {
  const all = new Map(retrievalSets.flatMap(({ documents }) => documents.map(({ id, text }) => [id, text])));

  it.each(retrievalSets)('$language', async ({ questions }) => {
    const { ours, theirs } = await compare(all, questions);
    expect(ours).toBeGreaterThan(theirs - 0.01);
    expect(ours).toBeGreaterThan(0.85);
  });

  it.each([
    ['知识库的 文档', '知识库的文档'],
    ['有給 休暇', '有給休暇'],
  ])('a blank in a question without blanks changes nothing: %s', async (spaced, plain) => {
    const place = newPlace();
    await test.indexes.upsert(place, [newEntry('知识库的文档被切分'), newEntry('従業員の有給休暇'), newEntry('文档')]);
    expect(await test.indexes.searchText(place, spaced, 10)).toEqual(await test.indexes.searchText(place, plain, 10));
  });
});

/** In the form of SQuAD: the passage a question was asked of is what answers it. */
function readSet(file: string) {
  const { data } = JSON.parse(readFileSync(file, 'utf8')) as {
    data: readonly {
      paragraphs: readonly { context: string; qas: readonly { question: string }[] }[];
    }[];
  };
  const paragraphs = data.flatMap((each) => each.paragraphs);
  const texts = new Map(paragraphs.map(({ context }, at) => [`${at}`, context]));
  const questions = paragraphs.flatMap(({ qas }, at) =>
    qas.map(({ question }) => ({ text: question, relevant: { [`${at}`]: 1 } })),
  );
  return { texts, questions: questions.filter((_, at) => at % Math.ceil(questions.length / 100) === 0) };
}

/** Sets in a folder `retrieval` of the corpus that `WEFT_CORPUS` names, or beside it. */
const corpus = readEnvironment().WEFT_CORPUS ?? '';
const files = ['cmrc/dev.json', 'jsquad/valid.json']
  .flatMap((name) => [join(corpus, 'retrieval', name), join(corpus, '..', 'retrieval', name)])
  .filter((file) => corpus !== '' && existsSync(file));

describe.skipIf(files.length === 0)('full-text search over sets of the corpus', () => {
  it.each(files)('ranks as exact BM25 does: %s', async (file) => {
    const { texts, questions } = readSet(file);
    const { ours, theirs } = await compare(texts, questions);
    expect(ours).toBeGreaterThan(theirs - 0.01);
    expect(ours).toBeGreaterThan(0.9);
  });
});
