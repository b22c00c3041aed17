import { mappingOf } from '#engine';
import type { Logger } from '#kernel';
import type { Models } from '#plugins/models/contract.ts';
import { type ModelSettings, textOf } from '#plugins/node-llm/contract.ts';
import { appModel, featureModel } from './app-model.ts';
import { askModel } from './ask-model.ts';
import type { Asker, Exchange, Suggestions } from './contract.ts';
import { nameOfQuery } from './name-of-query.ts';
import {
  beginning,
  questionsFormat,
  questionsInstruction,
  questionsSchema,
  readQuestions,
  readTitle,
  titleInstruction,
  transcript,
} from './texts.ts';

/** Asks the app's model for titles and next questions. */
export class SuggestionsService implements Suggestions {
  readonly #models: Models;
  readonly #logger: Logger;

  constructor(models: Models, logger: Logger) {
    this.#models = models;
    this.#logger = logger;
  }

  async title(asker: Asker, query: string): Promise<string | null> {
    const model = appModel(asker.version.compiled) ?? (await this.#default(asker, 'title'));
    if (model === null) return nameOfQuery(query);
    const question = { asker, model, instruction: titleInstruction, text: beginning(query) };
    const answer = await this.#tried('title', () => askModel(this.#models, question));
    return answer === null ? null : (readTitle(answer) ?? nameOfQuery(query));
  }

  async questions(asker: Asker, exchanges: readonly Exchange[]): Promise<readonly string[]> {
    const { compiled } = asker.version;
    const feature = mappingOf(compiled.parameters.suggested_questions_after_answer);
    if (exchanges.length === 0) return [];
    const model = featureModel(feature) ?? appModel(compiled) ?? (await this.#default(asker, 'questions'));
    if (model === null) return [];
    // The app's builder may word the request; how it is to be answered stays ours.
    const wording = beginning(textOf(feature.prompt)).trim() || questionsInstruction;
    const question = { asker, model, instruction: `${wording}\n\n${questionsFormat}`, text: transcript(exchanges) };
    const answer = await this.#tried('questions', () =>
      askModel(this.#models, { ...question, schema: questionsSchema }),
    );
    return answer === null ? [] : readQuestions(answer);
  }

  /** The workspace's default, for apps that name no model; null when there is none. */
  async #default({ workspaceId }: Asker, what: string): Promise<ModelSettings | null> {
    const defaults = await this.#tried(what, () => this.#models.defaults(workspaceId));
    const named = defaults?.get('llm');
    return named === undefined ? null : { ...named, mode: 'chat', parameters: {} };
  }

  async #tried<Answer>(what: string, ask: () => Promise<Answer>): Promise<Answer | null> {
    try {
      return await ask();
    } catch (error) {
      this.#logger.warn({ error, what }, 'a model gave no suggestion');
      return null;
    }
  }
}
