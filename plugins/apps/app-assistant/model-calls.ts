import { isPlatformError } from '#kernel';
import type { ChatMessage, Models, ReadyModel } from '#plugins/models/contract.ts';
import { noModel, tooLong, tooSlow, unknownModel } from './refusals.ts';

/** The demo says the same to everybody: it can't write apps. */
const DEMO = 'demo';
/** Characters of an answer, thoughts included. */
const MAX_ANSWER = 200_000;
/** Milliseconds that one answer may take. */
const PATIENCE = 180_000;
/** Milliseconds between two reports of how far an answer is. */
const REPORT = 500;

export interface NamedModel {
  readonly provider: string;
  readonly name: string;
}

/** For whom a model is called. */
export interface Asking {
  readonly workspaceId: string;
  readonly appId: string;
  readonly signal: AbortSignal;
}

/** Calls of models by the assistant: they count into the usage of the app, and its budgets may refuse them. */
export class ModelCalls {
  readonly #models: Pick<Models, 'available' | 'defaults' | 'model'>;
  readonly #patience: number;

  constructor(models: Pick<Models, 'available' | 'defaults' | 'model'>, patience = PATIENCE) {
    this.#models = models;
    this.#patience = patience;
  }

  /** Models that can do it: the workspace's default first, then those of providers that it has set up. Empty: nobody is asked. */
  async usable(workspaceId: string) {
    const all = await this.#models.available(workspaceId, 'llm');
    const usual = (await this.#models.defaults(workspaceId)).get('llm');
    const rank = (model: (typeof all)[number]) =>
      model.provider === usual?.provider && model.name === usual.model ? 0 : model.isOwn ? 1 : 2;
    return all.filter(({ provider }) => provider !== DEMO).toSorted((one, other) => rank(one) - rank(other));
  }

  /** The model that is asked for, or the first. Throws where there is none, and what `Models.model` throws. */
  async open(
    asking: Omit<Asking, 'signal'>,
    wanted?: NamedModel,
  ): Promise<{ readonly ready: ReadyModel<'llm'>; readonly chosen: NamedModel }> {
    const usable = await this.#usableOr(asking.workspaceId);
    const isWanted = ({ provider, name }: NamedModel) => provider === wanted?.provider && name === wanted.name;
    const chosen = wanted === undefined ? usable[0] : usable.find(isWanted);
    if (chosen === undefined) throw unknownModel();
    const { provider, name } = chosen;
    const { workspaceId, appId } = asking;
    const ready = await this.#models.model(workspaceId, 'llm', { provider, model: name }, { workspaceId, appId });
    return { ready, chosen: { provider, name } };
  }

  async #usableOr(workspaceId: string) {
    const usable = await this.usable(workspaceId);
    if (usable.length === 0) throw noModel();
    return usable;
  }

  /** One answer; tells now and then how many characters there are. */
  async *ask(
    { model, description }: ReadyModel<'llm'>,
    messages: readonly ChatMessage[],
    signal: AbortSignal,
  ): AsyncGenerator<number, string> {
    const limit = AbortSignal.timeout(this.#patience);
    // Who leaves, and what has become too long, ends the call as well.
    const leaving = new AbortController();
    const parts = model.stream({
      ...{ model: description.name, mode: 'chat', messages, parameters: {} },
      signal: AbortSignal.any([signal, limit, leaving.signal]),
    });
    let [text, length, reportedAt] = ['', 0, Date.now()];
    try {
      for await (const batch of parts) {
        for (const part of batch) {
          if (part.type !== 'text' && part.type !== 'reasoning') continue;
          length += part.text.length;
          if (part.type === 'text') text += part.text;
        }
        if (length > MAX_ANSWER) throw tooLong();
        if (Date.now() - reportedAt < REPORT) continue;
        reportedAt = Date.now();
        yield length;
      }
      return text;
    } catch (error) {
      if (!limit.aborted || signal.aborted || isPlatformError(error)) throw error;
      throw tooSlow(description.name, this.#patience / 1_000);
    } finally {
      leaving.abort();
    }
  }
}
