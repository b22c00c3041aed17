import { Routes } from '#http';
import { definePlugin } from '#kernel';
import { Conversations } from '#plugins/conversations/contract.ts';
import { SpeechStreamers } from '#plugins/delivery-api/contract.ts';
import { EndUsers } from '#plugins/end-users/contract.ts';
import { Models } from '#plugins/models/contract.ts';
import { speechStreamer } from './speech-stream.ts';
import { synthesisRoute } from './synthesis.ts';
import { transcriptionRoute } from './transcription.ts';

/** Speech under `/v1`: what is said becomes text, and texts are said. */
export const plugin = definePlugin({
  id: 'speech-api',
  needs: { models: Models, conversations: Conversations, endUsers: EndUsers, speechStreamers: SpeechStreamers },
  setup({ services, logger, contribute, onClose }) {
    contribute(Routes, transcriptionRoute(services.models), synthesisRoute(services));
    onClose(services.speechStreamers.use(speechStreamer(services.models, logger)));
  },
});
