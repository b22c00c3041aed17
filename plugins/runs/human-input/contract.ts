/**
 * Forms that runs wait for (app DSL, human-input): a node opens one and pauses its run; whoever answers the form resumes
 * it, in whichever process they ask. Free of the container: the node imports it in engine threads.
 */
import type { FileResolver, JsonText } from '#engine';
import { eventName, token } from '#kernel';
import type { ManagementCaller } from '#plugins/management-access/contract.ts';

/** Parts of forms as routes describe them, and the codes of refused answers. */
export { answerErrors, formActionSchema, formInputSchema } from './form-docs.ts';
export { filledText, formText } from './form-text.ts';

/** Something to fill in, in the documented spelling (runtime API, human-input forms). */
export interface FormInput {
  readonly type: 'paragraph' | 'select' | 'file' | 'file-list';
  /** Unique in the form; becomes an output of the node. */
  readonly output_variable_name: string;
  /** Paragraphs: what the field shows at first; null: nothing. */
  readonly default?: {
    readonly type: 'constant' | 'variable';
    readonly selector: readonly string[];
    readonly value: string;
  } | null;
  /** Selections: `value` holds what may be chosen, those of a variable too. */
  readonly option_source?: {
    readonly type: 'constant' | 'variable';
    readonly selector: readonly string[];
    readonly value: readonly string[];
  };
  /** Files, as a start node's variables have them; empty lists allow everything. */
  readonly allowed_file_types?: readonly string[];
  readonly allowed_file_extensions?: readonly string[];
  readonly allowed_file_upload_methods?: readonly string[];
  /** Lists of files: how many at most. */
  readonly number_limits?: number;
}

/** A button; the one that is pressed names the handle the run goes on by. */
export interface FormAction {
  readonly id: string;
  readonly title: string;
  readonly button_style: 'primary' | 'default' | 'accent' | 'ghost';
}

/** A piece of the form's text: text, or the place of an input with the mark that stands there. */
export type FormPart = string | { readonly input: string; readonly mark: string };

/** What a form shows. */
export interface FormDefinition {
  readonly content: readonly FormPart[];
  readonly inputs: readonly FormInput[];
  readonly actions: readonly FormAction[];
  /** Of each paragraph, by name. */
  readonly defaults: Readonly<Record<string, string>>;
}

/**
 * `timed-out`: nobody answered within the node's own time, the run goes on by `__timeout`. `expired`: nobody did within
 * what the installation allows, the run was stopped. `closed`: the run ended otherwise.
 */
export type FormStatus = 'open' | 'submitted' | 'timed-out' | 'expired' | 'closed';

/** A form as it is kept. */
export interface HumanForm extends FormDefinition {
  readonly id: string;
  readonly workspaceId: string;
  readonly appId: string;
  readonly runId: string;
  readonly executionId: string;
  readonly nodeId: string;
  readonly nodeTitle: string;
  readonly status: FormStatus;
  /** Whether it can be answered with a token (delivery method `webapp`). */
  readonly hasToken: boolean;
  readonly actionId: string | null;
  /** JSON text of an object by input name; null until it is answered. */
  readonly answers: JsonText | null;
  /** The end user's name, or null for an operator; null too until it is answered. */
  readonly answeredBy: string | null;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly expiresAt: number;
}

/** Names a form by its token, for callers of one app. */
export interface FormKey {
  readonly workspaceId: string;
  readonly appId: string;
  readonly token: string;
}

/** A form for the people it is for. */
export interface ShownForm extends HumanForm {
  /** While it is open, if it can be answered over the API. */
  readonly token: string | null;
}

/** What somebody fills in. */
export interface FormAnswer {
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly action: string;
  /** The end user's name; null: an operator. */
  readonly user: string | null;
  /** Turns references to files into file values; without it, files are refused. */
  readonly resolveFile?: FileResolver;
}

/** Which forms to list, newest first. */
export interface FormQuery {
  readonly appId?: string | undefined;
  readonly runId?: string | undefined;
  /** Default: every status. */
  readonly status?: FormStatus | undefined;
  /** 1 to 100. */
  readonly limit: number;
  /** Only forms older than this one. */
  readonly before?: string | undefined;
}

