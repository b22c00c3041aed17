import { checkLength, type NodeContext } from '#engine';

/** The text an agent tells its user, streamed as it comes. */
export class AgentAnswer {
  #text = '';
  #isSeparated = false;
  readonly #context: NodeContext;

  constructor(context: NodeContext) {
    this.#context = context;
  }

  get text(): string {
    return this.#text;
  }

  write(delta: string): void {
    if (delta === '') return;
    const gap = this.#isSeparated && this.#text !== '' && !/\s$/.test(this.#text) && !/^\s/.test(delta) ? '\n\n' : '';
    this.#isSeparated = false;
    this.#text += gap + delta;
    checkLength(this.#text.length, "The agent's answer");
    this.#context.stream('text', gap + delta);
  }

  /** What follows is another thing that is said. */
  separate(): void {
    this.#isSeparated = true;
  }
}
