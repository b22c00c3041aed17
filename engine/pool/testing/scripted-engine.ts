import type { RunCommand, RunEvent } from '#engine';
import { noUsage } from '#engine/run/records/usage.ts';
import type { RunHost } from '#engine/run/run-host.ts';
import type { Execution, RunEngine, RunnableGraph } from '#engine/worker/run-engine.ts';
import { PlatformError } from '#kernel';

/** What a scripted run does, one step after the other. The graph's text is a JSON array of these. */
export type Step =
  | { readonly do: 'say'; readonly text: string }
  | { readonly do: 'wait'; readonly ms: number }
  | { readonly do: 'wait-for-abort' }
  | { readonly do: 'call'; readonly hostCall: string; readonly input: unknown }
  | { readonly do: 'spin'; readonly ms: number }
  | { readonly do: 'exit' }
  | { readonly do: 'hoard' }
  | { readonly do: 'throw-later' }
  | { readonly do: 'forget-a-promise' }
  | { readonly do: 'name-the-build' };

interface Script extends RunnableGraph {
  readonly steps: readonly Step[];
  readonly build: number;
}

let builds = 0;

/** An engine whose graphs are scripts: the machinery of threads is tested with it, without a scheduler. */
export const engine: RunEngine<Script> = {
  build(text) {
    const steps: unknown = JSON.parse(text);
    if (!Array.isArray(steps))
      throw new PlatformError('invalid', 'engine.invalid_graph', 'A script is an array.', { field: 'steps' });
    return { steps, build: ++builds, warnings: steps.length === 0 ? ['The script is empty.'] : [] };
  },
  start: (script, _request, host) => new ScriptedRun(script, host),
};

class ScriptedRun implements Execution {
  readonly #script: Script;
  readonly #host: RunHost;
  readonly #abort = new AbortController();
  readonly #startedAt = Date.now();

  constructor(script: Script, host: RunHost) {
    this.#script = script;
    this.#host = host;
    host.emit([{ kind: 'run-started', at: this.#startedAt, reason: 'initial' }]);
    this.#run().then(
      () => this.#finish('succeeded', null),
      (error: unknown) => this.#finish(this.#abort.signal.aborted ? 'stopped' : 'failed', error),
    );
  }

  send(command: RunCommand): void {
    if (command.kind === 'abort') this.#abort.abort(new Error(command.reason));
  }

  async #run(): Promise<void> {
    for (const step of this.#script.steps) {
      this.#abort.signal.throwIfAborted();
      await this.#do(step);
    }
  }

  async #do(step: Step): Promise<void> {
    switch (step.do) {
      case 'say':
        this.#say(step.text);
        return;
      case 'wait':
        await new Promise((resolve) => setTimeout(resolve, step.ms));
        return;
      case 'wait-for-abort':
        await new Promise((_, reject) => {
          this.#abort.signal.addEventListener('abort', () => reject(this.#abort.signal.reason));
        });
        return;
      case 'call':
        this.#say(JSON.stringify(await this.#host.call(step.hostCall, step.input)));
        return;
      case 'spin':
        for (const end = Date.now() + step.ms; Date.now() < end; );
        return;
      case 'exit':
        return process.exit(3);
      case 'hoard':
        for (const hoard: unknown[] = []; ; ) hoard.push(new Array(10_000).fill(hoard.length));
      case 'throw-later':
        setTimeout(() => {
          throw new Error('nobody catches this');
        });
        return;
      case 'forget-a-promise':
        void Promise.reject(new Error('forgotten'));
        return;
      case 'name-the-build':
        return this.#say(`build ${this.#script.build}`);
    }
  }

  #say(text: string): void {
    this.#host.emit([{ kind: 'chunk', nodeId: 'script', selector: null, deltas: [text], position: null }]);
  }

  #finish(status: 'succeeded' | 'failed' | 'stopped', error: unknown): void {
    const event: RunEvent = {
      kind: 'run-finished',
      status,
      outputs: '{}',
      answer: '',
      files: '[]',
      error: error instanceof Error ? error.message : null,
      errorCode: error instanceof PlatformError ? error.code : null,
      startedAt: this.#startedAt,
      finishedAt: Date.now(),
      elapsed: 0,
      totalTokens: 0,
      totalSteps: this.#script.steps.length,
      exceptionsCount: 0,
      usage: noUsage,
    };
    this.#host.emit([event]);
  }
}
