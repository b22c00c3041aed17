import { isMapping } from '#engine';
import type { FormInput, ShownForm } from '#plugins/human-input/contract.ts';
import { formText } from '#plugins/human-input/contract.ts';

type Mapping = Readonly<Record<string, unknown>>;

/** The name of the field by which people press a button of the form. */
const ACTION = 'action';
const MAX_TEXT = 4_000;

/** Whether a client can show a form: it asks for texts and choices only. */
export function isAskable({ inputs, token }: ShownForm): boolean {
  return token !== null && inputs.every(({ type }) => type === 'paragraph' || type === 'select');
}

/** A form as a client asks people (`elicitation/create`). Its text is data: clients show it as such. `problem`: of the answer before. */
export function elicitationOf(form: ShownForm, problem = ''): Mapping {
  const fields = form.inputs.map((input): [string, Mapping] => [input.output_variable_name, fieldOf(form, input)]);
  const { actions } = form;
  const oneOf = actions.map(({ id, title }) => ({ const: id, title }));
  const action =
    actions.length > 1 ? [[actionField(form), { type: 'string', title: 'What to do', oneOf }] as const] : [];
  return {
    method: 'elicitation/create',
    params: {
      mode: 'form',
      message: [messageOf(form), problem].filter((text) => text !== '').join('\n\n'),
      requestedSchema: {
        type: 'object',
        properties: Object.fromEntries([...fields, ...action]),
        required: [
          ...form.inputs.filter(({ type }) => type === 'select').map((input) => input.output_variable_name),
          ...action.map(([name]) => name),
        ],
      },
    },
  };
}

/** The text people read, without the marks of inputs: those are fields below. */
export function messageOf({ content, nodeTitle }: ShownForm): string {
  const text = formText(content.filter((part) => typeof part === 'string')).trim();
  return (text === '' ? nodeTitle : text).slice(0, MAX_TEXT);
}

function fieldOf(
  { defaults }: ShownForm,
  { type, output_variable_name: name, option_source: options }: FormInput,
): Mapping {
  if (type === 'select') return { type: 'string', title: name, enum: options?.value ?? [] };
  const preset = Object.hasOwn(defaults, name) ? defaults[name] : '';
  return { type: 'string', title: name, ...(preset !== '' && { default: preset }) };
}

function actionField({ inputs }: ShownForm): string {
  return inputs.some((input) => input.output_variable_name === ACTION) ? '_action' : ACTION;
}

/** What people filled in, as the form takes it: what they left out is what the form shows at first. */
export function answerIn(form: ShownForm, content: unknown) {
  const given = isMapping(content) ? content : {};
  const inputs = Object.fromEntries(
    form.inputs.map(({ output_variable_name: name }) => [
      name,
      Object.hasOwn(given, name) ? written(given[name]) : (form.defaults[name] ?? ''),
    ]),
  );
  const chosen = given[actionField(form)];
  const action = form.actions.length > 1 ? String(chosen ?? '') : (form.actions[0]?.id ?? '');
  return { inputs, action };
}

/** Some clients give what looks like a number or a yes as one. */
function written(value: unknown): unknown {
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
}