/** Who finds the files that are given in the console in answer to a form: uploads of the caller's own, for runs of that app. */
export interface FormFileSource {
  resolver(
    caller: ManagementCaller,
    place: { readonly workspaceId: string; readonly appId: string; readonly isDraft: boolean },
  ): FileResolver;
}

/**
 * Reading and answering forms. Throws `human-input.not_found`, for tokens of another app too;
 * `human-input.human_input_form_submitted` and `human-input.human_input_form_expired` for a form that waits no longer;
 * `human-input.invalid_form_data` for an answer that does not fit, which leaves the form open.
 */
export interface HumanInput {
  /** An open form by its token. */
  open(key: FormKey): Promise<HumanForm>;
  /** The first answer wins; resolves when it is durable and the run goes on, or will as soon as it can. */
  answer(key: FormKey, answer: FormAnswer): Promise<void>;
  /** An open form by the token in an e-mail's link, which is of one receiver. */
  openSent(token: string): Promise<HumanForm>;
  /** The same as `answer`, by the token in an e-mail's link, in the name of its receiver. Files are refused. */
  answerSent(token: string, answer: Pick<FormAnswer, 'inputs' | 'action'>): Promise<void>;
  list(workspaceId: string, query: FormQuery): Promise<readonly HumanForm[]>;
  /** Any form of the workspace. */
  get(workspaceId: string, formId: string): Promise<HumanForm>;
  /** The same as `answer`, for an operator: paragraphs that are left out keep their default. */
  answerAsOperator(workspaceId: string, formId: string, answer: FormAnswer): Promise<void>;
  /** Knows uploads of the console from now on; without it, files are refused there. The result ends it. */
  useFiles(source: FormFileSource): () => void;
  /** The forms of runs, oldest first. */
  ofRuns(workspaceId: string, runIds: readonly string[]): Promise<readonly ShownForm[]>;
}

/** The human-input service. */
export const HumanInput = token<HumanInput>('human-input.human-input');

/** Who gets an e-mail: only those that the document names. */
export interface EmailReceivers {
  /** Every member of the workspace. */
  readonly isWholeWorkspace: boolean;
  /** Ids of accounts; who is no member of the workspace gets none. */
  readonly members: readonly string[];
  readonly addresses: readonly string[];
}

/** An e-mail with its variables filled in (delivery method `email`). */
export interface FormEmail {
  readonly subject: string;
  /** The text between the places of the link. */
  readonly body: readonly string[];
  readonly receivers: EmailReceivers;
}

/** Host call of the node: opens the form of its execution, or says what has become of it. */
export const FormOpen = 'human-input.open';

/** Input of `human-input.open`. */
export interface FormOpenRequest extends FormDefinition {
  readonly executionId: string;
  readonly nodeId: string;
  readonly nodeTitle: string;
  readonly timeoutSeconds: number;
  /** Whether the form gets a token. */
  readonly isDelivered: boolean;
  /** Sent once, when the form is opened. */
  readonly emails: readonly FormEmail[];
}

/** Answer of `human-input.open`: the form as it was opened first. */
export interface OpenedForm extends FormDefinition {
  readonly id: string;
  /** Sealed: the journal keeps what nodes tell. Readers of a run are told the token itself. */
  readonly token: string | null;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
  /** The journal is known to have the event that tells of it; false: look (`human-input.told`), unless it is new. */
  readonly isTold: boolean;
  readonly isNew: boolean;
  readonly status: FormStatus;
  readonly actionId: string | null;
  readonly answers: JsonText | null;
}

/**
 * Host call of the node: whether the run's journal says that readers were told of the form of an execution, given by its
 * id. Asked after everything the run has told is durable.
 */
export const FormTold = 'human-input.told';

/** The stream event that tells of a form (runtime API, pause and human input). */
export const FORM_REQUIRED = 'human_input_required';

/** A form waits for people from now on. */
export interface FormWaiting {
  readonly workspaceId: string;
  readonly appId: string;
  readonly nodeId: string;
  readonly nodeTitle: string;
}

/** Emitted by the process that opened the form, once it is kept. */
export const FormOpened = eventName<FormWaiting>('human-input.form-opened');

/** Emitted by the process that took the answer to a form, when no form of its node waits any more. */
export const FormsAnswered = eventName<FormWaiting>('human-input.forms-answered');
