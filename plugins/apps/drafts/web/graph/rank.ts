/** What something is found by. */
export interface Findable {
  readonly label: string;
  /** Other names of it. */
  readonly aliases?: readonly string[] | undefined;
  readonly about?: string | undefined;
}

/** Letters typed that are too few to look into descriptions for. */
const SHORT = 3;

/** Those that are meant by what was typed, the likeliest first; those that are as likely stay in order. */
export function ranked<Item extends Findable>(items: readonly Item[], typed: string): readonly Item[] {
  const wanted = plain(typed);
  if (wanted === '') return items;
  const found = items.flatMap((item) => {
    const rank = rankOf(item, wanted);
    return rank === null ? [] : [{ item, rank }];
  });
  return found.toSorted((one, other) => one.rank - other.rank).map(({ item }) => item);
}

/** The lower, the likelier: the whole name, another name, beginnings of words, initials, any part; null: none of them. */
function rankOf({ label, aliases = [], about = '' }: Findable, wanted: string): number | null {
  const name = plain(label);
  const others = aliases.map(plain);
  const words = wanted.split(' ');
  const begins = (text: string) => words.every((word) => text.split(' ').some((each) => each.startsWith(word)));
  const initials = name
    .split(' ')
    .map((word) => word.charAt(0))
    .join('');
  const tests = [
    name === wanted,
    others.includes(wanted),
    name.startsWith(wanted),
    begins(name),
    others.some((other) => other.startsWith(wanted)),
    others.some(begins),
    wanted.length > 1 && initials.startsWith(wanted),
    name.includes(wanted),
    others.some((other) => other.includes(wanted)),
    wanted.length >= SHORT && begins(plain(about)),
  ];
  const rank = tests.indexOf(true);
  return rank < 0 ? null : rank;
}

/** Accents, case and punctuation are left out: `if/else` is `If / else`. */
function plain(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
