import { type NodeContext, toJson, type Usage } from '#engine';
import { currentTime, newId } from '#kernel';
import { usageMetadata } from '#plugins/node-llm/contract.ts';
import type { AgentLogEntry } from './contract.ts';

/** Characters of one text in the log, and of those that come when the log has grown long. */
const MAX_TEXT = 8_000;
const SHORT_TEXT = 200;
const LONG_LOG = 1_000_000;

type Data = AgentLogEntry['data'];

/** A step that was begun. */
export interface Step {
  readonly id: string;
  succeed(data: Data, usage?: Usage): void;
  fail(data: Data, error: string): void;
}

/** The tree of an agent's steps: told as events, and kept for the node's outputs. */
export class AgentLog {
  readonly #context: NodeContext;
  readonly #entries = new Map<string, AgentLogEntry>();
  #length = 0;

  constructor(context: NodeContext) {
    this.#context = context;
  }

  /** Every step as it was last told, in the order they began. */
  get entries(): readonly AgentLogEntry[] {
    return [...this.#entries.values()];
  }

  begin(
    label: string,
    data: Data,
    place: { readonly parent?: Step; readonly metadata?: Readonly<Record<string, unknown>> } = {},
  ): Step {
    const id = newId();
    const startedAt = currentTime() / 1000;
    const startedOn = performance.now();
    const metadata = { ...place.metadata, started_at: startedAt };
    const tell = (
      status: AgentLogEntry['status'],
      now: Data,
      more: { error?: string; usage?: Usage | undefined } = {},
    ) => {
      const elapsed = Math.round(performance.now() - startedOn) / 1000;
      const times = status === 'start' ? {} : { finished_at: startedAt + elapsed, elapsed_time: elapsed };
      this.#tell({
        node_execution_id: this.#context.executionId,
        node_id: this.#context.node.id,
        id,
        label,
        parent_id: place.parent?.id ?? null,
        status,
        error: more.error ?? null,
        data: shortened(now, this.#room),
        metadata: { ...metadata, ...times, ...(more.usage === undefined ? {} : usageMetadata(more.usage)) },
      });
    };
    tell('start', data);
    return {
      id,
      succeed: (now, usage) => tell('success', now, { usage }),
      fail: (now, error) => tell('error', now, { error: cut(error, this.#room) }),
    };
  }

  #tell(entry: AgentLogEntry): void {
    this.#entries.set(entry.id, entry);
    this.#length += toJson(entry.data).length;
    this.#context.log({ ...entry });
  }

  get #room(): number {
    return this.#length < LONG_LOG ? MAX_TEXT : SHORT_TEXT;
  }
}

function shortened(data: Data, room: number): Data {
  switch (data.kind) {
    case 'round':
      return data.observation === undefined
        ? data
        : { ...data, observation: data.observation.map(({ tool, output }) => ({ tool, output: cut(output, room) })) };
    case 'thought':
      return data.output === undefined
        ? data
        : {
            ...data,
            output: cut(data.output, room),
            calls: data.calls?.map((call) => ({ ...call, arguments: shortValue(call.arguments, room) })) ?? [],
          };
    case 'call':
      return {
        ...data,
        tool_call_args: shortValue(data.tool_call_args, room),
        ...(data.output === undefined ? {} : { output: cut(data.output, room) }),
      };
  }
}

/** Arguments as they are, unless showing them would take too much. */
function shortValue(value: unknown, room: number): unknown {
  if (typeof value === 'string') return cut(value, room);
  const text = toJson(value);
  return text.length > room ? cut(text, room) : value;
}

function cut(text: string, room: number): string {
  return text.length > room ? `${text.slice(0, room)}…` : text;
}
