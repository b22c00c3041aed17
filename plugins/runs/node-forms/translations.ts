/** Languages of forms besides English. */
export const furtherLanguages = ['de', 'fr', 'es', 'zh'] as const;
export type FurtherLanguage = (typeof furtherLanguages)[number];
export type FormLanguage = 'en' | FurtherLanguage;

/** The texts of one language, by their English. */
export type Texts = Readonly<Record<string, string>>;

/** Texts in every language besides English. */
export type Translations = Readonly<Record<FurtherLanguage, Texts>>;
