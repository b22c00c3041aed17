import { definePlugin, optional } from '#kernel';
import { Moderation } from '#plugins/moderation/contract.ts';
import { AnswerSources, DirectAnswers } from './contract.ts';
import { DirectAnswersService } from './direct-answers-service.ts';

export const plugin = definePlugin({
  id: 'direct-answers',
  needs: { moderation: optional(Moderation), sources: AnswerSources },
  setup({ services, logger, provide }) {
    const answers = new DirectAnswersService({ ...services, logger });
    provide(DirectAnswers, () => answers);
  },
});
