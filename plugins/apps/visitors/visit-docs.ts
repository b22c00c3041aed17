import { jsonAnswer } from '#http';
import { signInAnswer, visitAnswer } from './visit-schema.ts';

const appId = '0190a8e5-4f6e-7c3a-9d52-6f1f0a3b7c11';
const shown = {
  title: 'Ferns and friends',
  description: 'Ask about plants.',
  icon_type: 'emoji',
  icon: '🌿',
  icon_background: '#E4FBCC',
  icon_url: null,
  color: '#1f6f4a',
  language: 'en-US',
  copyright: '© Ferns Ltd',
  privacy_policy: 'https://ferns.example/privacy',
  disclaimer: 'Answers are made by a model and may be wrong.',
  input_placeholder: 'Ask about a plant',
  show_workflow_steps: true,
  resume_conversation: true,
  draw_diagrams: false,
  share_conversations: true,
  allowed_hosts: ['images.ferns.example'],
  use_icon_as_answer_icon: false,
  entry: 'everyone',
};

/** What is told of visits. */
export const visitDocs = {
  tag: 'Web apps',
  description:
    'Can be called by pages of other sites that the app allows, with an embed token. The visitor token is valid for a day and can be exchanged for a new one of the same visitor; where visitors sign in, it is valid for twelve hours.',
  bodyExample: { app_id: appId },
  answers: {
    200: jsonAnswer('The visit was started.', visitAnswer, {
      visitor_token: 'visitor-eyJ3Ijoi….4T9…',
      expires_at: 1_764_086_400,
      visitor_id: 'visitor:6f1f0a3b-7c11-4f6e-9d52-0190a8e54f6e',
      site: shown,
      app: { id: appId, mode: 'advanced-chat', name: 'Ferns' },
    }),
    401: jsonAnswer('Visitors must sign in (`sign_in_needed`); other error codes have no `params`.', signInAnswer, {
      code: 'sign_in_needed',
      message: 'Members of its workspace may use this app: sign in.',
      status: 401,
      params: { entry: 'members', ways: [] },
    }),
  },
  errors: {
    400: ['invalid_param'],
    401: ['embed_token_unknown'],
    403: ['web_app_off', 'embed_off', 'origin_not_allowed', 'app_paused', 'app_unpublished', 'visitor_not_signed'],
    404: ['no_app'],
    429: ['too_many_requests'],
  },
};
