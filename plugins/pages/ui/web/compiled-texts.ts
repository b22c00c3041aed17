import { pageLanguage } from './texts-of.ts';

/** What texts call that the build of pages made of JSON. */

/** The form for a number, by the rules of the language of the text, which may be another than that of the page. */
export function form(
  language: string,
  type: Intl.PluralRuleType,
  count: number,
  forms: Partial<Record<Intl.LDMLPluralRule, string>> & { readonly other: string },
): string {
  return forms[new Intl.PluralRules(language, { type }).select(count)] ?? forms.other;
}

/** A number as the page writes numbers. */
export function shown(count: number): string {
  return new Intl.NumberFormat(pageLanguage()).format(count);
}
