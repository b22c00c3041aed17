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

/** Calls of models that searches make. Each throws what `Models` and providers throw. */
export class ModelCalls {
  readonly #models: Models;

  constructor(models: Models) {
    this.#models = models;
  }

  /** The vector of a question. */
  async embed(caller: ModelCaller, name: NamedModel, text: string): Promise<Float32Array> {
    const { model, description } = await this.#model(caller, 'embedding', name);
    const request = { model: description.name, texts: [text], kind: 'query', signal: caller.signal } as const;
    const [vector] = (await model.embed(request)).vectors;
    if (vector === undefined) throw new Error(`the embedding model ${description.name} gave no vector`);
    return vector;
  }

  /** How well texts answer a question, best first; texts that the model left out are missing. */
  async rerank(
    caller: ModelCaller,
    name: NamedModel,
    { query, documents }: { readonly query: string; readonly documents: readonly string[] },
  ): Promise<readonly { readonly index: number; readonly score: number }[]> {
    const { model, description } = await this.#model(caller, 'rerank', name);
    const request = { model: description.name, query, documents, topN: documents.length, signal: caller.signal };
    return await model.rerank(request);
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

  #model<T extends 'embedding' | 'rerank' | 'llm'>(
    { workspaceId, app }: ModelCaller,
    type: T,
    { provider, model }: NamedModel,
  ): Promise<ReadyModel<T>> {
    const name = { provider: this.#models.providerOf(provider) ?? provider, model };
    return this.#models.model(workspaceId, type, name, app ?? undefined);
  }
}
