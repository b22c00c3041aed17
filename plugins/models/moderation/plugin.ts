import { DocumentLinters } from '#engine';
import { definePlugin } from '#kernel';
import { Models } from '#plugins/models/contract.ts';
import { Moderation, Moderators } from './contract.ts';
import { keywordModerator } from './keywords.ts';
import { modelModerator } from './model-moderator.ts';
import { ModerationService } from './moderation-service.ts';

export const plugin = definePlugin({
  id: 'moderation',
  needs: { moderators: Moderators, models: Models },
  setup({ services, logger, provide, contribute }) {
    const moderation = new ModerationService((id) => services.moderators.get(id), logger);
    contribute(Moderators, keywordModerator, modelModerator(services.models));
    contribute(DocumentLinters, {
      id: 'moderation.feature',
      lint: (features) => moderation.lint(features.sensitive_word_avoidance),
    });
    provide(Moderation, () => moderation);
  },
});
