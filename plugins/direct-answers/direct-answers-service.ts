import type { AppMode } from '../../engine/contract.ts';
import type { Logger } from '../../kernel/index.ts';
import type { Moderation } from '../moderation/contract.ts';
import type { RunScreen } from '../runs/contract.ts';
import type { AnsweringApp, AnswerSource, DirectAnswer, DirectAnswers, Question } from './contract.ts';

const chatModes: readonly AppMode[] = ['chat', 'agent-chat', 'advanced-chat', 'agent'];

export interface DirectAnswersParts {
  readonly moderation: Moderation;
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
    const { workspaceId, appId, keyId, mode, moderation: feature } = app;
    const preset = await this.#parts.moderation.input({ workspaceId, appId, keyId, feature }, request);
    if (preset !== null) return { text: preset, annotation: null, entries: () => [] };
    if (request.query === '' || !chatModes.includes(mode)) return null;
    return this.#known({ workspaceId, appId, keyId, query: request.query });
  }

  screen({ workspaceId, appId, keyId, moderation: feature }: Omit<AnsweringApp, 'mode'>): RunScreen | undefined {
    return this.#parts.moderation.output({ workspaceId, appId, keyId, feature });
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
