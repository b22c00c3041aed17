import { isMapping } from '#engine';
import type { NodeForm } from './contract.ts';
import { shared } from './shared-texts.ts';
import type { FormLanguage, Texts } from './translations.ts';

/** Where texts stand in a form; everything else is names, paths and settings. */
const textKeys: ReadonlySet<string> = new Set(['title', 'about', 'label', 'help', 'placeholder', 'item']);
/** Settings of nodes: whatever is in them is no text of the form. */
const dataKeys: ReadonlySet<string> = new Set(['start', 'new', 'default', 'when', 'texts', 'aliases']);

/** The form in a language; a text without a translation stays English. */
export function translateForm(form: NodeForm, language: FormLanguage): NodeForm {
  if (language === 'en') return form;
  const own: Texts = form.texts?.[language] ?? {};
  const of = (text: string) => textOf(own, text) ?? translateShared(text, language);
  return mapTexts(form, of) as NodeForm;
}

/** A text of `node-forms` itself. */
export function translateShared(text: string, language: FormLanguage): string {
  return language === 'en' ? text : (textOf(shared[language], text) ?? text);
}

/** Every text of a form, in English, once. */
export function textsOfForm(form: NodeForm): readonly string[] {
  const found = new Set<string>();
  mapTexts(form, (text) => {
    found.add(text);
    return text;
  });
  return [...found];
}

function textOf(texts: Texts, text: string): string | undefined {
  return Object.hasOwn(texts, text) ? texts[text] : undefined;
}

function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, change));
  if (!isMapping(value)) return value;
  const entries = Object.entries(value).map(([key, part]): [string, unknown] => {
    if (dataKeys.has(key)) return [key, part];
    if (textKeys.has(key) && typeof part === 'string') return [key, change(part)];
    return [key, mapTexts(part, change)];
  });
  return Object.fromEntries(entries);
}
