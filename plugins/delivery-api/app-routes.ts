import { json, Public, type Route, route } from '../../http/contract.ts';
import { PlatformError } from '../../kernel/index.ts';
import { AppKeyAccess } from './caller.ts';

/** Upload limits in MB, and files per run (runtime API, sections 3.1 and 7.2). */
const systemParameters = {
  image_file_size_limit: 10,
  video_file_size_limit: 100,
  audio_file_size_limit: 50,
  file_size_limit: 15,
  workflow_file_upload_limit: 10,
};

/** What an app says about itself (runtime API, section 3.1). */
export function appRoutes(version: string): Route[] {
  const welcome = {
    method: 'GET' as const,
    access: Public,
    summary: 'What serves this address',
    handle: () => json({ welcome: 'Weft runtime API', api_version: 'v1', server_version: version }),
  };
  return [
    route({ ...welcome, id: 'delivery-api.welcome', path: '/v1' }),
    route({ ...welcome, id: 'delivery-api.welcome-slash', path: '/v1/' }),
    route({
      id: 'delivery-api.info',
      method: 'GET',
      path: '/v1/info',
      access: AppKeyAccess,
      summary: 'Name, mode and author of the app',
      handle({ principal: { app } }) {
        const { name, description, tags, mode, authorName } = app;
        return json({ name, description, tags, mode, author_name: authorName });
      },
    }),
    route({
      id: 'delivery-api.parameters',
      method: 'GET',
      path: '/v1/parameters',
      access: AppKeyAccess,
      summary: 'Features and input form of the app',
      handle({ principal: { app, version: published } }) {
        if (published === null) {
          throw new PlatformError(
            'invalid',
            'delivery-api.app_unavailable',
            `'${app.name}' has no published version; publish it first.`,
          );
        }
        return json(publicParameters(published.compiled.parameters));
      },
    }),
  ];
}

/** What a moderation looks for, and how models are asked for questions, is not for those it is about. */
function publicParameters(parameters: Readonly<Record<string, unknown>>): object {
  const { enabled, type } = { enabled: false, type: '', ...(parameters.sensitive_word_avoidance as object) };
  const suggested = { enabled: false, ...(parameters.suggested_questions_after_answer as object) };
  return {
    ...parameters,
    suggested_questions_after_answer: { enabled: suggested.enabled },
    sensitive_word_avoidance: { enabled, type, configs: [] },
    system_parameters: systemParameters,
  };
}
