import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { pdf, xlsx } from '#plugins/text-extraction/testing/documents.ts';
import { markedOf } from '#plugins/text-extraction/testing/extract-text.ts';
import { chunksOf, type DocForm, MAX_CHUNKS, readProcessRule, type Segmentation } from './contract.ts';
import { randomFrom, randomText } from './testing/random-text.ts';

const plain = (text: string) => ({ text, marks: [] });

function rule(segmentation: Partial<Segmentation>, more: object = {}, docForm: DocForm = 'text_model') {
  const complete = { separator: '\n', max_tokens: 50, chunk_overlap: 0, ...segmentation };
  return readProcessRule({ mode: 'custom', rules: { segmentation: complete, ...more } }, docForm);
}

function contentsOf(text: string, segmentation: Partial<Segmentation>, more: object = {}): readonly string[] {
  return chunksOf(plain(text), rule(segmentation, more), 'text_model').map(({ content }) => content);
}

const solid = (text: string) => text.replace(/[\s.。]/gu, '');

describe('the chunks of a text', () => {
  it('are its parts between separators, trimmed, without empty ones and without a full stop at the beginning', () => {
    const text = 'One\n\n  Two \n. Three\n。四\n.\nSix';
    expect(contentsOf(text, {})).toEqual(['One', 'Two', 'Three', '四', 'Six']);
    expect(contentsOf('a###b\nc', { separator: '###' })).toEqual(['a', 'b\nc']);
    expect(contentsOf('a\nb\n\nc', { separator: '\\n\\n' })).toEqual(['a\nb', 'c']);
    expect(contentsOf('a\r\nb\r\n\r\nc', { separator: '\n\n' })).toEqual(['a\nb', 'c']);
    expect(contentsOf('a\nb', { separator: '' })).toEqual(['a\nb']);
  });

  it('are cut where sentences end when they are too long, and joined while they fit', () => {
    const english = 'The first sentence. The second sentence. The third one. A fourth follows.';
    expect(contentsOf(english, {})).toEqual([
      'The first sentence. The second sentence.',
      'The third one. A fourth follows.',
    ]);
    const chinese = '植物每周浇水两次。'.repeat(8);
    expect(contentsOf(chinese, {})).toEqual(['植物每周浇水两次。'.repeat(5), '植物每周浇水两次。'.repeat(3)]);
    const japanese =
      '植物には週に二回水をやります。土が乾いたら水をやってください。冬の間は水やりを控えめにして、よく日に当ててください。';
    expect(contentsOf(japanese, {})).toEqual([
      '植物には週に二回水をやります。土が乾いたら水をやってください。',
      '冬の間は水やりを控えめにして、よく日に当ててください。',
    ]);
    const words = Array.from({ length: 20 }, (_, index) => `word${index}`).join(' ');
    expect(contentsOf(words, { max_tokens: 60 }).map(({ length }) => length)).toEqual([59, 55, 13]);
  });

  it('overlap only where a part was too long', () => {
    const text = `short\nalso short\n${'One two three. '.repeat(6)}`;
    const chunks = contentsOf(text, { chunk_overlap: 20 });
    expect(chunks.slice(0, 2)).toEqual(['short', 'also short']);
    expect(chunks.slice(2)).toEqual([
      'One two three. One two three. One two three.',
      'One two three. One two three. One two three.',
      'One two three. One two three.',
    ]);
    const solid = Array.from({ length: 130 }, (_, index) => String.fromCharCode(0x4e00 + index)).join('');
    const pieces = contentsOf(solid, { chunk_overlap: 10 });
    expect(pieces.map(({ length }) => length)).toEqual([50, 50, 50]);
    expect(pieces[1]?.slice(0, 10)).toBe(pieces[0]?.slice(-10));
  });

  it('are cleaned up', () => {
    const text = 'a\0b\u0007\ufffe <|im_start|> <||> c|||> x';
    expect(contentsOf(text, {})).toEqual(['ab <im_start> <> c> x']);
    const spaces = { pre_processing_rules: [{ id: 'remove_extra_spaces', enabled: true }] };
    expect(contentsOf('a  \u3000 b\n\n\n\n\nc', { separator: '###' }, spaces)).toEqual(['a b\n\nc']);
    const off = { pre_processing_rules: [{ id: 'remove_extra_spaces', enabled: false }] };
    expect(contentsOf('a  b', {}, off)).toEqual(['a  b']);
  });

  it('lose addresses and e-mail addresses when that is asked for, but not the addresses of pictures', () => {
    const rules = { pre_processing_rules: [{ id: 'remove_urls_emails', enabled: true }] };
    const text =
      '见https://a.example/b。Write to ada.berg+x@mail.example.org! ![a [b]](https://p.example/a.png) [c](https://q.example) (http://r.example/).';
    expect(contentsOf(text, { max_tokens: 500 }, rules)).toEqual([
      '见。Write to ! ![a [b]](https://p.example/a.png) [c]() ().',
    ]);
  });

  it('lose the stop words of their language when that is asked for', () => {
    const rules = rule({}, { pre_processing_rules: [{ id: 'remove_stopwords', enabled: true }] });
    const contents = (text: string, language?: string) =>
      chunksOf(plain(text), rules, 'text_model', language).map(({ content }) => content);
    expect(contents('The garden is in the north.')).toEqual(['garden north.']);
    expect(contents('Der Garten ist im Norden.', 'German')).toEqual(['Garten Norden.']);
    expect(contents('植物每周浇水两次。', 'Chinese')).toEqual(['植物每周浇水两次。']);
  });

  it('have a hash of their content, and no answer and children', () => {
    const [chunk] = chunksOf(plain('Water'), rule({}), 'text_model');
    const hash = createHash('sha256').update('Water').digest('hex');
    expect(chunk).toEqual({ content: 'Water', answer: null, children: [], page: null, heading: null, hash });
  });

  it('know the page and the heading they begin on, also behind what was cleaned away', () => {
    const first = 'Intro  text\n\n\n\n\u0007';
    const text = `${first}\nSecond page\nmore`;
    const marks = [
      { at: 0, page: 1 },
      { at: 6, heading: 'Start' },
      { at: first.length + 1, page: 2 },
      { at: text.length - 4, heading: '' },
    ];
    const spaces = { pre_processing_rules: [{ id: 'remove_extra_spaces', enabled: true }] };
    const places = chunksOf({ text, marks }, rule({}, spaces), 'text_model').map(({ content, page, heading }) => [
      content,
      page,
      heading,
    ]);
    expect(places).toEqual([
      ['Intro text', 1, null],
      ['Second page', 2, 'Start'],
      ['more', 2, null],
    ]);
  });
});

