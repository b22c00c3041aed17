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

/** What is told of speech. */
export const speechDocs = {
  hear: {
    tag,
    body: {
      title: 'Recording',
      type: 'object',
      required: ['file'],
      properties: {
        file: {
          type: 'string',
          format: 'binary',
          description: 'MP3, M4A, WAV, AMR, MP4, WebM, Ogg or FLAC, detected from the content. At most 30 MB.',
        },
        user: text,
      },
    },
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
  },
  speak: {
    tag,
    description: 'Speaks `text`, or the answer of the message.',
    body: {
      title: 'SpeechRequest',
      type: 'object',
      properties: { message_id: uuid, text: { type: 'string', maxLength: 10_000 }, voice: text, user: text },
    },
    bodyExample: { text: 'Twice a week.', user: 'cust-77' },
    answers: { 200: bytesAnswer('The audio.', 'audio/*') },
    errors: { 400: modelErrors, 404: ['not_found'] },
  },
} as const satisfies Readonly<Record<string, RouteDocs>>;
