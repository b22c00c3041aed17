import type { SettingWarning } from '#engine';
import { templateProblem } from '#plugins/jinja/contract.ts';
import { readText } from './settings.ts';

/** A template that can't be read. */
export function templateWarnings({ template }: Readonly<Record<string, unknown>>): readonly SettingWarning[] {
  const problem = templateProblem(readText(template));
  if (problem === null) return [];
  return [
    { code: 'template_syntax', severity: 'error', field: 'template', message: `is no Jinja template: ${problem}` },
  ];
}
