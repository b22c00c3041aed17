import {
  beginStream,
  type FakeOpenAi,
  framesOf,
  type Script,
  startFakeOpenAi,
} from '#plugins/provider-openai/testing/fake-openai.ts';

/** Answers with what was prepared, in order; then with nothing that can be read. */
export class ScriptedModel implements AsyncDisposable {
  readonly #answers: (string | object | Script)[] = [];
  #server: FakeOpenAi | undefined;

  async start(): Promise<this> {
    const write: Script = (request, response) => {
      const next = this.#answers.shift() ?? 'I have no idea.';
      if (typeof next === 'function') return next(request, response);
      beginStream(response);
      for (const frame of framesOf(typeof next === 'string' ? next : JSON.stringify(next))) response.write(frame);
      response.end();
    };
    // The two that the list of the provider has.
    this.#server = await startFakeOpenAi({ 'gpt-4o': write, 'gpt-4o-mini': write });
    return this;
  }

  get server(): FakeOpenAi {
    if (this.#server === undefined) throw new Error('the model was not started');
    return this.#server;
  }

  /** What it says next, each once. */
  says(...answers: readonly (string | object | Script)[]): void {
    this.#answers.splice(0, Number.POSITIVE_INFINITY, ...(answers as (string | object | Script)[]));
  }

  /** All that it was ever told, as it came. */
  get heard(): string {
    return this.server.seen.map(({ text }) => text).join('\n');
  }

  /** Messages of its last call. */
  get lastMessages(): readonly { readonly role: string; readonly content: string }[] {
    return (this.server.seen.at(-1)?.body.messages ?? []) as { role: string; content: string }[];
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server?.[Symbol.asyncDispose]();
  }
}
