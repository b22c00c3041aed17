/**
 * One condition; all of a list must hold. `at` is a path as in fields: below `data`, or below the item of a list; a setting
 * that is not there counts as its field's `default`.
 */
export type When =
  | { readonly at: string; readonly is: readonly (string | number | boolean | null)[] }
  | { readonly at: string; readonly is_not: readonly (string | number | boolean | null)[] }
  /** The app's kind: `workflow`, `advanced-chat`. */
  | { readonly mode: readonly string[] }
  /** What the chosen model can do (`features` of models: `vision`, `structured-output`). */
  | { readonly feature: string };

/** One of several values. */
export interface Choice {
  readonly value: string | number | boolean;
  readonly label: string;
}

interface FieldBase {
  /**
   * Path of the setting below `data`, or below the item where it is a field of a list; keys with dots between. An empty
   * path is all of it.
   */
  readonly at: string;
  readonly label: string;
  readonly help?: string;
  readonly placeholder?: string;
  readonly when?: readonly When[];
  /** A node without it can't do its work. */
  readonly required?: boolean;
  /** What counts where the setting is absent. */
  readonly default?: unknown;
  /** `{type, value}` lies at `at`: the value is in `value`, and `type` is written as this. */
  readonly wrapped?: 'constant' | 'variable' | 'mixed';
  /** Shown when asked for. */
  readonly is_advanced?: boolean;
}

/** A line of text. */
interface TextField extends FieldBase {
  readonly kind: 'text';
  /** What is checked while typing: a time is `9:30 AM`, a timezone a name like `Europe/Berlin`. */
  readonly format?: 'name' | 'time' | 'timezone' | 'cron' | 'email';
  readonly max_length?: number;
}

/** Text with placeholders of variables, `{{#node.name#}}`. */
interface TemplateField extends FieldBase {
  readonly kind: 'template';
  /** How it is written: `jinja2` takes named variables (`{{ name }}`) in place of placeholders. */
  readonly language?: 'text' | 'markdown' | 'json' | 'jinja2';
  readonly is_line?: boolean;
  /** The list of `{type: 'text', key: '', value}` at `at` has this text as its only item. */
  readonly is_item?: boolean;
  /** Placeholders that have a meaning here only: `#context#`. */
  readonly special?: readonly string[];
  /** What is typed here is a secret: a mark stands for it once it is saved. */
  readonly is_secret?: boolean;
}

/**
 * Messages of a prompt: a list of `{id, role, text, edition_type, jinja2_text}`; one such mapping where the model is of the
 * mode `completion`. Variables of Jinja messages are at `variables_at`.
 */
interface MessagesField extends FieldBase {
  readonly kind: 'messages';
  readonly variables_at: string;
  readonly special?: readonly string[];
}

interface NumberField extends FieldBase {
  readonly kind: 'number';
  readonly min?: number;
  readonly max?: number;
  readonly step?: number;
  /** Whole numbers only. */
  readonly is_integer?: boolean;
  /** `s`, `ms`, `min`: as it is shown. */
  readonly unit?: string;
}

interface SwitchField extends FieldBase {
  readonly kind: 'switch';
}

/** One of several. */
interface ChoiceField extends FieldBase {
  readonly kind: 'choice';
  readonly options: readonly Choice[];
}

/** Several of several: a list of their values. */
interface ChoicesField extends FieldBase {
  readonly kind: 'choices';
  readonly options: readonly Choice[];
}

/** A list of short texts. */
interface TextsField extends FieldBase {
  readonly kind: 'texts';
}

/**
 * A model, `{provider, name, mode, completion_params}`. `provider_at` and `name_at` are where its names stand where that is
 * elsewhere; with both of them there is nothing but the names. None chosen: the workspace's default.
 */
interface ModelField extends FieldBase {
  readonly kind: 'model';
  readonly of: 'llm' | 'rerank' | 'text-embedding';
  readonly provider_at?: string;
  readonly name_at?: string;
}

/** A variable: a selector `[node, name, …]`. */
interface ValueField extends FieldBase {
  readonly kind: 'value';
  /** Types it may be of. Absent: any. */
  readonly takes?: readonly string[];
  /** Which variables: those before the node, those of the nodes inside it, or those that may be assigned. */
  readonly from?: 'before' | 'inside' | 'assignable';
  /** A list of selectors, in order. */
  readonly is_list?: boolean;
  /** The list of `{type: 'file', key: '', file}` at `at` has this selector as its only item. */
  readonly is_item?: boolean;
  /** Path that the type of the chosen variable is written to. */
  readonly type_to?: string;
  /** Path of a list: true there when the chosen variable is one. */
  readonly is_list_to?: string;
}

/** Names of variables: a list of `{variable, value_selector, value_type}`. */
interface ValuesField extends FieldBase {
  readonly kind: 'values';
}

/** A value of a type that another setting names: a constant, or a selector where `input_at` says `variable`. */
interface TypedValueField extends FieldBase {
  readonly kind: 'typed-value';
  readonly type_at: string;
  readonly input_at?: string;
}

/** A list of conditions on variables; `and` or `or` between them is at `operator_at`. */
interface ConditionsField extends FieldBase {
  readonly kind: 'conditions';
  readonly operator_at: string;
  readonly from?: 'before' | 'inside';
}

