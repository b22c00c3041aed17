/** Numbers that look random and are the same in every run (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b_79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const PIECES = [
  ...['The garden is watered', 'twice', 'a', 'incomprehensibilities'.repeat(8), '3.14', 'see https://a.example/b?c=1.'],
  ...['植物', '每周浇水两次', '。', '土が乾いたら水をやります', '水をやる', '😀', '👩‍👩‍👧', '𠮷'.repeat(30), '식물'],
  ...[
    '. ',
    ' ',
    ' ',
    '  ',
    '\t',
    '\n',
    '\n\n',
    '\n\n\n\n',
    '\r\n',
    '\u3000',
    '.',
    '。',
    '***',
    '|',
    '###',
    '\ufeff',
    'é',
  ],
];

/** A text of words, signs and ends of lines of several languages. */
export function randomText(random: () => number, pieces: number): string {
  const chosen = Array.from({ length: pieces }, () => PIECES[Math.floor(random() * PIECES.length)] ?? '');
  return chosen.join('');
}
