import { addUsage, checkLength, type NodeContext, noUsage, type Usage } from '#engine';
import type {
  ChatMessage,
  LlmRequest,
  OpaquePayload,
  ReadyLlm,
  ToolCall,
  ToolChoice,
  ToolDefinition,
} from '#plugins/models/contract.ts';
import {
  CallMeter,
  callFailure,
  checkTotal,
  type ModelSettings,
  type PartSink,
  readParts,
  requestOf,
} from '#plugins/node-llm/contract.ts';

/** What the model said in one round. */
export interface Utterance {
  readonly text: string;
  readonly calls: readonly ToolCall[];
  /** What the provider wants back with them, in order. */
  readonly opaque: readonly OpaquePayload[];
  readonly usage: Usage;
}

/** An agent's conversation with its model; adds up what it costs. */
export class AgentConversation {
  readonly model: ReadyLlm;
  readonly #settings: ModelSettings;
  readonly #context: NodeContext;
  #usage: Usage = noUsage;
  /** Characters of opaque payloads, which are kept until the agent is done. */
  #opaque = 0;

  constructor(model: ReadyLlm, settings: ModelSettings, context: NodeContext) {
    this.model = model;
    this.#settings = settings;
    this.#context = context;
  }

  /** Of all calls so far. */
  get usage(): Usage {
    return this.#usage;
  }

  /** One call of the model. Throws NodeError, with the usage of the calls before it as well. */
  async say(
    messages: readonly ChatMessage[],
    options: {
      readonly tools?: readonly ToolDefinition[];
      readonly toolChoice?: ToolChoice;
      readonly stop?: readonly string[];
      readonly onText: (delta: string) => void;
    },
  ): Promise<Utterance> {
    checkTotal(messages.map(lengthText));
    const meter = new CallMeter();
    const calls: ToolCall[] = [];
    const opaque: OpaquePayload[] = [];
    let text = '';
    const sink: PartSink = {
      text(delta) {
        text += delta;
        options.onText(delta);
      },
      // Thoughts a server keeps apart are nobody's answer.
      reasoning() {},
      toolCall: (call) => void calls.push(call),
      opaque: (payload, length) => {
        this.#opaque += length;
        checkLength(this.#opaque, 'What the model keeps of its thoughts');
        opaque.push(payload);
      },
    };
    const context = this.#context;
    await readParts(this.model, this.#request(messages, options), { context, meter, sink }).catch((error: unknown) => {
      if (meter.isCounted) this.#usage = addUsage(this.#usage, this.model.usage(meter.measure));
      throw callFailure(error, this.#context, { model: this.model, meter });
    });
    const usage = this.model.usage(meter.measure);
    this.#usage = addUsage(this.#usage, usage);
    return { text, calls, opaque, usage };
  }

  #request(
    messages: readonly ChatMessage[],
    {
      tools = [],
      toolChoice,
      stop = [],
    }: Pick<LlmRequest, 'tools' | 'toolChoice'> & { readonly stop?: readonly string[] },
  ): LlmRequest {
    const request = requestOf(this.#settings, this.model, { drafts: [], context: this.#context });
    return {
      ...request,
      messages,
      ...(stop.length === 0 ? {} : { parameters: withStops(request.parameters, stop) }),
      ...(tools.length === 0 ? {} : { tools }),
      ...(tools.length === 0 || toolChoice === undefined ? {} : { toolChoice }),
    };
  }
}

/** Servers take four. */
const MAX_STOPS = 4;

function withStops(parameters: LlmRequest['parameters'], stops: readonly string[]): LlmRequest['parameters'] {
  const own = Array.isArray(parameters.stop) ? parameters.stop : [parameters.stop];
  const texts = own.filter((stop): stop is string => typeof stop === 'string' && stop !== '');
  return { ...parameters, stop: [...new Set([...stops, ...texts])].slice(0, MAX_STOPS) };
}

function lengthText(message: ChatMessage): string {
  if (typeof message.content !== 'string') {
    return message.content.map((part) => (part.type === 'text' ? part.text : '')).join('');
  }
  const calls = message.role === 'assistant' ? (message.toolCalls ?? []) : [];
  return message.content + calls.map((call) => call.arguments).join('');
}
