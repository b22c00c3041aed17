/** Those that models write; others stay as they are written. */
const named: Readonly<Record<string, string>> = {
  ...{
    amp: '&',
    lt: '<',
    gt: '>',
    quot: '"',
    apos: "'",
    nbsp: '\u00a0',
    shy: '\u00ad',
    ensp: '\u2002',
    emsp: '\u2003',
  },
  ...{ thinsp: '\u2009', zwnj: '\u200c', zwj: '\u200d', copy: '©', reg: '®', trade: '™', hellip: '…', mdash: '—' },
  ...{ ndash: '–', lsquo: '‘', rsquo: '’', sbquo: '‚', ldquo: '“', rdquo: '”', bdquo: '„', laquo: '«', raquo: '»' },
  ...{ lsaquo: '‹', rsaquo: '›', bull: '•', middot: '·', para: '¶', sect: '§', dagger: '†', deg: '°', plusmn: '±' },
  ...{ times: '×', divide: '÷', minus: '−', ne: '≠', le: '≤', ge: '≥', asymp: '≈', infin: '∞', sum: '∑', radic: '√' },
  ...{ larr: '←', uarr: '↑', rarr: '→', darr: '↓', harr: '↔', lArr: '⇐', rArr: '⇒', hArr: '⇔', euro: '€', pound: '£' },
  ...{ yen: '¥', cent: '¢', frac12: '½', frac14: '¼', frac34: '¾', sup1: '¹', sup2: '²', sup3: '³', micro: 'µ' },
  ...{ alpha: 'α', beta: 'β', gamma: 'γ', delta: 'δ', lambda: 'λ', mu: 'μ', pi: 'π', sigma: 'σ', omega: 'ω' },
  ...{ auml: 'ä', ouml: 'ö', uuml: 'ü', Auml: 'Ä', Ouml: 'Ö', Uuml: 'Ü', szlig: 'ß', eacute: 'é', egrave: 'è' },
  ...{ agrave: 'à', aacute: 'á', ccedil: 'ç', ntilde: 'ñ', check: '✓', star: '☆', hearts: '♥', colon: ':', sol: '/' },
  ...{ num: '#', lpar: '(', rpar: ')', lsqb: '[', rsqb: ']', lowbar: '_', ast: '*', vert: '|', bsol: '\\', grave: '`' },
  ...{ Tab: '\t', NewLine: '\n', excl: '!', dollar: '$', percnt: '%', comma: ',', period: '.', semi: ';', quest: '?' },
};

const entity = /&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([A-Za-z][A-Za-z0-9]{1,31}));/g;

/** Characters in place of their names: `&amp;` becomes `&`. What comes out is text, never markup. */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(entity, (whole, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return Object.hasOwn(named, name) ? (named[name] ?? whole) : whole;
    const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number.parseInt(decimal, 10);
    const isText = code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
    return isText ? String.fromCodePoint(code) : '\ufffd';
  });
}
