import type { SettingWarning } from '#engine';
import { readTexts } from './settings.ts';

/** Knowledge that is asked nothing: neither a text nor a file. */
export function queryWarnings(data: Readonly<Record<string, unknown>>): readonly SettingWarning[] {
  const isChosen = (selector: unknown) => readTexts(selector).filter((part) => part !== '').length > 1;
  if (isChosen(data.query_variable_selector) || isChosen(data.query_attachment_selector)) return [];
  const message = 'is empty: choose what is looked for, a text or a file.';
  return [{ code: 'missing_query', severity: 'error', field: 'query_variable_selector', message }];
}
