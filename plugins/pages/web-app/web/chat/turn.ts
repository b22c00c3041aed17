import { type BodyOf, knownOf } from '#plugins/ui/web/contract.ts';
import { type Frame, isMapping, listOf, type Mapping, numberOf, textOf } from '#plugins/web-app/web/workflow/frames.ts';
import { type Step, StepList } from '#plugins/web-app/web/workflow/run-steps.ts';

/** `sending`: nobody has taken it yet; `waiting`: for a form; `unknown`: a list says that it is, not how far it is. */
export type TurnStatus = 'sending' | 'running' | 'waiting' | 'done' | 'stopped' | 'failed';

export interface TurnFile {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly url: string;
  readonly size: number | null;
}

/** What a question takes along, to be sent again as it was. */
export type SentFile = NonNullable<BodyOf<'post', '/v1/chat-messages'>['files']>[number];

const FILE_TYPES = ['document', 'image', 'audio', 'video', 'custom'] as const;

/** A file that was uploaded, as a question names it. */
export function uploadedFile(id: string, type: string): SentFile {
  return { type: knownOf(FILE_TYPES, type) ?? 'custom', transfer_method: 'local_file', upload_file_id: id };
}

export interface Thought {
  readonly id: string;
  readonly position: number;
  readonly thought: string;
  readonly tool: string;
  readonly input: string;
  readonly observation: string;
}

export interface Source {
  readonly position: number;
  readonly document: string;
  readonly dataset: string;
  readonly content: string;
  readonly score: number | null;
}

export interface FormAction {
  readonly id: string;
  readonly title: string;
  readonly style: string;
}

/** A form that the run asked somebody to fill in. */
export interface TurnForm {
  readonly id: string;
  /** Empty: it can't be answered here. */
  readonly token: string;
  readonly title: string;
  readonly content: string;
  readonly inputs: readonly unknown[];
  readonly defaults: Mapping;
  readonly actions: readonly FormAction[];
  readonly state: 'open' | 'filled' | 'expired';
  /** What was chosen. */
  readonly answer: string;
  /** Behind how much of the answer of its turn it was asked. */
  readonly place: number;
}

/** What a failed answer means to who asked; `fault` is a matter of the owner of the app. */
const TROUBLES = ['busy', 'too_long', 'account', 'fault'] as const;
export type Trouble = (typeof TROUBLES)[number];

export interface TurnError {
  readonly message: string;
  readonly code: string;
  /** null: it never came to be a run. */
  readonly trouble: Trouble | null;
  /** Seconds after which to try again, where somebody said so. */
  readonly retryAfter: number | null;
  /** It happened while the page stood, which may try again by itself. */
  readonly isFresh: boolean;
}

/** An error of a run, as an event or a message tells it. */
export function readError(all: Mapping, message: unknown, isFresh: boolean): TurnError {
  return {
    message: textOf(message),
    code: textOf(all.code),
    trouble: knownOf(TROUBLES, textOf(all.trouble)) ?? 'fault',
    retryAfter: typeof all.retry_after === 'number' ? all.retry_after : null,
    isFresh,
  };
}

export type Rating = 'like' | 'dislike';

/** A question and its answer, as the page shows them; never changed, only replaced. */
export interface TurnState {
  /** Of the message; empty until the server has taken it. */
  readonly id: string;
  readonly conversationId: string;
  /** The message it follows where that is not the one before it in time. */
  readonly parentId: string | null;
  readonly taskId: string;
  readonly runId: string;
  readonly query: string;
  readonly files: readonly TurnFile[];
  readonly answer: string;
  readonly answerFiles: readonly TurnFile[];
  readonly reasoning: string;
  readonly thoughts: readonly Thought[];
  readonly sources: readonly Source[];
  readonly steps: readonly Step[];
  readonly forms: readonly TurnForm[];
  readonly status: TurnStatus;
  readonly error: TurnError | null;
  readonly rating: Rating | null;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  /** The stream is lost, and asked for again. */
  readonly isLost: boolean;
}

