import { isPlatformError, PlatformError } from '#kernel';
import type { Models, OutsideCaller, ReadyModel, ToolCall, ToolDefinition } from '#plugins/models/contract.ts';
import type { KnowledgeModel } from '#plugins/node-knowledge/contract.ts';

/** A model as knowledge bases name it. */
export interface NamedModel {
  readonly provider: string;
  readonly model: string;
}

/** For whom models are asked. */
export interface ModelCaller {
  readonly workspaceId: string;
  /** The app whose budgets count; null: none. */
  readonly app: OutsideCaller | null;
  readonly signal: AbortSignal;
}

/** What a language model said. */
export interface Said {
  readonly text: string;
  readonly calls: readonly ToolCall[];
}

/** Characters of an answer that are read. */
const MAX_ANSWER = 20_000;
/** Milliseconds that a model may take while somebody waits for what is found. */
const PATIENCE = 60_000;

/** Calls of models that searches make. Each throws what `Models` and providers throw. */
export class ModelCalls {
  readonly #models: Models;
  readonly #patience: number;

  constructor(models: Models, patience = PATIENCE) {
    this.#models = models;
    this.#patience = patience;
  }

  /** The vector of a question. */
  async embed(caller: ModelCaller, name: NamedModel, text: string): Promise<Float32Array> {
    const { model, description } = await this.#model(caller, 'embedding', name);
    const answer = await this.#inTime(caller, description.name, (signal) =>
      model.embed({ model: description.name, texts: [text], kind: 'query', signal }),
    );
    const [vector] = answer.vectors;
    if (vector === undefined) throw new Error(`the embedding model ${description.name} gave no vector`);
    // A question without a word has no direction in some models, and finds nothing.
    if (vector.every((value) => value === 0) && /[\p{L}\p{N}]/u.test(text)) {
      const message = `The embedding model "${description.name}" answered with a vector of zeros only, by which nothing is found`;
      throw new PlatformError('invalid', 'models.completion_request_error', message);
    }
    return vector;
  }

  /** How well texts answer a question, best first; texts that the model left out are missing. */
  async rerank(
    caller: ModelCaller,
    name: NamedModel,
    { query, documents }: { readonly query: string; readonly documents: readonly string[] },
  ): Promise<readonly { readonly index: number; readonly score: number }[]> {
    const { model, description } = await this.#model(caller, 'rerank', name);
    return this.#inTime(caller, description.name, (signal) =>
      model.rerank({ model: description.name, query, documents, topN: documents.length, signal }),
    );
  }

  /** Whether a language model may be given tools. */
  async hasTools(caller: ModelCaller, { provider, name }: KnowledgeModel): Promise<boolean> {
    const { features } = (await this.#model(caller, 'llm', { provider, model: name })).description;
    return features === undefined || features.includes('tool-call');
  }

  async ask(
    caller: ModelCaller,
    { provider, name, parameters }: KnowledgeModel,
    prompt: { readonly system: string; readonly user: string; readonly tools?: readonly ToolDefinition[] },
  ): Promise<Said> {
    const { model, description } = await this.#model(caller, 'llm', { provider, model: name });
    const { system, user, tools } = prompt;
    const parts = model.stream({
      model: description.name,
      mode: 'chat',
      messages: [
        { role: 'system', content: system },
        { role: 'user', content: user },
      ],
      parameters,
      ...(tools !== undefined && { tools, toolChoice: 'auto' as const }),
      signal: caller.signal,
    });
    let text = '';
    const calls: ToolCall[] = [];
    for await (const batch of parts) {
      for (const part of batch) {
        if (part.type === 'text' && text.length < MAX_ANSWER) text += part.text;
        if (part.type === 'tool-call') calls.push(part.call);
      }
    }
    return { text, calls };
  }

  /** A provider that takes a request and says nothing would hold whoever searches for minutes. */
  async #inTime<T>({ signal }: ModelCaller, model: string, ask: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const limit = AbortSignal.timeout(this.#patience);
    try {
      return await ask(AbortSignal.any([signal, limit]));
    } catch (error) {
      if (!limit.aborted || signal.aborted || isPlatformError(error)) throw error;
      const message = `The model "${model}" did not answer within ${this.#patience / 1_000} s. Try again; if it stays, choose a faster one.`;
      throw new PlatformError('unavailable', 'dataset-retrieval.model_timeout', message, { cause: error });
    }
  }

  async #model<T extends 'embedding' | 'rerank' | 'llm'>(
    { workspaceId, app }: ModelCaller,
    type: T,
    { provider, model }: NamedModel,
  ): Promise<ReadyModel<T>> {
    const name = { provider: (await this.#models.providerOf(workspaceId, provider)) ?? provider, model };
    return this.#models.model(workspaceId, type, name, app ?? undefined);
  }
}
