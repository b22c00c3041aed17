import type { ChatMessage, LlmPart, Models, ModelType, OutsideCaller } from '#plugins/models/contract.ts';
import { refusal } from './refusal.ts';

type Input = Readonly<Record<string, unknown>>;

export interface ModelCallParts {
  readonly models: Pick<Models, 'model'>;
  readonly workspaceId: string;
  /** Kinds that are granted. */
  readonly granted: readonly ModelType[];
  /** Whose usage the calls are. */
  readonly caller: OutsideCaller;
  readonly signal: AbortSignal;
}

const mostTexts = 200;

/** Models of the workspace, as a package calls them: the one it names, else the workspace's default. */
export class ModelCalls {
  readonly #parts: ModelCallParts;

  constructor(parts: ModelCallParts) {
    this.#parts = parts;
  }

  async llm(input: Input) {
    const { model, description } = await this.#model('llm', input);
    let text = '';
    const toolCalls: unknown[] = [];
    let usage: unknown = null;
    const parts = model.stream({
      model: description.name,
      mode: 'chat',
      messages: messagesOf(input.messages),
      parameters: Object(input.parameters) as Input,
      ...(Object(input.json_schema) === input.json_schema && { jsonSchema: input.json_schema as Input }),
      signal: this.#parts.signal,
    });
    for await (const batch of parts) {
      for (const part of batch) {
        if (part.type === 'text') text += part.text;
        if (part.type === 'tool-call') toolCalls.push(part.call);
        if (part.type === 'usage') usage = countsOf(part);
      }
    }
    return { text, tool_calls: toolCalls, usage };
  }

  async embedding(input: Input) {
    const { model, description } = await this.#model('embedding', input);
    const { vectors, promptTokens } = await model.embed({
      model: description.name,
      texts: textsOf(input.texts, 'texts'),
      signal: this.#parts.signal,
    });
    return { vectors: vectors.map((vector) => [...vector]), prompt_tokens: promptTokens };
  }

  async rerank(input: Input) {
    const { model, description } = await this.#model('rerank', input);
    const documents = textsOf(input.documents, 'documents');
    const topN = typeof input.top_n === 'number' ? input.top_n : documents.length;
    const query = String(input.query);
    return model.rerank({ model: description.name, query, documents, topN, signal: this.#parts.signal });
  }

  async moderation(input: Input) {
    const { model, description } = await this.#model('moderation', input);
    const texts = textsOf(input.texts, 'texts');
    const { flagged, categories } = await model.moderate({
      model: description.name,
      texts,
      signal: this.#parts.signal,
    });
    return { flagged, categories };
  }

  async speechToText(input: Input) {
    const { model, description } = await this.#model('speech-to-text', input);
    if (!(input.audio instanceof Uint8Array)) throw refusal('TypeError', 'audio must be bytes');
    const { text } = await model.transcribe({
      model: description.name,
      audio: input.audio,
      mediaType: String(input.media_type ?? 'audio/mpeg'),
      fileName: String(input.file_name ?? 'audio.mp3'),
      signal: this.#parts.signal,
    });
    return { text };
  }

  async textToSpeech(input: Input) {
    const { model, description } = await this.#model('text-to-speech', input);
    const spoken = await model.speak({
      model: description.name,
      text: String(input.text),
      voice: String(input.voice ?? ''),
      signal: this.#parts.signal,
    });
    const pieces: Uint8Array[] = [];
    for await (const piece of spoken.audio) pieces.push(piece);
    return { media_type: spoken.mediaType, audio: new Uint8Array(Buffer.concat(pieces)) };
  }

  #model<T extends ModelType>(type: T, { provider, model }: Input) {
    const { models, workspaceId, granted, caller } = this.#parts;
    if (!granted.includes(type)) throw refusal('Refused', `this plugin may not call models of the type ${type}`);
    const name = { provider: String(provider ?? ''), model: String(model ?? '') };
    return models.model(workspaceId, type, name, caller);
  }
}

function countsOf({ promptTokens, completionTokens }: Extract<LlmPart, { type: 'usage' }>) {
  return { prompt_tokens: promptTokens, completion_tokens: completionTokens };
}

function messagesOf(given: unknown): ChatMessage[] {
  if (!Array.isArray(given) || given.length === 0) throw refusal('TypeError', 'messages must be a list of messages');
  return given.map((item: unknown) => {
    const { role, content } = Object(item) as Input;
    if (role !== 'system' && role !== 'user' && role !== 'assistant') {
      throw refusal('TypeError', 'the role of a message must be system, user or assistant');
    }
    return { role, content: String(content) };
  });
}

function textsOf(given: unknown, name: string): string[] {
  if (!Array.isArray(given) || given.length > mostTexts || given.some((text) => typeof text !== 'string')) {
    throw refusal('TypeError', `${name} must be a list of at most ${mostTexts} texts`);
  }
  return given;
}