describe('the chunks of documents', () => {
  it('know their pages, slides, sheets and headings', async () => {
    const places = async (name: string, bytes: Uint8Array | string, separator = '\n') => {
      const rules = rule({ separator, max_tokens: 500 });
      const chunks = chunksOf(await markedOf(name, bytes), rules, 'text_model');
      return chunks.map(({ content, page, heading }) => [content, page, heading]);
    };
    expect(await places('a.pdf', pdf(['one\ntwo', 'three']))).toEqual([
      ['one', 1, null],
      ['two', 1, null],
      ['three', 2, null],
    ]);
    const row = '<row><c><v>7</v></c></row>';
    expect(await places('a.xlsx', xlsx({ sheets: { Prices: row, 第二: row } }), '\n\n')).toEqual([
      ['| 7 |\n| --- |', null, 'Prices'],
      ['| 7 |\n| --- |', null, '第二'],
    ]);
    expect(await places('a.md', 'intro\n# Care\n## Water\ntwice a week\n')).toEqual([
      ['intro', null, null],
      ['# Care', null, 'Care'],
      ['## Water', null, 'Water'],
      ['twice a week', null, 'Water'],
    ]);
  });
});

describe('parents and children', () => {
  const children = { separator: '\n', max_tokens: 50, chunk_overlap: 0 };

  it('are parts of the text and their parts', () => {
    const rules = rule(
      { separator: '\n\n', max_tokens: 500 },
      { parent_mode: 'paragraph', subchunk_segmentation: children },
      'hierarchical_model',
    );
    const text = `One\nTwo\n\n${'Sentence of words. '.repeat(4)}\n\n..`;
    const parents = chunksOf(plain(text), rules, 'hierarchical_model');
    expect(parents.map(({ children }) => children)).toEqual([
      ['One', 'Two'],
      ['Sentence of words. Sentence of words.', 'Sentence of words. Sentence of words.'],
      ['.'],
    ]);
    expect(parents[0]).toMatchObject({ content: 'One\nTwo', answer: null });
  });

  it('may be one parent, the document as it is', () => {
    const rules = rule(
      {},
      {
        parent_mode: 'full-doc',
        subchunk_segmentation: children,
        pre_processing_rules: [{ id: 'remove_extra_spaces', enabled: true }],
      },
      'hierarchical_model',
    );
    const text = `One   spaced\n\n\n\nTwo${' x'.repeat(5_000)}`;
    const [parent, ...none] = chunksOf({ text, marks: [{ at: 0, page: 1 }] }, rules, 'hierarchical_model');
    expect(none).toEqual([]);
    expect(parent).toMatchObject({ content: text, page: 1 });
    expect(parent?.children.slice(0, 2)).toEqual(['One   spaced', `Two${' x'.repeat(23)}`]);
    expect(chunksOf(plain(' \n'), rules, 'hierarchical_model')).toEqual([]);
  });
});

