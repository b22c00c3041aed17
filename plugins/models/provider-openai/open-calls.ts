import { isMapping } from '#engine';
import type { ToolCall } from '#plugins/models/contract.ts';

/** Whose payloads `openai-chat` are: servers of the chat protocol. */
export const CHAT_PROTOCOL = 'openai-chat';

interface OpenCall {
  readonly index: number;
  id: string;
  name: string;
  arguments: string;
  extra: unknown;
}

/**
 * Tool calls of one answer, put together from their pieces. Pieces of one call share an index; servers that leave it out
 * send whole calls or repeat the id, and some say index 0 of every call: a new id with a name begins a new one.
 */
export class OpenCalls {
  readonly #calls: OpenCall[] = [];

  get size(): number {
    return this.#calls.length;
  }

  /** Takes the pieces of one chunk; answers with the characters of their arguments. */
  read(pieces: readonly unknown[]): number {
    let characters = 0;
    for (const [place, piece] of pieces.entries()) {
      if (!isMapping(piece)) continue;
      const call = this.#callOf(piece, place);
      if (typeof piece.id === 'string' && piece.id !== '') call.id = piece.id;
      if (piece.extra_content !== undefined && piece.extra_content !== null) call.extra = piece.extra_content;
      if (!isMapping(piece.function)) continue;
      const { name, arguments: given } = piece.function;
      if (typeof name === 'string' && call.name === '') call.name = name;
      const text = typeof given === 'string' ? given : isMapping(given) ? JSON.stringify(given) : '';
      call.arguments += text;
      characters += text.length;
    }
    return characters;
  }

  /** The calls, by their index. */
  all(): readonly ToolCall[] {
    return this.#calls
      .toSorted((left, right) => left.index - right.index)
      .map((call, place) => ({
        id: call.id || `call_${place}`,
        name: call.name,
        arguments: call.arguments.trim() === '' ? '{}' : call.arguments,
        ...(call.extra === undefined
          ? {}
          : { opaque: { provider: CHAT_PROTOCOL, data: { extra_content: call.extra } } }),
      }));
  }

  #callOf(piece: Readonly<Record<string, unknown>>, place: number): OpenCall {
    const id = typeof piece.id === 'string' ? piece.id : '';
    const name = isMapping(piece.function) ? piece.function.name : undefined;
    const hasIndex = typeof piece.index === 'number';
    const index = hasIndex ? Number(piece.index) : id === '' ? place : this.#calls.length;
    const known = hasIndex
      ? this.#calls.findLast((call) => call.index === index)
      : id === ''
        ? this.#calls[place]
        : this.#calls.find((call) => call.id === id);
    const isOther = known !== undefined && id !== '' && known.id !== '' && known.id !== id && typeof name === 'string';
    if (known !== undefined && !isOther) return known;
    const call: OpenCall = { index, id: '', name: '', arguments: '', extra: undefined };
    this.#calls.push(call);
    return call;
  }
}
