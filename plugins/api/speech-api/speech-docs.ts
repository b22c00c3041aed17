import { bytesAnswer, jsonAnswer, objectSchema, type RouteDocs, schemas } from '#http';

const { text, uuid } = schemas;
const tag = 'Audio';
const modelErrors = [
  'app_unavailable',
  'provider_not_initialize',
  'provider_quota_exceeded',
  'model_currently_not_support',
  'completion_request_error',
];

const file = {
  type: 'string',
  format: 'binary',
  description: 'MP3, M4A, WAV, AMR, MP4, WebM, Ogg or FLAC, detected from the content. At most 30 MB.',
};
const heard = {
  answers: {
    200: jsonAnswer('The transcript.', objectSchema('Transcript', { text }), { text: 'How often do I water it?' }),
  },
  errors: {
    400: [
      ...modelErrors,
      'invalid_param',
      'no_audio_uploaded',
      'speech_to_text_disabled',
      'provider_not_support_speech_to_text',
    ],
    413: ['audio_too_large'],
    415: ['unsupported_audio_type'],
    429: ['too_many_requests'],
  },
} as const;
const spokenText = { type: 'string', maxLength: 10_000 };
const said = { 200: bytesAnswer('The audio.', 'audio/*') };
const ofDraft = { 404: ['not_found'] };
const draftTag = 'Editing apps';

/** What is told of speech. */
export const speechDocs = {
  hear: {
    tag,
    body: {
      title: 'Recording',
      type: 'object',
      required: ['file'],
      properties: { file, user: text },
    },
    ...heard,
  },
  hearForDraft: {
    tag: draftTag,
    description: 'For a draft with `speech_to_text` switched on.',
    body: { title: 'DraftRecording', type: 'object', required: ['file'], properties: { file } },
    answers: heard.answers,
    errors: { ...heard.errors, 400: [...heard.errors[400], 'invalid_graph'], ...ofDraft },
  },
  speak: {
    tag,
    description: 'Speaks `text`, or the answer of the message.',
    body: {
      title: 'SpeechRequest',
      type: 'object',
      properties: { message_id: uuid, text: spokenText, voice: text, user: text },
    },
    bodyExample: { text: 'Twice a week.', user: 'cust-77' },
    answers: said,
    errors: { 400: modelErrors, 404: ['not_found'] },
  },
  speakForDraft: {
    tag: draftTag,
    description: 'For a draft with `text_to_speech` switched on. `voice` defaults to that of the draft.',
    body: {
      title: 'DraftSpeechRequest',
      type: 'object',
      required: ['text'],
      properties: { text: spokenText, voice: text },
    },
    bodyExample: { text: 'Twice a week.' },
    answers: said,
    errors: { 400: [...modelErrors, 'invalid_param', 'invalid_graph'], ...ofDraft },
  },
} as const satisfies Readonly<Record<string, RouteDocs>>;
