import { mappingOf, type SettingWarning } from '#engine';
import { templateProblem } from '#plugins/jinja/contract.ts';
import { withMarks } from './jinja.ts';

/** Messages written in Jinja that can't be read, and a prompt that says nothing. */
export function promptWarnings(data: Readonly<Record<string, unknown>>): readonly SettingWarning[] {
  const { prompt_template: prompt } = data;
  const isList = Array.isArray(prompt);
  const messages = (isList ? prompt : [prompt]).map(mappingOf);
  const wrong = messages.flatMap((message, at): SettingWarning[] => {
    if (message.edition_type !== 'jinja2') return [];
    const key = textOf(message.jinja2_text) === '' ? 'text' : 'jinja2_text';
    const problem = templateProblem(withMarks(textOf(message[key])));
    const field = isList ? `prompt_template.${at}.${key}` : `prompt_template.${key}`;
    return problem === null
      ? []
      : [{ code: 'template_syntax', severity: 'error', field, message: `is no Jinja template: ${problem}` }];
  });
  // With a memory, what the user says is asked.
  const isAsking = data.memory !== undefined && data.memory !== null;
  const isEmpty = messages.every((message) => `${textOf(message.text)}${textOf(message.jinja2_text)}`.trim() === '');
  if (!isEmpty || isAsking) return wrong;
  const field = isList && messages.length > 0 ? 'prompt_template.0.text' : 'prompt_template';
  return [{ code: 'empty_prompt', severity: 'error', field, message: 'is empty: write what the model is asked.' }];
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
