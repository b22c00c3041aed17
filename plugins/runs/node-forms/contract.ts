import { type Contribution, extensionPoint } from '#kernel';
import type { NodeField, When } from './node-field.ts';
import type { FormLanguage, Translations } from './translations.ts';

export type { Choice, FieldKind, NodeField, When } from './node-field.ts';
export type { Translations } from './translations.ts';

/*
 * What an editor shows of node types: plain data, sent by `GET /console/api/node-types` as it stands here. Names are
 * written as they are sent. Every text is English, and is the key of its translations.
 */

/** The part of the palette a node type is offered in. */
export type NodeGroup = 'flow' | 'models' | 'logic' | 'data' | 'knowledge' | 'tools' | 'people' | 'triggers' | 'notes';

/** What kind of node it is; an editor has a colour for each. */
export type NodeColour =
  | 'io'
  | 'model'
  | 'agent'
  | 'logic'
  | 'data'
  | 'knowledge'
  | 'code'
  | 'tool'
  | 'human'
  | 'trigger'
  | 'note';

/** The form of a node type, contributed to `NodeForms` by who contributes the node type. */
export interface NodeForm extends Contribution {
  /** `type@version`, the newest version it is of: `code@2`. */
  readonly id: string;
  /** Older versions that have the same settings. */
  readonly older?: readonly string[];
  /** A node that names no version is of this form where its settings hold this key with a list that is not empty. */
  readonly told_by?: string;
  readonly title: string;
  /** One sentence: what it does. */
  readonly about: string;
  /** Other words it is looked for by, in lower case; the English ones are known in every language. */
  readonly aliases?: Readonly<Record<FormLanguage, readonly string[]>>;
  readonly group: NodeGroup;
  /** Name of an icon of `plugins/pages/ui/web/icons.tsx`. */
  readonly icon: string;
  readonly colour: NodeColour;
  /**
   * Offered in these kinds of apps only (`workflow`, `advanced-chat`, `rag-pipeline`); documents have them elsewhere, too.
   * Absent: in all that have a graph.
   */
  readonly modes?: readonly string[];
  /** Not offered in the palette: nodes of older documents, which are shown and changed all the same. */
  readonly is_retired?: boolean;
  /** `type` of the wrapper in the document, where it is not `custom`. Such nodes are no part of the graph that runs. */
  readonly drawn_as?: string;
  /** Only inside a container of this kind (`loop`). */
  readonly only_in?: string;
  /** Settings (`data`) of a new node, without `type` and `title`. */
  readonly start: Readonly<Record<string, unknown>>;
  /** Lists in `start` whose items are told apart by a UUID: a new node has one of its own in each of them, as `id`. */
  readonly uuids_in?: readonly string[];
  /** What a new node takes from the node before it; models and required variables are filled without being named here. */
  readonly follows?: NodeFollows;
  /** Paths of settings that the card shows. */
  readonly summary: readonly string[];
  readonly fields: readonly NodeField[];
  readonly outputs: readonly NodeOutput[];
  /** Outputs that only the nodes inside a container see, as outputs of the container. */
  readonly inside?: readonly NodeOutput[];
  /** Where edges begin. Absent: at one, `source`. The handle of failures (`fail-branch`) is not among them. */
  readonly handles?: readonly NodeHandle[];
  /** May fail in a way that can be caught (`error_strategy`). Absent: where the type has the trait `retry`. */
  readonly can_fail?: boolean;
  /** Keys of settings that no field shows: written by other editors, older, or only drawn. They are kept. */
  readonly kept?: readonly string[];
  /** Translations of its texts; those of `node-forms` come after. */
  readonly texts?: Translations;
}

/** A setting that a new node fills with the first variable of the nearest node before it. */
export interface NodeFollows {
  /** Path of a field: a variable, a text, messages, named variables, or cases, whose first condition is about it. */
  readonly at: string;
  /** Types the variable may be of. Absent: any. */
  readonly takes?: readonly string[];
  /** Its name, where the field names variables. Absent: as the node before names it. */
  readonly as?: string;
  /** In a conversation it is what is asked. */
  readonly is_query?: boolean;
}

/** Outputs of a node, for those who choose variables. A path is below `data`, or below the item where there is `each`. */
export interface NodeOutput {
  /** A fixed name. */
  readonly name?: string;
  /** A list (its items) or a mapping (its keys) of the settings: one output for each. */
  readonly each?: string;
  /** Where the item says its name; absent with `each`: the key of a mapping. */
  readonly name_at?: string;
  /** `-` becomes `_` in the name. */
  readonly is_identifier?: boolean;
  /** `string`, `number`, `boolean`, `object`, `file`, `array[string]` …, or `any`. */
  readonly type?: string;
  /** Where the settings say the type. */
  readonly type_at?: string;
  /** The type by what `type_at` says, where that is no type. */
  readonly type_by?: Readonly<Record<string, string>>;
  /** Path of a selector: of the type of what it names; `element`: of its elements. */
  readonly type_of?: { readonly at: string; readonly element?: boolean; readonly list?: boolean };
  /** A JSON Schema in the settings describes the value. Without a name: one output for each of its properties. */
  readonly schema_at?: string;
  /** Keys of an object. */
  readonly children?: readonly NodeOutput[];
  /** What it is, where the name does not tell. */
  readonly about?: string;
  readonly when?: readonly When[];
}

/** Where edges begin: one with a fixed id, or one for each item of a list. */
export interface NodeHandle {
  readonly id?: string;
  readonly label?: string;
  /** A list of the settings: a handle for each item. */
  readonly each?: string;
  /** Where the item says the handle's id. */
  readonly id_at?: string;
  /** Where the item says the label; where it says none, `label` and a number. */
  readonly label_at?: string;
}

/** Where plugins contribute the forms of their node types. */
export const NodeForms = extensionPoint<NodeForm>('node-forms.forms');
