import { definePlugin } from '#kernel';
import { Conversations } from '#plugins/conversations/contract.ts';
import { TitleGenerators } from '#plugins/delivery-api/contract.ts';
import { Models } from '#plugins/models/contract.ts';
import { Suggestions } from './contract.ts';
import { SuggestionsService } from './suggestions-service.ts';
import { ModelTitleGenerator } from './title-generator.ts';

interface SuggestionsConfig {
  readonly titlesByModel: boolean;
}

export const plugin = definePlugin({
  id: 'suggestions',
  needs: { models: Models, titleGenerators: TitleGenerators, conversations: Conversations },
  config: {
    schema: {
      type: 'object',
      additionalProperties: false,
      properties: {
        titlesByModel: {
          type: 'boolean',
          default: true,
          description:
            "Whether an app's model gives new conversations a title; otherwise they are called by their query.",
        },
      },
    },
    env: { WEFT_CONVERSATION_TITLES: 'titlesByModel' },
  },
  setup({ services, config, logger, provide, onClose }) {
    const { models, titleGenerators, conversations } = services;
    const suggestions = new SuggestionsService(models, logger);
    provide(Suggestions, () => suggestions);
    if (!(config as SuggestionsConfig).titlesByModel) return;
    const titleGenerator = new ModelTitleGenerator({ conversations, suggestions, logger });
    const leave = titleGenerators.use(titleGenerator);
    onClose(() => {
      leave();
      titleGenerator.close();
    });
  },
});
