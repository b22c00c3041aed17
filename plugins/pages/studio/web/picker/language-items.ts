import type { PickerItem } from './source.ts';

/** Those in which pages are written, under the names that accounts and pages keep. */
export const pageLanguages = (): ReadonlyMap<string, string> =>
  new Map(Object.entries({ 'en-US': 'en', 'zh-Hans': 'zh-Hans', 'es-ES': 'es', 'fr-FR': 'fr', 'de-DE': 'de' }));

const tags = [
  ...['ar', 'bg', 'bn', 'ca', 'cs', 'da', 'de', 'el', 'en', 'es', 'et', 'fa', 'fi', 'fr', 'he', 'hi', 'hr', 'hu', 'id'],
  ...['it', 'ja', 'ko', 'lt', 'lv', 'ms', 'nl', 'no', 'pl', 'pt', 'ro', 'ru', 'sk', 'sl', 'sr', 'sv', 'sw', 'ta', 'th'],
  ...['tr', 'uk', 'ur', 'vi', 'zh-Hans', 'zh-Hant'],
];

/** Those that models write and speak, under their tags. */
export const spokenLanguages = (): ReadonlyMap<string, string> => new Map(tags.map((tag) => [tag, tag]));

/** The same, under their English names. */
export const writtenLanguages = (): ReadonlyMap<string, string> => new Map(tags.map((tag) => [nameOf(tag, 'en'), tag]));

/** Languages by their names in the language of the page, each with what it calls itself; `tags` by id. */
export function languageItems(tags: ReadonlyMap<string, string>, page: string): readonly PickerItem[] {
  const items = [...tags].map(([id, tag]): PickerItem => {
    const [label, own] = [nameOf(tag, page), nameOf(tag, tag)];
    return { id, label, ...(own !== label && { detail: own }) };
  });
  return items.sort((one, other) => one.label.localeCompare(other.label, page));
}

/** The name of a language in another; what is no tag stays as it is. */
export function nameOf(tag: string, language: string): string {
  try {
    const name = new Intl.DisplayNames(language, { type: 'language' }).of(tag) ?? tag;
    return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
  } catch {
    return tag;
  }
}
