import { fromJson, type JsonText, toJson } from '#engine';
import { currentTime } from '#kernel';
import type { AgentLogEntry, AgentRoundData, AgentThoughtData } from '#plugins/node-agent/contract.ts';

/** One step of an agent, as streams and message lists show it (runtime API, messages and feedback; message events). */
export interface AgentThought {
  readonly id: string;
  /** From 1. */
  readonly position: number;
  readonly thought: string;
  /** JSON text: answers by tool; "" before there are any. */
  readonly observation: string;
  /** Names joined by `;`. */
  readonly tool: string;
  readonly tool_labels: Readonly<Record<string, unknown>>;
  /** JSON text: arguments by tool. */
  readonly tool_input: string;
  /** Ids of files. */
  readonly message_files: readonly string[];
  /** Seconds since the epoch. */
  readonly created_at: number;
}

/** What an entry of the log changed. */
export interface ThoughtChange {
  readonly thought: AgentThought;
  /** File values that came with it. */
  readonly files: readonly unknown[];
}

/** Builds the thoughts of a message from the log of its agent: one per round. */
export class AgentThoughts {
  readonly #thoughts = new Map<string, AgentThought>();
  readonly #files: unknown[] = [];

  /** JSON text of all thoughts. */
  get json(): JsonText {
    return toJson([...this.#thoughts.values()]);
  }

  /** File values the agent's tools made. */
  get files(): readonly unknown[] {
    return this.#files;
  }

  /** Takes the JSON text of an entry. */
  note(text: JsonText): ThoughtChange | null {
    const entry = fromJson(text) as AgentLogEntry;
    switch (entry.data?.kind) {
      case 'round':
        return this.#round(entry, entry.data);
      case 'thought':
        return this.#thought(entry, entry.data);
      default:
        return null;
    }
  }

  #round(entry: AgentLogEntry, { observation = [], files = [] }: AgentRoundData): ThoughtChange | null {
    const known = this.#thoughts.get(entry.id) ?? this.#begin(entry);
    if (entry.status === 'start') return { thought: known, files: [] };
    if (observation.length === 0) return null;
    this.#files.push(...files);
    return this.#change(known, files, {
      observation: toJson(byName(observation.map(({ tool, output }) => [tool, output]))),
      message_files: files.map(idOf).filter((id) => id !== ''),
    });
  }

  #thought({ parent_id: round, status }: AgentLogEntry, data: AgentThoughtData): ThoughtChange | null {
    const known = this.#thoughts.get(round ?? '');
    if (known === undefined || status !== 'success') return null;
    const { output = '', calls = [] } = data;
    return this.#change(known, [], {
      thought: output,
      tool: calls.map(({ tool }) => tool).join(';'),
      tool_labels: Object.fromEntries(calls.map(({ tool, label }) => [tool, { en_US: label }])),
      tool_input: calls.length === 0 ? '' : toJson(byName(calls.map((call) => [call.tool, call.arguments]))),
    });
  }

  #begin({ id, metadata }: AgentLogEntry): AgentThought {
    const startedAt = Number(metadata.started_at);
    const begun: AgentThought = {
      id,
      position: this.#thoughts.size + 1,
      thought: '',
      observation: '',
      tool: '',
      tool_labels: {},
      tool_input: '',
      message_files: [],
      created_at: Math.floor(Number.isFinite(startedAt) ? startedAt : currentTime() / 1000),
    };
    this.#thoughts.set(id, begun);
    return begun;
  }

  #change(known: AgentThought, files: readonly unknown[], fields: Partial<AgentThought>): ThoughtChange {
    const thought = { ...known, ...fields };
    this.#thoughts.set(known.id, thought);
    return { thought, files };
  }
}

/** An object of entries; a tool that was called twice has a number behind its second name. */
function byName(entries: readonly (readonly [string, unknown])[]): Record<string, unknown> {
  const counts = new Map<string, number>();
  return Object.fromEntries(
    entries.map(([name, value]) => {
      const count = (counts.get(name) ?? 0) + 1;
      counts.set(name, count);
      return [count === 1 ? name : `${name} (${count})`, value];
    }),
  );
}

/** Id of a file value; "" when it has none. */
export function idOf(file: unknown): string {
  if (typeof file !== 'object' || file === null || !('id' in file)) return '';
  return typeof file.id === 'string' ? file.id : '';
}
