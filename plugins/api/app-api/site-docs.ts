import { jsonAnswer, objectSchema, orNull, type RouteDocs, schemas } from '#http';

const { text, boolean } = schemas;
const some = orNull(text);

/** What is told of how an app is shown. */
export const siteDocs = {
  meta: {
    tag: 'App',
    answers: {
      200: jsonAnswer(
        'The icons.',
        objectSchema('AppMeta', {
          tool_icons: {
            type: 'object',
            additionalProperties: {
              anyOf: [{ type: 'string' }, objectSchema('ToolIcon', { background: text, content: text })],
            },
          },
        }),
        { tool_icons: { current_time: { background: '#E4E7EC', content: '🔧' } } },
      ),
    },
  },
  site: {
    tag: 'App',
    answers: {
      200: jsonAnswer(
        'The title and appearance.',
        objectSchema('AppSite', {
          title: text,
          chat_color_theme: some,
          chat_color_theme_inverted: boolean,
          icon_type: some,
          icon: some,
          icon_background: some,
          icon_url: some,
          description: some,
          copyright: some,
          privacy_policy: some,
          input_placeholder: some,
          custom_disclaimer: text,
          default_language: text,
          show_workflow_steps: boolean,
          use_icon_as_answer_icon: boolean,
        }),
        {
          title: 'Fern Desk',
          chat_color_theme: null,
          chat_color_theme_inverted: false,
          icon_type: 'emoji',
          icon: '🌿',
          icon_background: '#E4FBCC',
          icon_url: null,
          description: null,
          copyright: null,
          privacy_policy: null,
          input_placeholder: null,
          custom_disclaimer: '',
          default_language: 'en-US',
          show_workflow_steps: true,
          use_icon_as_answer_icon: false,
        },
      ),
    },
  },
} as const satisfies Readonly<Record<string, RouteDocs>>;
