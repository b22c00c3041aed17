import { jsonAnswer, objectSchema, type RouteDocs, schemas } from '#http';
import { settingsAnswer } from './site-schema.ts';

const appId = '0190a8e5-4f6e-7c3a-9d52-6f1f0a3b7c11';
const settings = {
  enabled: true,
  entry: 'everyone',
  title: 'Ferns and friends',
  description: 'Ask about plants.',
  color: '#1f6f4a',
  icon_type: null,
  icon: null,
  icon_background: null,
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
  embed_enabled: true,
  embed_origins: ['https://ferns.example'],
  runs_per_visitor_hour: 60,
  batch_rows_per_visitor_day: 2_000,
  runs_per_address_hour: 300,
};
const site = {
  ...settings,
  embed_token: 'web-h2C1b0V9n8M7q6W5e4R3t2Y1u0I9o8P7a6S5d4F3g2H',
  has_visitor_secret: false,
  web_app_url: `https://apps.example.com/chat/${appId}`,
  embed_url: `https://apps.example.com/chatbot/${appId}?embed=true`,
  iframe: '<iframe src="…"></iframe>',
  script: '<script src="…"></script>',
};
const answer = jsonAnswer('The settings, and the address of the web app.', settingsAnswer, site);
const secret = objectSchema('VisitorSecret', { secret: schemas.text });

/** What is told of the routes of sites. */
export const siteDocs = {
  get: { tag: 'Web apps', answers: { 200: answer }, errors: { 404: ['not_found'] } },
  set: {
    tag: 'Web apps',
    description:
      'Takes effect within a second. Turning the web app off, or restricting who may visit it, ends the visits in progress.',
    bodyExample: { enabled: true, entry: 'everyone', title: 'Ferns and friends' },
    answers: { 200: answer },
    errors: { 404: ['not_found'] },
  },
  rotate: {
    tag: 'Web apps',
    description: 'The previous token, and visitor tokens created with it, stop working.',
    answers: { 200: answer },
    errors: { 404: ['not_found'] },
  },
  secret: {
    tag: 'Web apps',
    description:
      'The server of the embedding site uses it to sign visitor ids. It is returned only in this response. After a change, visitors identified with the previous secret count as new visitors.',
    answers: { 200: jsonAnswer('The visitor secret.', secret, { secret: 'h2C1b0V9n8M7q6W5e4R3t2Y1u0I9o8P7a6S5d4F3' }) },
    errors: { 404: ['not_found'] },
  },
} as const satisfies Readonly<Record<string, RouteDocs>>;
