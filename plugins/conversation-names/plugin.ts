import { definePlugin } from '../../kernel/index.ts';
import { Conversations } from '../conversations/contract.ts';
import { Namers } from '../delivery-api/contract.ts';
import { Suggestions } from '../suggestions/contract.ts';
import { ModelNamer } from './model-namer.ts';

interface NamesConfig {
  readonly byModel: boolean;
}

export const plugin = definePlugin({
  id: 'conversation-names',
  needs: { namers: Namers, conversations: Conversations, suggestions: Suggestions },
  config: {
    schema: {
      type: 'object',
      additionalProperties: false,
      properties: {
        byModel: {
          type: 'boolean',
          default: true,
          description:
            "Whether an app's model gives new conversations a title; otherwise they are called by their query.",
        },
      },
    },
    env: { WEFT_CONVERSATION_TITLES: 'byModel' },
  },
  setup({ services, config, logger, onClose }) {
    const { namers, conversations, suggestions } = services;
    if (!(config as NamesConfig).byModel) return;
    const namer = new ModelNamer({ conversations, suggestions, logger });
    const leave = namers.use(namer);
    onClose(() => {
      leave();
      namer.close();
    });
  },
});
