import type { FileRules } from './file-types.ts';

const kinds = ['text-input', 'paragraph', 'number', 'select', 'checkbox', 'json_object', 'file', 'file-list'] as const;
export type FieldKind = (typeof kinds)[number];

/** One field of a form, whoever asks: the inputs of an app, or a form that a run waits for. */
export interface InputField {
  readonly kind: FieldKind;
  readonly name: string;
  readonly label: string;
  readonly required: boolean;
  /** Not shown; it takes its default, or what the address of the page brings. */
  readonly hidden: boolean;
  readonly preset: unknown;
  readonly description: string;
  readonly placeholder: string;
  readonly options: readonly string[];
  /** Characters of a text, files of a list; 0: no limit. */
  readonly maximum: number;
  readonly files: FileRules;
  /** A JSON field whose schema asks for a list. */
  readonly isList: boolean;
}

type Mapping = Readonly<Record<string, unknown>>;

export function isMapping(value: unknown): value is Mapping {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Of `user_input_form` (runtime API, app metadata): objects of one key, which is the kind of the control. */
export function readFields(form: unknown): InputField[] {
  return list(form).flatMap((item) =>
    Object.entries(isMapping(item) ? item : {}).flatMap(([control, rules]) => {
      // Its value comes from outside; nobody is asked for it.
      if (!isMapping(rules) || control === 'external_data_tool' || text(rules.variable) === '') return [];
      return [readField(control, rules)];
    }),
  );
}

function readField(control: string, rules: Mapping): InputField {
  const name = text(rules.variable);
  const known = kinds.find((kind) => kind === control);
  return {
    ...blank,
    // Controls of later versions: a choice where there are options, else a line of text.
    kind: known ?? (list(rules.options).length > 0 ? 'select' : 'text-input'),
    name,
    label: text(rules.label) || name,
    required: rules.required === true,
    hidden: rules.hide === true,
    preset: rules.default ?? null,
    description: text(rules.description) || text(rules.hint),
    placeholder: text(rules.placeholder),
    options: texts(rules.options),
    maximum: count(rules.max_length),
    files: fileRules(rules),
    isList: isMapping(rules.json_schema) && rules.json_schema.type === 'array',
  };
}

/** The text of such a form, without the places that its fields were meant for: they stand below it. */
export function withoutFields(content: string): string {
  return content.replace(/\{\{#\$output\.[^#{}]*#\}\}/g, '').trimEnd();
}

/** Of a form that a run waits for (runtime API, human-input forms). */
export function readFormFields(inputs: unknown, defaults: unknown): InputField[] {
  return list(inputs).flatMap((input) => {
    if (!isMapping(input)) return [];
    const name = text(input.output_variable_name);
    const kind = kinds.find((each) => each === input.type) ?? 'paragraph';
    return [
      {
        ...blank,
        kind,
        name,
        // The family gives these inputs no label; a name is not meant for people.
        label: text(input.label) || name.replaceAll('_', ' '),
        // Text may stay empty; a choice and a file can't.
        required: kind === 'select' || kind === 'file',
        preset: isMapping(defaults) ? (defaults[name] ?? null) : null,
        options: isMapping(input.option_source) ? texts(input.option_source.value) : [],
        maximum: kind === 'file-list' ? count(input.number_limits) : 0,
        files: fileRules(input),
      },
    ];
  });
}

const blank = {
  hidden: false,
  description: '',
  placeholder: '',
  isList: false,
} as const;

function fileRules(rules: Mapping): FileRules {
  return {
    types: texts(rules.allowed_file_types),
    extensions: texts(rules.allowed_file_extensions),
    methods: texts(rules.allowed_file_upload_methods),
  };
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function texts(value: unknown): string[] {
  return list(value).filter((each) => typeof each === 'string');
}

function count(value: unknown): number {
  return typeof value === 'number' && value > 0 ? Math.floor(value) : 0;
}
