import { mappingOf } from '#engine';
import type { Logger } from '#kernel';
import type { OutputFilter } from '#plugins/runs/contract.ts';
import type { ModeratedApp, Moderation, Moderator } from './contract.ts';
import { ModerationFilter } from './output-filter.ts';
import { readSettings } from './settings.ts';
import { textsOf } from './texts.ts';

/** Milliseconds a check may take. */
const checkTimeout = 30_000;

/** Finds the moderator of an app, and asks it. */
export class ModerationService implements Moderation {
  readonly #moderator: (type: string) => Moderator | undefined;
  readonly #logger: Pick<Logger, 'error'>;

  constructor(moderator: (type: string) => Moderator | undefined, logger: Pick<Logger, 'error'>) {
    this.#moderator = moderator;
    this.#logger = logger;
  }

  async input(app: ModeratedApp, request: Parameters<Moderation['input']>[1]): Promise<string | null> {
    const settings = readSettings(app.feature);
    if (settings === null || settings.input === null) return null;
    const texts = [...textsOf(request.inputs), ...textsOf(request.query)];
    if (texts.length === 0) return null;
    const { feature: _, ...caller } = app;
    const { config, type } = settings;
    const signal = AbortSignal.timeout(checkTimeout);
    const isFlagged = await this.#moderator(type)?.isFlagged({ ...caller, isRefusable: true, config, texts, signal });
    return isFlagged === true ? settings.input : null;
  }

  output({ feature, ...caller }: ModeratedApp): OutputFilter | undefined {
    const settings = readSettings(feature);
    if (settings === null || settings.output === null) return undefined;
    const moderator = this.#moderator(settings.type);
    if (moderator === undefined) return undefined;
    const { config } = settings;
    return new ModerationFilter(settings.output, async (texts) => {
      try {
        const signal = AbortSignal.timeout(checkTimeout);
        return await moderator.isFlagged({ ...caller, isRefusable: false, config, texts, signal });
      } catch (error) {
        const { workspaceId } = caller;
        this.#logger.error({ error, workspaceId, moderator: moderator.id }, 'an answer could not be moderated');
        return true;
      }
    });
  }

  /** What a builder should know of the feature. */
  lint(feature: unknown): readonly string[] {
    if (mappingOf(feature).enabled !== true) return [];
    const place = 'The moderation (sensitive_word_avoidance)';
    const settings = readSettings(feature);
    if (settings === null) {
      return [`${place} checks neither inputs nor outputs: enable config.inputs_config or config.outputs_config.`];
    }
    const moderator = this.#moderator(settings.type);
    if (moderator === undefined) {
      return [
        `${place} has the type '${settings.type}', which is not available here: nothing is checked. Use keywords.`,
      ];
    }
    return (moderator.lint?.(settings.config) ?? []).map((warning) => `${place} ${warning}`);
  }
}
