import { definePlugin } from '../../kernel/index.ts';
import { Models } from '../models/contract.ts';
import { Suggestions } from './contract.ts';
import { SuggestionsService } from './suggestions-service.ts';

export const plugin = definePlugin({
  id: 'suggestions',
  needs: { models: Models },
  setup({ services, logger, provide }) {
    provide(Suggestions, () => new SuggestionsService(services.models, logger));
  },
});
