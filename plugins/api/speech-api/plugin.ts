import { Routes } from '#http';
import { definePlugin } from '#kernel';
import { Apps } from '#plugins/apps/contract.ts';
import { Conversations } from '#plugins/conversations/contract.ts';
import { SpeechStreamers } from '#plugins/delivery-api/contract.ts';
import { EndUsers } from '#plugins/end-users/contract.ts';
import { Models } from '#plugins/models/contract.ts';
import { AudioMemory } from './audio-memory.ts';
import { draftSpeechRoutes } from './draft-routes.ts';
import { speechStreamer } from './speech-stream.ts';
import { synthesisRoute } from './synthesis.ts';
import { transcriptionRoute } from './transcription.ts';

/** Speech under `/v1`, and of drafts: what is said becomes text, and texts are said. */
export const plugin = definePlugin({
  id: 'speech-api',
  needs: {
    apps: Apps,
    models: Models,
    conversations: Conversations,
    endUsers: EndUsers,
    speechStreamers: SpeechStreamers,
  },
  setup({ services, logger, contribute, onClose }) {
    const memory = new AudioMemory();
    contribute(Routes, transcriptionRoute(services.models, memory), synthesisRoute(services));
    contribute(Routes, ...draftSpeechRoutes({ ...services, memory }));
    onClose(services.speechStreamers.use(speechStreamer(services.models, logger)));
  },
});
