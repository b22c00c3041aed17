import { mappingOf } from '#engine';
import { readLenientJson } from '#plugins/models/contract.ts';

/** What a model said in the form of ReAct. */
export interface ReActTurn {
  /** What it thought before it acted or answered. */
  readonly thought: string;
  /** null: it answered. */
  readonly action: { readonly name: string; readonly input: string } | null;
}

// Each begins a line. The first line of all has a line break put before it.
const ACTION = /\n[ \t]*\**Action\**[ \t]*[:：]\**/i;
const INPUT = /\n[ \t]*\**Action[ \t]*Input\**[ \t]*[:：]\**/i;
const FINAL = /\n[ \t]*(\**)Final[ \t]*Answer\**[ \t]*[:：]/i;
const OBSERVATION = /\n[ \t]*\**Observation\**[ \t]*[:：]/i;
const THOUGHT = /^\s*\**Thought\**[ \t]*[:：]\**[ \t]*/i;
/** A mark may be torn; none is longer. */
const MAX_MARK = 40;

/**
 * Reads `Thought`, `Action`, `Action Input` and `Final Answer` while they stream in, however models vary them, and
 * passes the answer on from the moment it is known to be one.
 */
export class ReActReader {
  #text = '\n';
  /** The end of the text, where a mark may be growing. */
  #tail = '\n';
  #isAnswering = false;
  #isActing = false;
  #thought = '';
  #hasAnswer = false;
  /** The mark of the answer was bold: what closes it does not belong to the answer. */
  #isBold = false;
  readonly #onAnswer: (delta: string) => void;

  constructor(onAnswer: (delta: string) => void) {
    this.#onAnswer = onAnswer;
  }

  push(delta: string): void {
    if (this.#isAnswering) {
      this.#tell(delta);
      return;
    }
    this.#text += delta;
    if (this.#isActing) return;
    this.#tail += delta;
    const final = FINAL.exec(this.#tail);
    const action = ACTION.exec(this.#tail);
    if (action !== null && (final === null || action.index < final.index)) this.#isActing = true;
    else if (final !== null) {
      this.#thought = this.#text.slice(0, this.#text.length - this.#tail.length + final.index);
      this.#begin(final, this.#tail);
    }
    this.#tail = this.#tail.slice(-MAX_MARK);
  }

  /** The whole turn. Without any mark all of it is the answer. */
  end(): ReActTurn {
    if (this.#isAnswering) return { thought: plain(this.#thought), action: null };
    const observation = OBSERVATION.exec(this.#text);
    // What the model has a tool say is made up.
    const text = observation === null ? this.#text : this.#text.slice(0, observation.index);
    const action = ACTION.exec(text);
    if (action === null) {
      const blob = blobOf(text);
      if (blob !== null) return this.#acted('', blob);
      this.#tell(plain(text));
      return { thought: '', action: null };
    }
    const thought = text.slice(0, action.index);
    const rest = text.slice(action.index + action[0].length);
    const blob = blobOf(rest);
    if (blob !== null) return this.#acted(thought, blob);
    const input = INPUT.exec(rest);
    const name = input === null ? rest : rest.slice(0, input.index);
    // "Action: None", and then the answer all the same.
    const final = FINAL.exec(rest);
    if (final !== null && /^(none|null|n\/?a|no\b.*)?$/i.test(nameOf(name))) {
      this.#begin(final, rest);
      return { thought: plain(thought), action: null };
    }
    const written = input === null ? '' : rest.slice(input.index + input[0].length);
    return this.#acted(thought, { name: nameOf(name), input: unfenced(written) });
  }

  /** `Final Answer` may also come as an action. */
  #acted(thought: string, action: { readonly name: string; readonly input: string }): ReActTurn {
    if (action.name.toLowerCase().replace(/[^a-z]/g, '') !== 'finalanswer') return { thought: plain(thought), action };
    this.#tell(action.input);
    return { thought: plain(thought), action: null };
  }

  /** The answer follows its mark. */
  #begin(mark: RegExpExecArray, text: string): void {
    this.#isAnswering = true;
    this.#isBold = mark[1] !== '';
    this.#tell(text.slice(mark.index + mark[0].length));
  }

  #tell(delta: string): void {
    const shown = this.#hasAnswer ? delta : delta.replace(this.#isBold ? /^[*\s]+/ : /^\s+/, '');
    if (shown === '') return;
    this.#hasAnswer = true;
    this.#onAnswer(shown);
  }
}

function plain(text: string): string {
  return text.replace(THOUGHT, '').trim();
}

function nameOf(text: string): string {
  // Longer than any name: what trims the ends below takes the square of it.
  const line = (text.trim().split('\n', 1)[0] ?? '').slice(0, 300);
  return line.replace(/^[`"'*\s[]+|[`"'*\s\].]+$/g, '');
}

function unfenced(text: string): string {
  const fence = /^\s*```(?:json)?\s*([\s\S]*?)(?:```|$)/i.exec(text);
  return (fence?.[1] ?? text).trim();
}

/** `{"action": …, "action_input": …}`, in a code fence or not, at the beginning of a text. */
function blobOf(text: string): { readonly name: string; readonly input: string } | null {
  const candidate = unfenced(text);
  if (!candidate.startsWith('{') || !candidate.includes('action')) return null;
  try {
    const { action, action_input: input } = mappingOf(readLenientJson(candidate));
    if (typeof action !== 'string') return null;
    return { name: action.trim(), input: typeof input === 'string' ? input : (JSON.stringify(input) ?? '') };
  } catch {
    return null;
  }
}