export const emptyTurn: TurnState = {
  ...{ id: '', conversationId: '', parentId: null, taskId: '', runId: '', query: '', files: [], answer: '' },
  ...{
    answerFiles: [],
    reasoning: '',
    thoughts: [],
    sources: [],
    steps: [],
    forms: [],
    status: 'sending',
    error: null,
  },
  ...{ rating: null, createdAt: 0, isLost: false },
};

/** A turn that changes while its run tells of itself. Listeners hear of changes once in a frame of the screen. */
export class Turn {
  /** Stays, also when the message gets its id. */
  readonly key: string;
  #state: TurnState;
  #shown: TurnState;
  #steps = new StepList();
  readonly #listeners = new Set<() => void>();
  #isTold = true;
  isStopAsked = false;
  /** How often this was tried by itself before. */
  tries = 0;

  constructor(key: string, state: Partial<TurnState>) {
    this.key = key;
    this.#state = { ...emptyTurn, ...state };
    this.#shown = this.#state;
  }

  /** As it is now; `snapshot` is as it was shown last. */
  get state(): TurnState {
    return this.#state;
  }

  readonly snapshot = (): TurnState => this.#shown;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  get isOver(): boolean {
    const { status } = this.#state;
    return status === 'done' || status === 'stopped' || status === 'failed';
  }

  set(change: Partial<TurnState>): void {
    this.#state = { ...this.#state, ...change };
    if (!this.#isTold) return;
    this.#isTold = false;
    // Pages in the background draw no frames.
    if (document.hidden) setTimeout(this.#tell, 200);
    else requestAnimationFrame(this.#tell);
  }

  readonly #tell = () => {
    this.#isTold = true;
    this.#shown = this.#state;
    for (const listener of this.#listeners) listener();
  };

  /** The run is told from its beginning: what was heard of it is forgotten. */
  restart(): void {
    const { answer, answerFiles, reasoning, thoughts, sources, steps, forms, error } = emptyTurn;
    this.#steps = new StepList();
    this.#state = {
      ...this.#state,
      answer,
      answerFiles,
      reasoning,
      thoughts,
      sources,
      steps,
      forms,
      error,
      runId: '',
      status: 'running',
    };
  }

  /** One frame of its stream. */
  apply(frame: Frame): void {
    const change = this.#changeBy(frame);
    if (change !== null) this.set(change);
  }

  #changeBy({ event, data, all }: Frame): Partial<TurnState> | null {
    const { status } = this.#state;
    switch (event) {
      case 'message':
      case 'agent_message':
        return { answer: this.#state.answer + textOf(all.answer), status: runningOr(status) };
      case 'message_replace':
        return { answer: textOf(all.answer) };
      case 'agent_thought':
        return { thoughts: withThought(this.#state.thoughts, readThought(all)) };
      case 'message_file':
        return textOf(all.belongs_to) === 'user'
          ? null
          : { answerFiles: withFile(this.#state.answerFiles, readFile(all)) };
      case 'message_end':
        return this.#ended(all);
      case 'reasoning_chunk':
        return { reasoning: this.#state.reasoning + textOf(data.reasoning) };
      case 'workflow_started':
        return { runId: textOf(data.id) || textOf(all.workflow_run_id), status: 'running' };
      case 'workflow_finished':
        return this.#finished(data);
      case 'workflow_paused':
        return { status: 'waiting' };
      case 'human_input_required':
        return { forms: withForm(this.#state, readForm(data)), status: 'waiting' };
      case 'human_input_form_filled':
        return { forms: settled(this.#state.forms, data, 'filled'), status: 'running' };
      case 'human_input_form_timeout':
        return { forms: settled(this.#state.forms, data, 'expired') };
      case 'error':
        return { status: 'failed', error: readError(all, all.message, true) };
      default:
        if (!this.#steps.apply(event, data)) return null;
        return { steps: this.#steps.top };
    }
  }

  #ended(all: Mapping): Partial<TurnState> {
    const metadata = isMapping(all.metadata) ? all.metadata : {};
    const files = listOf(all.files).filter(isMapping).map(readFile);
    return {
      sources: readSources(metadata.retriever_resources),
      answerFiles: files.reduce(withFile, this.#state.answerFiles),
      // A graph has something to say after it.
      ...(this.#state.runId === '' && { status: this.isStopAsked ? ('stopped' as const) : ('done' as const) }),
    };
  }

  #finished(data: Mapping): Partial<TurnState> {
    const told = textOf(data.status);
    const status = told === 'failed' || told === 'stopped' ? told : 'done';
    this.#steps.end(status === 'done' ? 'succeeded' : status);
    const files = listOf(data.files).filter(isMapping).map(readFile);
    return {
      status,
      steps: this.#steps.top,
      answerFiles: files.reduce(withFile, this.#state.answerFiles),
      ...(status === 'failed' && { error: readError({}, data.error, true) }),
    };
  }
}

function runningOr(status: TurnStatus): TurnStatus {
  return status === 'sending' ? 'running' : status;
}

function readThought(all: Mapping): Thought {
  return {
    id: textOf(all.id),
    position: numberOf(all.position),
    thought: textOf(all.thought),
    tool: textOf(all.tool),
    input: textOf(all.tool_input),
    observation: textOf(all.observation),
  };
}

function withThought(thoughts: readonly Thought[], thought: Thought): readonly Thought[] {
  const at = thoughts.findIndex(({ id }) => id === thought.id);
  return at === -1 ? [...thoughts, thought] : thoughts.with(at, thought);
}

export function readFile(file: Mapping): TurnFile {
  const url = textOf(file.url) || textOf(file.remote_url);
  const name = textOf(file.filename) || url.split(/[?#]/)[0]?.split('/').at(-1) || '';
  return {
    id: textOf(file.upload_file_id) || textOf(file.related_id) || textOf(file.id) || url,
    name,
    type: textOf(file.type) || 'custom',
    url,
    size: typeof file.size === 'number' && file.size >= 0 ? file.size : null,
  };
}

function withFile(files: readonly TurnFile[], file: TurnFile): readonly TurnFile[] {
  const path = ({ url }: TurnFile) => url.split('?')[0];
  return files.some((each) => each.id === file.id || path(each) === path(file)) ? files : [...files, file];
}

export function readSources(sources: unknown): readonly Source[] {
  return listOf(sources)
    .filter(isMapping)
    .map((source, index) => ({
      position: numberOf(source.position) || index + 1,
      document: textOf(source.document_name) || textOf(source.title),
      dataset: textOf(source.dataset_name),
      content: textOf(source.content),
      score: typeof source.score === 'number' ? source.score : null,
    }));
}

export function readForm(data: Mapping): TurnForm {
  const actions = listOf(data.actions ?? data.user_actions).filter(isMapping);
  return {
    id: textOf(data.form_id) || textOf(data.node_id),
    token: textOf(data.form_token),
    title: textOf(data.node_title),
    content: textOf(data.form_content),
    inputs: listOf(data.inputs),
    defaults: isMapping(data.resolved_default_values) ? data.resolved_default_values : {},
    actions: actions.map((action) => ({
      id: textOf(action.id),
      title: textOf(action.title),
      style: textOf(action.button_style),
    })),
    state: 'open',
    answer: '',
    place: 0,
  };
}

function withForm({ forms, answer }: TurnState, form: TurnForm): readonly TurnForm[] {
  const at = forms.findIndex(({ id }) => id === form.id);
  const place = forms[at]?.place ?? answer.length;
  return at === -1 ? [...forms, { ...form, place }] : forms.with(at, { ...form, place });
}

/** Frames name the node that asked, not the form: of its forms it is the one that waited. */
function settled(forms: readonly TurnForm[], data: Mapping, state: 'filled' | 'expired'): readonly TurnForm[] {
  const title = textOf(data.node_title);
  const open = forms.findLastIndex((form) => form.state === 'open' && (form.title === title || title === ''));
  const at = open === -1 ? forms.findLastIndex((form) => form.state === 'open') : open;
  const form = forms[at];
  if (form === undefined) return forms;
  const rendered = textOf(data.rendered_content);
  return forms.with(at, { ...form, state, answer: textOf(data.action_text), content: rendered || form.content });
}
