import { mappingOf } from '#engine';
import { type Logger, PlatformError } from '#kernel';
import type { Moderation } from '#plugins/moderation/contract.ts';
import type { OutputFilter } from '#plugins/runs/contract.ts';
import type { AnsweringApp, AnswerSource, DirectAnswer, DirectAnswers, Question } from './contract.ts';

export interface DirectAnswersParts {
  /** Undefined: the plugin is switched off. */
  readonly moderation: Moderation | undefined;
  readonly sources: { all(): readonly AnswerSource[] };
  readonly logger: Pick<Logger, 'warn'>;
}

/** Asks the moderation, then whoever knows answers. */
export class DirectAnswersService implements DirectAnswers {
  readonly #parts: DirectAnswersParts;

  constructor(parts: DirectAnswersParts) {
    this.#parts = parts;
  }

  async find(app: AnsweringApp, request: Parameters<DirectAnswers['find']>[1]): Promise<DirectAnswer | null> {
    const { workspaceId, appId, keyId, moderation: feature } = app;
    const preset = await this.#moderation(feature)?.input({ workspaceId, appId, keyId, feature }, request);
    if (preset !== null && preset !== undefined) return { text: preset, annotation: null, entries: () => [] };
    if (request.query === '') return null;
    return this.#known({ workspaceId, appId, keyId, query: request.query });
  }

  outputFilter({ workspaceId, appId, keyId, moderation: feature }: AnsweringApp): OutputFilter | undefined {
    return this.#moderation(feature)?.output({ workspaceId, appId, keyId, feature });
  }

  /** An app that is to be moderated doesn't go unchecked because the plugin is not there. */
  #moderation(feature: unknown): Moderation | undefined {
    const { moderation } = this.#parts;
    if (moderation !== undefined || mappingOf(feature).enabled !== true) return moderation;
    const message = 'This app has its messages moderated, and moderation is switched off on this server.';
    throw new PlatformError('invalid', 'direct-answers.app_unavailable', message);
  }

  async #known(question: Question): Promise<DirectAnswer | null> {
    for (const source of this.#parts.sources.all()) {
      try {
        const found = source.find(question);
        const answer = found instanceof Promise ? await found : found;
        if (answer !== null) return answer;
      } catch (error) {
        const { workspaceId, appId } = question;
        this.#parts.logger.warn({ err: error, source: source.id, workspaceId, appId }, 'a known answer was not found');
      }
    }
    return null;
  }
}
