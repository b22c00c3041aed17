import { json, Public, type Route, route, type SchemaValue } from '#http';
import { PlatformError } from '#kernel';
import type { AnnotationReplies, ReplySetting } from '#plugins/annotations/contract.ts';
import { type AppCaller, AppUserAccess } from '#plugins/app-access/contract.ts';
import type { PublishedVersion } from '#plugins/apps/contract.ts';
import type { FileLimits } from '#plugins/files/contract.ts';
import { appDocs, type parameters } from './app-docs.ts';

/** Upload limits in MB, and files per run (runtime API, app metadata). */
function systemParameters({ limits: { image, audio, video, other }, filesPerRun }: AppFacts) {
  const megabytes = (bytes: number) => Math.floor(bytes / 1024 / 1024);
  return {
    image_file_size_limit: megabytes(image),
    video_file_size_limit: megabytes(video),
    audio_file_size_limit: megabytes(audio),
    file_size_limit: megabytes(other),
    workflow_file_upload_limit: filesPerRun,
  };
}

export interface AppFacts {
  /** Of the server. */
  readonly version: string;
  readonly limits: FileLimits;
  /** Files that one run may be given (runtime API, size and time limits). */
  readonly filesPerRun: number;
  /** Undefined: the plugin is switched off. */
  readonly replies: AnnotationReplies | undefined;
}

/** What an app says about itself (runtime API, app metadata). */
export function appRoutes(facts: AppFacts): Route[] {
  const { version, replies } = facts;
  const welcome = {
    method: 'GET' as const,
    access: Public,
    summary: 'Get the name of the server at this address',
    docs: appDocs.welcome,
    handle: () => json({ welcome: 'Weft runtime API', api_version: 'v1', server_version: version }),
  };
  return [
    route({ ...welcome, id: 'app-api.welcome', path: '/v1' }),
    route({ ...welcome, id: 'app-api.welcome-slash', path: '/v1/' }),
    route({
      id: 'app-api.info',
      method: 'GET',
      path: '/v1/info',
      access: AppUserAccess,
      summary: 'Get the name, mode and author of the app',
      docs: appDocs.info,
      handle({ principal }) {
        requirePublished(principal);
        const { name, description, tags, mode, authorName } = principal.app;
        return json({ name, description, tags, mode, author_name: authorName });
      },
    }),
    route({
      id: 'app-api.parameters',
      method: 'GET',
      path: '/v1/parameters',
      access: AppUserAccess,
      summary: 'Get the features and input form of the app',
      docs: appDocs.parameters,
      handle({ principal }) {
        const published = requirePublished(principal);
        const annotationReply = annotationReplyItem(replies?.ofApp(principal.app.id) ?? null);
        const shown = { ...publicParameters(published.compiled.parameters, facts), annotation_reply: annotationReply };
        // What else is there publishing has put in its form.
        return json(shown as typeof shown & SchemaValue<typeof parameters, object>);
      },
    }),
  ];
}

/** A draft tells nothing of itself, whatever its mode (runtime API, error codes; open decisions, "App status"). */
function requirePublished({ app, version }: AppCaller): PublishedVersion {
  if (version !== null) return version;
  const message = `'${app.name}' has no published version; publish it first.`;
  throw new PlatformError('invalid', 'delivery-api.app_unavailable', message);
}

/** What a moderation looks for, and how models are asked for questions, is not for those it is about. */
function publicParameters(parameters: Readonly<Record<string, unknown>>, facts: AppFacts) {
  const { enabled, type } = { enabled: false, type: '', ...(parameters.sensitive_word_avoidance as object) };
  const suggested = { enabled: false, ...(parameters.suggested_questions_after_answer as object) };
  return {
    ...parameters,
    suggested_questions_after_answer: { enabled: suggested.enabled },
    sensitive_word_avoidance: { enabled, type, configs: [] },
    system_parameters: systemParameters(facts),
  };
}

/** What is in force here, not what a document said elsewhere: annotations don't travel with documents. */
function annotationReplyItem(setting: ReplySetting | null): object {
  if (setting === null) return { enabled: false };
  const model = { embedding_provider_name: setting.provider, embedding_model_name: setting.model };
  return { enabled: true, id: setting.id, score_threshold: setting.scoreThreshold, embedding_model: model };
}
