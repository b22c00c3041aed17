import { expect, it } from 'vitest';
import { localSource, matching, orTyped, walkedSource } from './source.ts';

const signal = new AbortController().signal;
const source = localSource('models', [
  { id: '1', label: 'GPT-5 mini', group: 'OpenAI' },
  { id: '2', label: 'Claude', detail: 'anthropic/claude', group: 'Anthropic' },
  { id: '3', label: 'Mini', group: 'Mistral' },
  { id: '4', label: 'GPT-5', group: 'OpenAI' },
]);
const found = async (search: string) => (await source.find(search, null, signal)).items.map(({ id }) => id);

it('finds by all words of label, detail and group, in any case', async () => {
  expect(await found('gpt OPENAI')).toEqual(['1', '4']);
  expect(await found('anthropic/')).toEqual(['2']);
  expect(await found('gpt claude')).toEqual([]);
});

it('puts what begins with the word first, and keeps groups whole', async () => {
  expect(await found('mini')).toEqual(['3', '1']);
  expect(await found(' ')).toEqual(['1', '4', '2', '3']);
});

it('puts what can not be picked behind the rest of its group, and its group behind others', async () => {
  const some = [
    { id: '1', label: 'Ada', group: 'Here', whyNot: 'owns it' },
    { id: '2', label: 'Ben', group: 'Here' },
    { id: '3', label: 'Cy', group: 'Gone', whyNot: 'left' },
    { id: '4', label: 'Adam', group: 'There' },
  ];
  expect(matching(some, '').map(({ id }) => id)).toEqual(['2', '1', '4', '3']);
  expect(matching(some, 'ada').map(({ id }) => id)).toEqual(['4', '1']);
});

it('needs no accents', () => {
  expect(matching([{ id: '1', label: 'Köln' }], 'koln')).toHaveLength(1);
  expect(matching([{ id: '1', label: 'Koln' }], 'KÖ')).toHaveLength(1);
});

it('knows its things by their ids', () => {
  expect(source.known?.('3')).toMatchObject({ label: 'Mini' });
  expect(source.known?.('9')).toBeNull();
});

it('offers what is typed where nothing is called so', () => {
  const items = [{ id: 'de', label: 'German' }];
  expect(orTyped(items, ' Low German ', 'typed')).toEqual([
    ...items,
    { id: 'Low German', label: 'Low German', detail: 'typed' },
  ]);
  expect(orTyped(items, 'German', 'typed')).toEqual(items);
  expect(orTyped(items, ' ', 'typed')).toEqual(items);
});

it('looks through pages that no server searches', async () => {
  const asked: (string | null)[] = [];
  const walked = walkedSource('versions', async (next) => {
    asked.push(next);
    const at = Number(next ?? 0);
    return { items: [{ id: `${at}`, label: `Version ${at}` }], next: at < 3 ? String(at + 1) : null };
  });
  expect(await walked.find('', '1', signal)).toEqual({ items: [{ id: '1', label: 'Version 1' }], next: '2' });
  expect(await walked.find('version 3', null, signal)).toMatchObject({ items: [{ id: '3' }], next: null });
  asked.length = 0;
  expect(await walked.get?.('1', signal)).toMatchObject({ label: 'Version 1' });
  expect(asked).toEqual([null, '1']);
  expect(await walked.get?.('9', signal)).toBeNull();
});