/** Cases of a branch: a list of `{case_id, id, logical_operator, conditions}`. */
interface CasesField extends FieldBase {
  readonly kind: 'cases';
}

/** Conditions on the items of a list: `{key, comparison_operator, value}`; `of` is the selector of the list. */
interface ItemConditionsField extends FieldBase {
  readonly kind: 'item-conditions';
  readonly of: string;
}

/** Changes of variables: a list of `{variable_selector, input_type, operation, value}`. */
interface AssignmentsField extends FieldBase {
  readonly kind: 'assignments';
}

/**
 * Pairs. `lines`: text with `key:value` in each line; `items`: a list of `{id, key, type: 'text' | 'file', value, file}`;
 * `mapping`: values by keys; `typed`: `{type, value}` by keys. Values are templates.
 */
interface KeyValuesField extends FieldBase {
  readonly kind: 'key-values';
  readonly form: 'lines' | 'items' | 'mapping' | 'typed';
  /** Items may be files. */
  readonly takes_files?: boolean;
}

/** Source text; its language is at `language_at`. */
interface CodeField extends FieldBase {
  readonly kind: 'code';
  readonly language_at: string;
  /** What a new node begins with, by language: another language takes the place of what nobody has changed. */
  readonly starters: Readonly<Record<string, string>>;
}

/** A JSON Schema of an object, by rows or as text. */
interface JsonSchemaField extends FieldBase {
  readonly kind: 'json-schema';
}

/** Outputs of code: `{type, children}` by name. */
interface OutputListField extends FieldBase {
  readonly kind: 'output-list';
  readonly types: readonly string[];
}

/**
 * Which tool: writes `provider_type`, `provider_id`, `provider_name`, `tool_name`, `tool_label` and `credential_id` beside
 * each other below `at`.
 */
interface ToolField extends FieldBase {
  readonly kind: 'tool';
}

/** Parameters of the chosen tool: `{type: 'mixed' | 'variable' | 'constant', value}` by name, of the tool's form `of`. */
interface ToolParametersField extends FieldBase {
  readonly kind: 'tool-parameters';
  readonly of: 'llm' | 'form';
}

/** Tools of an agent (app DSL, agent). */
interface ToolsField extends FieldBase {
  readonly kind: 'tools';
}

/** Knowledge bases: a list of ids. */
interface DatasetsField extends FieldBase {
  readonly kind: 'datasets';
}

/** Conditions on metadata of documents: `{logical_operator, conditions: [{id, name, comparison_operator, value}]}`. */
interface MetadataFilterField extends FieldBase {
  readonly kind: 'metadata-filter';
  /** Path of the list of knowledge bases whose metadata it is. */
  readonly of: string;
}

/** What people or callers fill in: `start` as of a start node's `variables`, `form` as of a form's `inputs`. */
interface InputFormField extends FieldBase {
  readonly kind: 'input-form';
  readonly of: 'start' | 'form';
}

/** How a form reaches people: a list of `{id, type: 'webapp' | 'email', enabled, config}`. */
interface DeliveriesField extends FieldBase {
  readonly kind: 'deliveries';
}

/** `{window: {enabled, size}, query_prompt_template, role_prefix}`, or null. */
interface MemoryField extends FieldBase {
  readonly kind: 'memory';
  readonly has_query?: boolean;
}

/** `{enabled, configs: {variable_selector, detail}}`. */
interface VisionField extends FieldBase {
  readonly kind: 'vision';
}

/** A list of mappings with fields each. */
interface ListField extends FieldBase {
  readonly kind: 'list';
  readonly fields: readonly NodeField[];
  /** Of one item, for the button that adds one. */
  readonly item: string;
  readonly new: Readonly<Record<string, unknown>>;
  /** Key of the items that is given an id of its own when an item is added. */
  readonly id_at?: string;
  readonly min?: number;
  readonly max?: number;
}

/** Fields under a heading. Their paths begin where its own does: `at` is empty. */
interface GroupField extends FieldBase {
  readonly kind: 'group';
  readonly fields: readonly NodeField[];
}

/** A sentence between fields: its label. */
interface NoteField extends FieldBase {
  readonly kind: 'note';
}

/** Formatted text of a sticky note: the JSON of a Lexical editor as text. */
interface RichTextField extends FieldBase {
  readonly kind: 'rich-text';
}

/** A field of a node's panel. */
export type NodeField =
  | TextField
  | TemplateField
  | MessagesField
  | NumberField
  | SwitchField
  | ChoiceField
  | ChoicesField
  | TextsField
  | ModelField
  | ValueField
  | ValuesField
  | TypedValueField
  | ConditionsField
  | CasesField
  | ItemConditionsField
  | AssignmentsField
  | KeyValuesField
  | CodeField
  | JsonSchemaField
  | OutputListField
  | ToolField
  | ToolParametersField
  | ToolsField
  | DatasetsField
  | MetadataFilterField
  | InputFormField
  | DeliveriesField
  | MemoryField
  | VisionField
  | ListField
  | GroupField
  | NoteField
  | RichTextField;

export type FieldKind = NodeField['kind'];
