import { objectSchema, orNull, schemas } from '#http';

const { uuid, text } = schemas;
const time = { type: 'string', description: 'UTC, such as `2026-01-01T00:00:05`.' };

/** An opinion as lists show it. */
export const feedbackSchema = objectSchema('Feedback', {
  id: uuid,
  app_id: uuid,
  conversation_id: orNull(uuid),
  message_id: uuid,
  rating: { type: 'string', enum: ['like', 'dislike'] },
  content: orNull(text),
  from_source: { type: 'string', enum: ['user', 'admin'] },
  from_end_user_id: orNull(uuid),
  from_account_id: orNull(uuid),
  created_at: time,
  updated_at: time,
});

/** One of them. */
export const feedbackExample = {
  id: 'e0a1b2c3-d4e5-4f60-8172-8394a5b6c7d8',
  app_id: '4d3c2b1a-0f9e-4d8c-b7a6-958473625140',
  conversation_id: '19c7e2aa-4b6d-4d3b-9a55-0c1d2e3f4a5b',
  message_id: '77a1c2de-0b63-4a54-8d0f-93f0b2c4d5e6',
  rating: 'like',
  content: 'clear',
  from_source: 'user',
  from_end_user_id: 'b2b0c8d4-7f0e-4c0b-8f57-5e1d8a9c3f20',
  from_account_id: null,
  created_at: '2026-01-01T00:00:05',
  updated_at: '2026-01-01T00:00:05',
};
