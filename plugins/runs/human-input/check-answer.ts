import { type FileResolver, isFileValue, isMapping, toJson } from '#engine';
import { isPlatformError, PlatformError } from '#kernel';
import type { FormAnswer, FormInput, HumanForm } from './contract.ts';
import type { CheckedAnswer } from './store.ts';

/** Characters of a text that is filled in. */
const MAX_TEXT = 400_000;
/** Files of a list whose form sets no limit (app DSL, limits: files per workflow run). */
const MAX_FILES = 10;

type Resolve = FileResolver | undefined;

/** Reads what somebody filled in; throws `human-input.invalid_form_data` naming the field. */
export async function checkAnswer(form: HumanForm, answer: FormAnswer): Promise<CheckedAnswer> {
  if (!form.actions.some(({ id }) => id === answer.action)) {
    const ids = form.actions.map(({ id }) => id).join(', ');
    throw invalid(`action: '${answer.action.slice(0, 100)}' is none of the form's actions (${ids})`, 'action');
  }
  const missing = form.inputs
    .map((input) => input.output_variable_name)
    .filter((name) => !Object.hasOwn(answer.inputs, name));
  if (missing.length > 0) throw invalid(`inputs: missing ${missing.join(', ')}`, missing[0] ?? 'inputs');
  const values = await Promise.all(
    form.inputs.map(async (input) => {
      const name = input.output_variable_name;
      return [name, await readValue(input, answer.inputs[name], answer.resolveFile)] as const;
    }),
  );
  return { actionId: answer.action, answers: toJson(Object.fromEntries(values)), user: answer.user };
}

function readValue(input: FormInput, value: unknown, resolve: Resolve): unknown {
  switch (input.type) {
    case 'paragraph':
      return readText(input, value);
    case 'select':
      return readChoice(input, value);
    case 'file':
      return readFile(input, value, resolve);
    case 'file-list':
      return readFiles(input, value, resolve);
  }
}

function readText(input: FormInput, value: unknown): string {
  if (typeof value !== 'string') throw wrong(input, 'is a text');
  if (value.length > MAX_TEXT) throw wrong(input, `has at most ${MAX_TEXT} characters`);
  // The database keeps neither of the two.
  return value.replaceAll('\0', '').toWellFormed();
}

function readChoice(input: FormInput, value: unknown): string {
  const options = input.option_source?.value ?? [];
  if (typeof value === 'string' && options.includes(value)) return value;
  throw wrong(input, `is one of ${options.slice(0, 20).join(', ').slice(0, 500)}`);
}

async function readFile(input: FormInput, value: unknown, resolve: Resolve): Promise<unknown> {
  if (!isMapping(value)) throw wrong(input, 'is a reference to a file');
  if (resolve === undefined) throw wrong(input, "takes files, which are given over the app's API only");
  const rules = {
    types: input.allowed_file_types ?? [],
    extensions: input.allowed_file_extensions ?? [],
    methods: input.allowed_file_upload_methods ?? [],
  };
  const file = await resolve(value, rules).catch((error: unknown) => {
    if (isPlatformError(error) && error.kind === 'invalid') throw wrong(input, `was not accepted: ${error.message}`);
    throw error;
  });
  if (!isFileValue(file)) throw wrong(input, 'is a reference to a file');
  return file;
}

async function readFiles(input: FormInput, value: unknown, resolve: Resolve): Promise<unknown> {
  if (!Array.isArray(value)) throw wrong(input, 'is a list of references to files');
  const limit = input.number_limits ?? MAX_FILES;
  if (value.length > limit) throw wrong(input, `takes at most ${limit} files`);
  return Promise.all(value.map((item) => readFile(input, item, resolve)));
}

function wrong(input: FormInput, rule: string): PlatformError {
  const name = input.output_variable_name;
  return invalid(`inputs: '${name}' ${rule}`, name);
}

function invalid(message: string, field: string): PlatformError {
  return new PlatformError('invalid', 'human-input.invalid_form_data', message, { field });
}
