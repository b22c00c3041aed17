import { type Frame, isMapping, listOf, type Mapping, numberOf, textOf } from './frames.ts';
import { type Step, StepList } from './run-steps.ts';

export type RunStatus = 'starting' | 'running' | 'paused' | 'succeeded' | 'partial-succeeded' | 'failed' | 'stopped';

/** A form that the run waits for. */
export interface WaitingForm {
  readonly id: string;
  /** Null: it is answered elsewhere, by e-mail. */
  readonly token: string | null;
  readonly title: string;
  readonly content: string;
  readonly inputs: readonly unknown[];
  readonly defaults: Mapping;
  readonly actions: readonly { readonly id: string; readonly title: string; readonly style: string }[];
  /** In milliseconds; 0: none. */
  readonly expiresAt: number;
}

export interface RunFailure {
  readonly message: string;
  readonly code: string;
  /** The title of the node that failed, where one did. */
  readonly node: string;
  /** What it means to who ran it; absent: it is not known. */
  readonly trouble?: string;
}

const over: ReadonlySet<string> = new Set(['succeeded', 'partial-succeeded', 'failed', 'stopped']);

/**
 * What a run has told so far: the fold of its frames. It is changed in place, for a long stream makes thousands of them;
 * `version` grows with each change, and what a view compares (steps, forms) is replaced when it changes.
 */
export class RunModel {
  version = 0;
  taskId = '';
  runId = '';
  status: RunStatus = 'starting';
  text = '';
  reasoning = '';
  outputs: Mapping | null = null;
  files: readonly unknown[] = [];
  failure: RunFailure | null = null;
  /** Of the run's own clock, in seconds. */
  elapsed = 0;
  tokens = 0;
  startedAt = 0;
  forms: readonly WaitingForm[] = [];
  /** The end of a stopped text generator looks like any other. */
  isStopAsked = false;
  readonly #steps = new StepList();
  readonly #listeners = new Set<() => void>();
  #isTold = false;

  get steps(): readonly Step[] {
    return this.#steps.top;
  }

  get stepCount(): number {
    return this.#steps.count;
  }

  get isOver(): boolean {
    return over.has(this.status);
  }

  /** Calls back once per drawn frame at most, however many events come. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly snapshot = (): number => this.version;

  apply(frame: Frame): void {
    const { event, data, all } = frame;
    this.taskId ||= textOf(all.task_id);
    this.runId ||= textOf(all.workflow_run_id);
    if (this.#steps.apply(event, data)) this.#begin();
    else this.#applyRest(event, data, all);
    this.changed();
  }

  /** What ended it before it ran, or beside its stream. */
  fail(failure: RunFailure): void {
    this.status = 'failed';
    this.failure = failure;
    this.#steps.end('stopped');
    this.changed();
  }

  changed(): void {
    this.version += 1;
    if (this.#isTold) return;
    this.#isTold = true;
    nextFrame(() => {
      this.#isTold = false;
      for (const listener of this.#listeners) listener();
    });
  }

  #begin(): void {
    if (this.status === 'starting' || this.status === 'paused') this.status = 'running';
  }

  #applyRest(event: string, data: Mapping, all: Mapping): void {
    switch (event) {
      case 'workflow_started':
        this.status = 'running';
        this.startedAt = numberOf(data.created_at) * 1000;
        return;
      case 'text_chunk':
        this.#begin();
        this.text += textOf(data.text);
        return;
      case 'text_replace':
        this.text = textOf(data.text);
        return;
      case 'reasoning_chunk':
        this.reasoning += textOf(data.reasoning);
        return;
      case 'human_input_required':
        this.#ask(data);
        return;
      case 'human_input_form_filled':
      case 'human_input_form_timeout':
        this.forms = this.forms.filter(({ title }) => title !== textOf(data.node_title));
        this.#begin();
        return;
      case 'workflow_paused':
        this.status = 'paused';
        for (const reason of listOf(data.reasons)) if (isMapping(reason)) this.#ask(reason);
        this.elapsed = numberOf(data.elapsed_time);
        return;
      case 'workflow_finished':
        this.#finish(data);
        return;
      default:
        this.#applyMessage(event, all);
    }
  }

  /** Text generators answer with a message. */
  #applyMessage(event: string, all: Mapping): void {
    switch (event) {
      case 'message':
        this.#begin();
        if (this.startedAt === 0) this.startedAt = numberOf(all.created_at) * 1000;
        this.text += textOf(all.answer);
        return;
      case 'message_replace':
        this.text = textOf(all.answer);
        return;
      case 'message_end':
        this.#endMessage(all);
        return;
      case 'error':
        this.#fail(all);
    }
  }

  #ask(data: Mapping): void {
    const id = textOf(data.form_id);
    this.#steps.wait(textOf(data.node_id));
    if (this.forms.some((form) => form.id === id)) return;
    const form: WaitingForm = {
      id,
      token: typeof data.form_token === 'string' ? data.form_token : null,
      title: textOf(data.node_title),
      content: textOf(data.form_content),
      inputs: listOf(data.inputs),
      defaults: isMapping(data.resolved_default_values) ? data.resolved_default_values : {},
      actions: listOf(data.actions).flatMap((action) =>
        isMapping(action)
          ? [{ id: textOf(action.id), title: textOf(action.title), style: textOf(action.button_style) }]
          : [],
      ),
      expiresAt: numberOf(data.expiration_time) * 1000,
    };
    this.forms = [...this.forms, form];
  }

  #finish(data: Mapping): void {
    const status = textOf(data.status);
    this.status = over.has(status) ? (status as RunStatus) : 'succeeded';
    this.outputs = isMapping(data.outputs) ? data.outputs : {};
    this.files = listOf(data.files);
    this.elapsed = numberOf(data.elapsed_time);
    this.tokens = numberOf(data.total_tokens);
    this.startedAt ||= numberOf(data.created_at) * 1000;
    this.forms = [];
    this.#steps.end('stopped');
    const message = textOf(data.error);
    if (status === 'failed') this.failure = { message, code: '', node: this.#steps.failed?.title ?? '' };
  }

  #endMessage(all: Mapping): void {
    const metadata = isMapping(all.metadata) ? all.metadata : {};
    const usage = isMapping(metadata.usage) ? metadata.usage : {};
    this.status = this.isStopAsked ? 'stopped' : 'succeeded';
    this.files = listOf(all.files);
    this.tokens = numberOf(usage.total_tokens);
    this.elapsed = numberOf(usage.latency);
  }

  /** After `workflow_finished` it says the same again, with a code. */
  #fail(all: Mapping): void {
    const message = textOf(all.message);
    const before = this.failure;
    this.status = 'failed';
    this.failure = {
      message: before?.message || message,
      code: textOf(all.code),
      node: before?.node || (this.#steps.failed?.title ?? ''),
      ...(textOf(all.trouble) !== '' && { trouble: textOf(all.trouble) }),
    };
    this.#steps.end('stopped');
  }
}

/** A hidden page draws nothing, but what is told to screen readers and the title goes on. */
function nextFrame(then: () => void): void {
  if (typeof requestAnimationFrame === 'function' && document.visibilityState === 'visible')
    requestAnimationFrame(then);
  else setTimeout(then, 50);
}
