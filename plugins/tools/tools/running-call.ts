import { toJson } from '#engine';
import { isPlatformError, type Logger, newId, PlatformError } from '#kernel';
import type { ToolProgress } from './host-calls.ts';
import type { Tool, ToolInvocation, ToolResult } from './tool.ts';

/** Characters a call may stream, and may answer with. */
const MAX_OUTPUT = 4_000_000;
const DEFAULT_TIMEOUT_SECONDS = 120;
const OUTPUTS = ['text', 'files', 'json'];
const VARIABLE_NAME = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/;

/** A call of a tool that may still be writing. */
export class RunningCall {
  readonly id = newId();
  readonly runId: string;
  readonly #tool: Tool;
  readonly #logger: Logger;
  #deltas: { name: string; text: string }[] = [];
  #text = '';
  #length = 0;
  #result: string | null = null;
  #failure: unknown;
  #isSettled = false;
  #isTold = false;
  #wake: () => void = () => {};
  #release: () => void = () => {};

  constructor(tool: Tool, runId: string, logger: Logger) {
    this.#tool = tool;
    this.runId = runId;
    this.#logger = logger;
  }

  start(invocation: Omit<ToolInvocation, 'write'>): void {
    const seconds = this.#tool.timeoutSeconds ?? DEFAULT_TIMEOUT_SECONDS;
    // Without waiting for a tool that does not listen to its signal.
    const giveUp = (reason: unknown) => {
      this.#settle(reason);
      controller.abort(reason);
    };
    const controller = new AbortController();
    const onStop = () => giveUp(invocation.signal.reason);
    const timer = setTimeout(() => giveUp(timedOut(this.#tool, seconds)), seconds * 1000);
    invocation.signal.addEventListener('abort', onStop, { once: true });
    // A tool that never comes back must hold neither the run nor the process.
    const release = () => {
      clearTimeout(timer);
      invocation.signal.removeEventListener('abort', onStop);
    };
    this.#release = release;
    if (invocation.signal.aborted) onStop();
    const write = (delta: string, variable = 'text') => this.#write(variable, delta);
    Promise.resolve()
      .then(() => this.#tool.invoke({ ...invocation, signal: controller.signal, write }))
      .then((result) => this.#finish(result))
      .catch((error: unknown) => this.#fail(error));
  }

  /** Waits until there is something to tell. */
  async progress(): Promise<ToolProgress> {
    if (this.#deltas.length === 0 && !this.#isSettled) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    const deltas = this.#deltas;
    this.#deltas = [];
    this.#isTold = this.#isSettled && (deltas.length === 0 || this.#result !== null);
    if (this.#isTold && this.#result === null) throw this.#failure;
    return { call: this.id, deltas, result: this.#result };
  }

  /** Its end was told. */
  get isOver(): boolean {
    return this.#isTold;
  }

  #write(name: string, text: string): void {
    if (this.#isSettled || text === '') return;
    if (name !== 'text' && !isVariableName(name)) {
      this.#fail(invalidResult(this.#tool, `streamed a variable with the name ${JSON.stringify(name.slice(0, 80))}`));
      return;
    }
    this.#length += text.length;
    if (this.#length > MAX_OUTPUT) {
      this.#fail(tooLarge(this.#tool));
      return;
    }
    if (name === 'text') this.#text += text;
    this.#deltas.push({ name, text });
    this.#wake();
  }

  #finish(result: ToolResult): void {
    if (this.#isSettled) return;
    const { text = this.#text, files = [], json = [], found = [], variables = {} } = result;
    const wrong = Object.keys(variables).find((name) => !isVariableName(name));
    if (wrong !== undefined) {
      throw invalidResult(this.#tool, `returned a variable with the name ${JSON.stringify(wrong.slice(0, 80))}`);
    }
    const answer = toJson({ text, files, json, ...(found.length > 0 && { found }), variables });
    if (answer.length > MAX_OUTPUT) throw tooLarge(this.#tool);
    this.#result = answer;
    this.#settle();
  }

  #fail(error: unknown): void {
    if (this.#isSettled) return;
    this.#settle(isPlatformError(error) ? error : this.#unforeseen(error));
  }

  /** The text of an unforeseen error may tell what is nobody's business: it stays in the log. */
  #unforeseen(cause: unknown): PlatformError {
    this.#logger.error({ err: cause, tool: this.#tool.id }, 'a tool failed');
    const message = `The tool "${this.#tool.label}" failed unexpectedly. The server's log says why.`;
    return new PlatformError('internal', 'tools.tool_failed', message, { cause });
  }

  #settle(failure?: unknown): void {
    if (this.#isSettled) return;
    this.#isSettled = true;
    this.#failure = failure;
    this.#release();
    this.#wake();
  }
}

function isVariableName(name: string): boolean {
  return VARIABLE_NAME.test(name) && name !== '__proto__' && !OUTPUTS.includes(name);
}

function timedOut({ label }: Tool, seconds: number): PlatformError {
  return new PlatformError('unavailable', 'tools.timed_out', `The tool "${label}" did not answer within ${seconds} s.`);
}

function tooLarge(tool: Tool): PlatformError {
  return invalidResult(tool, `answered with more than ${MAX_OUTPUT / 1_000_000} million characters`);
}

function invalidResult({ label }: Tool, what: string): PlatformError {
  return new PlatformError('invalid', 'tools.invalid_result', `The tool "${label}" ${what}.`);
}
