import { Routes } from '../../http/contract.ts';
import { definePlugin } from '../../kernel/index.ts';
import { Conversations } from '../conversations/contract.ts';
import { Narrators } from '../delivery-api/contract.ts';
import { EndUsers } from '../end-users/contract.ts';
import { Models } from '../models/contract.ts';
import { hearingRoute } from './hearing.ts';
import { speechNarrator } from './narrating.ts';
import { speakingRoute } from './speaking.ts';

/** Speech under `/v1`: what is said becomes text, and texts are said. */
export const plugin = definePlugin({
  id: 'speech-api',
  needs: { models: Models, conversations: Conversations, endUsers: EndUsers, narrators: Narrators },
  setup({ services, logger, contribute, onClose }) {
    contribute(Routes, hearingRoute(services.models), speakingRoute(services));
    onClose(services.narrators.use(speechNarrator(services.models, logger)));
  },
});
