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
  allowed_hosts: ['images.ferns.example'],
  embed_enabled: true,
  embed_origins: ['https://ferns.example'],
  runs_per_visitor_hour: 60,
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
const answer = jsonAnswer('What is set, and where the web app is found.', settingsAnswer, site);
const secret = objectSchema('VisitorSecret', { secret: schemas.text });

/** What is told of the routes of sites. */
export const siteDocs = {
  get: { tag: 'Apps', answers: { 200: answer }, errors: { 404: ['not_found'] } },
  set: {
    tag: 'Apps',
    description:
      'Visitors see it within a second. A web app that is switched off, or asks more of its visitors, ends what those do who are there.',
    bodyExample: { enabled: true, entry: 'everyone', title: 'Ferns and friends' },
    answers: { 200: answer },
    errors: { 404: ['not_found'] },
  },
  rotate: {
    tag: 'Apps',
    description: 'The token so far, and what visitors got with it, is good for nothing then.',
    answers: { 200: answer },
    errors: { 404: ['not_found'] },
  },
  secret: {
    tag: 'Apps',
    description:
      'It signs ids of visitors on the server of the site around, and is shown this once. With a new one, those who came with the one before are strangers.',
    answers: { 200: jsonAnswer('The secret.', secret, { secret: 'h2C1b0V9n8M7q6W5e4R3t2Y1u0I9o8P7a6S5d4F3' }) },
    errors: { 404: ['not_found'] },
  },
} as const satisfies Readonly<Record<string, RouteDocs>>;
