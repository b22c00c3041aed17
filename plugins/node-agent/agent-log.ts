import { type NodeContext, toJson, type Usage } from '../../engine/contract.ts';
import { newId } from '../../kernel/index.ts';
import { usageMetadata } from '../node-llm/contract.ts';
import type { AgentLogEntry } from './contract.ts';

/** Characters of one text in the log; whoever wants all of it looks at the node's outputs. */
const MAX_TEXT = 8_000;

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
    const startedAt = Date.now() / 1000;
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
        data: shortened(now),
        metadata: { ...metadata, ...times, ...(more.usage === undefined ? {} : usageMetadata(more.usage)) },
      });
    };
    tell('start', data);
    return {
      id,
      succeed: (now, usage) => tell('success', now, { usage }),
      fail: (now, error) => tell('error', now, { error: cut(error) }),
    };
  }

  #tell(entry: AgentLogEntry): void {
    this.#entries.set(entry.id, entry);
    this.#context.log({ ...entry });
  }
}

function shortened(data: Data): Data {
  switch (data.kind) {
    case 'round':
      return data.observation === undefined
        ? data
        : { ...data, observation: data.observation.map(({ tool, output }) => ({ tool, output: cut(output) })) };
    case 'thought':
      return data.output === undefined
        ? data
        : { ...data, output: cut(data.output), calls: data.calls?.map(withShortArguments) ?? [] };
    case 'call':
      return {
        ...data,
        tool_call_args: shortValue(data.tool_call_args),
        ...(data.output === undefined ? {} : { output: cut(data.output) }),
      };
  }
}

function withShortArguments<Call extends { readonly arguments: unknown }>(call: Call): Call {
  return { ...call, arguments: shortValue(call.arguments) };
}

/** Arguments as they are, unless showing them would take too much. */
function shortValue(value: unknown): unknown {
  if (typeof value === 'string') return cut(value);
  const text = toJson(value);
  return text.length > MAX_TEXT ? cut(text) : value;
}

function cut(text: string): string {
  return text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text;
}
