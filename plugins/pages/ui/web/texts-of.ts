/** Languages besides English, which every page has at hand. */
const further = ['zh', 'es', 'fr', 'de'] as const;
type Further = (typeof further)[number];
export type Language = 'en' | Further;

/** Files beside the English one, by name (`./de.ts`). */
type Siblings<Texts> = Readonly<Record<string, () => Promise<{ readonly texts: Texts }>>>;

let language: Language = 'en';
let tag = 'en';
const loads: ((wanted: Language) => Promise<void>)[] = [];

/**
 * The texts of a folder: English ones at once, others when the page is in their language. Called at the end of the English file,
 * which is given all files beside it (`import.meta.glob('./*')`), in TypeScript or JSON; a language that has none is English. The function it gives is
 * called where texts are shown.
 */
export function defineTexts<Texts extends object>(english: Texts, siblings: Siblings<Texts>): () => Texts {
  let current = english;
  const load = async (wanted: Language) => {
    // Without a connection an English page is better than none.
    current =
      (await (siblings[`./${wanted}.ts`] ?? siblings[`./${wanted}.json`])?.().then(
        ({ texts }) => texts,
        () => english,
      )) ?? english;
  };
  loads.push(load);
  if (language !== 'en') void load(language);
  return () => current;
}

/** Chooses the language of the page: `wanted` (`zh-Hans`), else the first the browser asks for that there is. */
export async function loadTexts(wanted: string | null): Promise<void> {
  const tags = wanted === null ? navigator.languages : [wanted];
  const known = tags.map((each) => [each, each.slice(0, 2).toLowerCase()] as const);
  const found = known.find(([, short]) => short === 'en' || further.some((each) => each === short));
  [tag, language] = (found as readonly [string, Language] | undefined) ?? ['en', 'en'];
  document.documentElement.lang = tag;
  await Promise.all(loads.map((load) => load(language)));
}

/** Of the page, for `Intl`. */
export function pageLanguage(): string {
  return tag;
}

/** The language that its texts are in. */
export function textLanguage(): Language {
  return language;
}

/** The form for a number: `plural(n, { one: '1 file', other: `${n} files` })`. */
export function plural(
  count: number,
  forms: Partial<Record<Intl.LDMLPluralRule, string>> & { readonly other: string },
) {
  return forms[new Intl.PluralRules(tag).select(count)] ?? forms.other;
}