describe('any text in any rule', () => {
  const separators = ['\n', '\\n\\n', '。', '', ' ', '###', '植物'];

  it('is covered by its chunks, none of which is too long or cuts a character', () => {
    const random = randomFrom(7);
    for (let round = 0; round < 200; round += 1) {
      const text = randomText(random, 1 + Math.floor(random() * 300));
      const separator = separators[Math.floor(random() * separators.length)] ?? '';
      const max = 50 + Math.floor(random() * 200);
      const overlap = Math.floor(random() * max);
      const cover = contentsOf(text, { separator, max_tokens: max });
      const dropped = separator.replaceAll('\\n', '\n');
      const wanted = dropped === '' ? text : text.replaceAll('\r\n', '\n').replaceAll(dropped, '');
      expect(solid(cover.join('')), `round ${round}`).toBe(solid(wanted));
      const chunks = contentsOf(text, { separator, max_tokens: max, chunk_overlap: overlap });
      for (const chunk of [...cover, ...chunks]) {
        expect(chunk.length).toBeLessThanOrEqual(max);
        expect(chunk.isWellFormed()).toBe(true);
        expect(chunk).toBe(chunk.trim());
      }
      // The overlap repeats, and loses nothing.
      expect(chunks.join('').length).toBeLessThanOrEqual(4 * text.length);
      expect(new Set(solid(chunks.join('')))).toEqual(new Set(solid(cover.join(''))));
    }
  });

  it('gives children that cover their parent', () => {
    const random = randomFrom(11);
    for (let round = 0; round < 100; round += 1) {
      const subchunk = { separator: '\n', max_tokens: 50, chunk_overlap: 0 };
      const rules = rule(
        { max_tokens: 300, separator: '\n\n' },
        { subchunk_segmentation: subchunk },
        'hierarchical_model',
      );
      for (const { content, children } of chunksOf(plain(randomText(random, 200)), rules, 'hierarchical_model')) {
        expect(children.length).toBeGreaterThan(0);
        expect(solid(children.join(''))).toBe(solid(content));
      }
    }
  });
});

describe('texts that are made to cost much', () => {
  const size = 2_000_000;
  const all = {
    pre_processing_rules: ['remove_extra_spaces', 'remove_urls_emails', 'remove_stopwords'].map((id) => ({
      id,
      enabled: true,
    })),
  };

  it.each([
    ['no separator', 'x'.repeat(size)],
    ['surrogate pairs', '😀'.repeat(size / 2)],
    ['halves of surrogate pairs', '\ud83d'.repeat(size)],
    ['blanks', ' '.repeat(size)],
    ['bars', '|'.repeat(size)],
    ['opening marks', '<|'.repeat(size / 2)],
    ['at signs', 'a@'.repeat(size / 2)],
    ['addresses of pictures', '![](https://a'.repeat(size / 13)],
    ['one e-mail address', `${'a'.repeat(size)}@b`],
    ['words of one letter', 'x '.repeat(size / 2)],
  ])('attack T21: %s of two million characters are cut in a time that grows with them', (_name, text) => {
    const rules = rule({ max_tokens: 500, chunk_overlap: 499 }, all);
    const chunks = chunksOf(plain(text), rules, 'text_model');
    expect(chunks.reduce((sum, { content }) => sum + content.length, 0)).toBeLessThanOrEqual(4 * size);
    // A time that grew with the square would be minutes, and end the test.
  });

  it('attack T21: a text of separators is refused, before there are more chunks than a document may have', () => {
    expect(chunksOf(plain('\n'.repeat(1_000_000)), rule({}), 'text_model')).toEqual([]);
    const lines = 'a\n'.repeat(1_000_000);
    const refused = expect.objectContaining({ kind: 'invalid', code: 'chunking.too_many_chunks' });
    expect(() => chunksOf(plain(lines), rule({}), 'text_model')).toThrow(refused);
    const parents = readProcessRule({ mode: 'hierarchical', rules: { parent_mode: 'full-doc' } }, 'hierarchical_model');
    expect(() => chunksOf(plain(lines), parents, 'hierarchical_model')).toThrow(refused);
    expect(chunksOf(plain('a\n'.repeat(MAX_CHUNKS)), rule({}), 'text_model')).toHaveLength(MAX_CHUNKS);
  });
});
