import type { Route } from '#http';
import type { JsonSchema } from '#kernel';
import { batchCases, batchEndings } from './batch-positions.ts';
import { everybody, type IdPosition, of, type RouteCase } from './id-position.ts';
import type { ObjectKind } from './owned-objects.ts';

export {
  type Expected,
  type IdPosition,
  type RequestValues,
  type RouteCase,
  type Stranger,
  strangers,
} from './id-position.ts';

/** Names of fields that take ids, as far as a schema names them; what it doesn't name, a case may list all the same. */
const idName = /(?:^|_)(?:id|ids|token)$|^(?:after|before|cursor)$/;

/** The places of a route that must be in its case. */
export function idPlaces(route: Route): string[] {
  const params = [...route.path.matchAll(/:(\w+)/g)].map(([, name]) => `params.${name}`);
  return [...params, ...namedIn(route.query, 'query'), ...namedIn(route.body, 'body')];
}

function namedIn(schema: JsonSchema | undefined, prefix: string): string[] {
  const properties = (schema as { properties?: Readonly<Record<string, JsonSchema>> } | undefined)?.properties ?? {};
  return Object.entries(properties).flatMap(([name, inner]) => {
    const items = (inner as { items?: JsonSchema }).items;
    const below = [...namedIn(inner, `${prefix}.${name}`), ...namedIn(items, `${prefix}.${name}.0`)];
    return idName.test(name) ? [`${prefix}.${name}`, ...below] : below;
  });
}

/** Visible to whoever has the app's key; the contract scopes it by app only. */
const ofApp = (at: string, kind: ObjectKind): IdPosition => ({
  ...of(at, kind),
  instead: { "another user's": { status: 200, isShared: true } },
  because: 'the contract scopes it by app: everyone with the key of the app may',
});
const stopped = (kind: ObjectKind): IdPosition => ({
  ...of('params.task_id', kind),
  instead: everybody({ status: 200 }),
  because: 'stop routes answer success and leave alone what is not the caller’s',
});
const fileIn = (at: string, kind: ObjectKind): IdPosition => ({
  ...of(at, kind),
  instead: everybody({ status: 400, code: 'invalid_param' }),
  because: 'a file that is not the caller’s is a wrong parameter',
});

const upload = (id: string) => ({ type: 'document', transfer_method: 'local_file', upload_file_id: id });
const user = 'u1';
const stop = { body: { user } };

/**
 * Every route of the runtime API. Whoever adds one that takes an id adds a case here: the test compares this list with
 * the routes of a running server.
 */
export const routeCases: readonly RouteCase[] = [
  {
    route: 'POST /v1/workflows/run',
    app: 'flow',
    request: ({ paper }) => ({ body: { inputs: { paper: upload(paper) }, user } }),
    ids: [fileIn('body.inputs.paper.upload_file_id', 'paper')],
  },
  {
    route: 'POST /v1/chat-messages',
    app: 'chat',
    request: ({ conversation, message, chatVersion, file }) => ({
      body: {
        inputs: {},
        query: 'Hi',
        conversation_id: conversation,
        parent_message_id: message,
        workflow_id: chatVersion,
        files: [upload(file)],
        user,
      },
    }),
    ids: [
      of('body.conversation_id', 'conversation'),
      of('body.parent_message_id', 'message'),
      ofApp('body.workflow_id', 'chatVersion'),
      fileIn('body.files.0.upload_file_id', 'file'),
    ],
  },
  {
    route: 'POST /v1/completion-messages',
    app: 'completion',
    request: () => ({ body: { inputs: { topic: 'ferns' }, user } }),
    ids: [],
  },
  {
    route: 'POST /v1/workflows/:workflow_id/run',
    app: 'flow',
    request: ({ version }) => ({ params: { workflow_id: version }, body: { inputs: {}, user } }),
    ids: [ofApp('params.workflow_id', 'version')],
  },
  {
    route: 'POST /v1/chat-messages/:task_id/stop',
    app: 'chat',
    request: ({ chatTask }) => ({ params: { task_id: chatTask }, ...stop }),
    ids: [stopped('chatTask')],
  },
  {
    route: 'POST /v1/completion-messages/:task_id/stop',
    app: 'completion',
    request: ({ completionTask }) => ({ params: { task_id: completionTask }, ...stop }),
    ids: [stopped('completionTask')],
  },
  {
    route: 'GET /v1/runs/:task_id',
    app: 'flow',
    request: ({ task }) => ({ params: { task_id: task }, query: { user } }),
    ids: [of('params.task_id', 'task')],
  },
  {
    route: 'GET /v1/runs/:task_id/events',
    app: 'flow',
    request: ({ task }) => ({ params: { task_id: task }, query: { user } }),
    ids: [of('params.task_id', 'task'), { at: 'query.after', of: { nothing: 'a place in the stream of that run' } }],
  },
  {
    route: 'GET /v1/workflow/:workflow_run_id/events',
    app: 'flow',
    request: ({ ended }) => ({ params: { workflow_run_id: ended }, query: { user } }),
    ids: [of('params.workflow_run_id', 'ended')],
  },
  {
    route: 'GET /v1/workflows/run/:workflow_run_id',
    app: 'flow',
    request: ({ run }) => ({ params: { workflow_run_id: run } }),
    ids: [ofApp('params.workflow_run_id', 'run')],
  },
  {
    route: 'GET /v1/workflows/logs',
    app: 'flow',
    request: () => ({}),
    ids: [{ at: 'query.created_by_end_user_session_id', of: { nothing: 'a name that callers choose, of this app' } }],
  },
  {
    route: 'GET /v1/end-users/:end_user_id',
    app: 'flow',
    request: ({ endUser }) => ({ params: { end_user_id: endUser } }),
    ids: [
      {
        ...of('params.end_user_id', 'endUser'),
        instead: {
          ...everybody({ status: 404, code: 'end_user_not_found' }),
          "another user's": { status: 200, isShared: true },
        },
        because: 'the contract scopes it by app, and has a code for it',
      },
    ],
  },
  {
    route: 'GET /v1/conversations',
    app: 'chat',
    request: ({ conversation }) => ({ query: { user, last_id: conversation } }),
    ids: [of('query.last_id', 'conversation')],
  },
  {
    route: 'POST /v1/conversations/:conversation_id/name',
    app: 'chat',
    request: ({ conversation }) => ({ params: { conversation_id: conversation }, body: { name: 'x', user } }),
    ids: [of('params.conversation_id', 'conversation')],
  },
  {
    route: 'GET /v1/conversations/:conversation_id/variables',
    app: 'chat',
    request: ({ conversation, variable }) => ({
      params: { conversation_id: conversation },
      query: { user, last_id: variable },
    }),
    ids: [
      of('params.conversation_id', 'conversation'),
      {
        ...of('query.last_id', 'variable'),
        instead: everybody({ status: 400, code: 'invalid_param' }),
        because: 'a page after something else is a wrong parameter',
      },
    ],
  },
  ...(['PUT', 'PATCH'] as const).map(
    (method): RouteCase => ({
      route: `${method} /v1/conversations/:conversation_id/variables/:variable_id`,
      app: 'chat',
      request: ({ conversation, variable }) => ({
        params: { conversation_id: conversation, variable_id: variable },
        body: { value: 9, user },
      }),
      ids: [of('params.conversation_id', 'conversation'), of('params.variable_id', 'variable')],
    }),
  ),
  {
    route: 'GET /v1/messages',
    app: 'chat',
    request: ({ conversation, message }) => ({ query: { user, conversation_id: conversation, first_id: message } }),
    ids: [of('query.conversation_id', 'conversation'), of('query.first_id', 'message')],
  },
  {
    route: 'POST /v1/messages/:message_id/feedbacks',
    app: 'chat',
    request: ({ message }) => ({ params: { message_id: message }, body: { rating: 'dislike', user } }),
    ids: [of('params.message_id', 'message')],
  },
  {
    route: 'GET /v1/messages/:message_id/suggested',
    app: 'chat',
    request: ({ message }) => ({ params: { message_id: message }, query: { user } }),
    ids: [of('params.message_id', 'message')],
  },
  { route: 'GET /v1/app/feedbacks', app: 'chat', request: () => ({}), ids: [] },
  {
    route: 'POST /v1/text-to-audio',
    app: 'chat',
    request: ({ message }) => ({ body: { message_id: message, user } }),
    ids: [of('body.message_id', 'message')],
  },
  { route: 'POST /v1/audio-to-text', app: 'chat', request: () => ({ isForm: true }), answer: 400, ids: [] },
  { route: 'POST /v1/files/upload', app: 'chat', request: () => ({ isForm: true }), answer: 201, ids: [] },
  {
    route: 'GET /v1/files/:file_id/preview',
    app: 'chat',
    request: ({ file }) => ({ params: { file_id: file } }),
    ids: [
      {
        ...of('params.file_id', 'file'),
        instead: {
          "another user's": { status: 200, isShared: true },
          "another app's": { status: 403, code: 'file_access_denied' },
          "another workspace's": { status: 404, code: 'file_not_found' },
        },
        because: 'the contract scopes used files by app, and refuses those of other apps with a code of its own',
      },
    ],
  },
  ...['/v1/info', '/v1/parameters', '/v1/meta', '/v1/site'].map(
    (path): RouteCase => ({
      route: `GET ${path}`,
      app: 'chat',
      request: () => ({}),
      ids: [],
    }),
  ),
  {
    route: 'GET /v1/form/human_input/:form_token',
    app: 'flow',
    request: ({ form }) => ({ params: { form_token: form } }),
    ids: [ofApp('params.form_token', 'form')],
  },
  { route: 'GET /v1/apps/annotations', app: 'chat', request: () => ({}), ids: [] },
  {
    route: 'POST /v1/apps/annotations',
    app: 'chat',
    request: () => ({ body: { question: 'q', answer: 'a' } }),
    answer: 201,
    ids: [],
  },
  {
    route: 'PUT /v1/apps/annotations/:annotation_id',
    app: 'chat',
    request: ({ annotation }) => ({
      params: { annotation_id: annotation },
      body: { question: 'Q?', answer: 'A.' },
    }),
    ids: [ofApp('params.annotation_id', 'annotation')],
  },
  {
    route: 'POST /v1/apps/annotation-reply/:action',
    app: 'chat',
    request: () => ({
      params: { action: 'disable' },
      body: { score_threshold: 0.9, embedding_provider_name: 'demo', embedding_model_name: 'demo-embedding' },
    }),
    ids: [{ at: 'params.action', of: { nothing: 'enable or disable' } }],
  },
  {
    route: 'GET /v1/apps/annotation-reply/:action/status/:job_id',
    app: 'chat',
    request: ({ annotationJob }) => ({ params: { action: 'disable', job_id: annotationJob } }),
    ids: [
      { at: 'params.action', of: { nothing: 'enable or disable' } },
      {
        ...of('params.job_id', 'annotationJob'),
        instead: {
          ...everybody({ status: 400, code: 'invalid_param' }),
          "another user's": { status: 200, isShared: true },
        },
        because: 'a job is of the app, and the contract calls one that is unknown a wrong parameter',
      },
    ],
  },
  ...batchCases,
  {
    route: 'POST /v1/conversations/:conversation_id/shares',
    app: 'chat',
    request: ({ conversation }) => ({ params: { conversation_id: conversation }, body: { user } }),
    // The app has no page where a link could be read.
    answer: 403,
    ids: [of('params.conversation_id', 'conversation')],
  },
  { route: 'GET /v1/conversation-shares', app: 'chat', request: () => ({ query: { user } }), ids: [] },
  {
    route: 'GET /v1/shared-conversations/:token',
    app: 'chat',
    request: ({ shareToken, message }) => ({ params: { token: shareToken }, query: { first_id: message } }),
    ids: [
      {
        ...of('params.token', 'shareToken'),
        instead: { "another user's": { status: 200, isShared: true } },
        because: 'a link is for others who may visit the app',
      },
      { at: 'query.first_id', of: { nothing: 'a time: what is older than this id is read' } },
    ],
  },
  {
    route: 'GET /v1/conversations/search',
    app: 'chat',
    request: () => ({ query: { user, query: 'no such word', cursor: '01a213b0-0ed0-75dd-91fc-0507003e0dfa' } }),
    ids: [{ at: 'query.cursor', of: { nothing: 'a time: what is older than this id is looked through' } }],
  },
  ...['pin', 'unpin', 'archive', 'unarchive'].map(
    (action): RouteCase => ({
      route: `POST /v1/conversations/:conversation_id/${action}`,
      app: 'chat',
      request: ({ conversation }) => ({ params: { conversation_id: conversation }, body: { user } }),
      ids: [of('params.conversation_id', 'conversation')],
    }),
  ),
  // The last ones end what the others read.
  {
    route: 'DELETE /v1/conversation-shares/:share_id',
    app: 'chat',
    request: ({ share }) => ({ params: { share_id: share }, body: { user } }),
    answer: 204,
    ids: [of('params.share_id', 'share')],
  },
  ...batchEndings,
  {
    route: 'DELETE /v1/apps/annotations/:annotation_id',
    app: 'chat',
    request: ({ annotation }) => ({ params: { annotation_id: annotation } }),
    answer: 204,
    ids: [
      {
        ...of('params.annotation_id', 'annotation'),
        instead: { "another user's": { status: 204, isShared: true } },
        because: 'the contract scopes it by app: everyone with the key of the app may',
      },
    ],
  },
  {
    route: 'POST /v1/form/human_input/:form_token',
    app: 'flow',
    request: ({ form }) => ({ params: { form_token: form }, body: { inputs: { note: 'x' }, action: 'none', user } }),
    // An action that is none: the form stays open.
    answer: 400,
    ids: [
      {
        ...of('params.form_token', 'form'),
        instead: { "another user's": { status: 400, code: 'invalid_form_data', isShared: true } },
        because: 'whoever has the key of the app and the token may answer',
      },
    ],
  },
  ...['/v1/workflows/tasks/:task_id/stop', '/v1/workflows/:task_id/stop'].map(
    (path): RouteCase => ({
      route: `POST ${path}`,
      app: 'flow',
      request: ({ task }) => ({ params: { task_id: task }, ...stop }),
      ids: [
        {
          ...stopped('task'),
          instead: { ...everybody({ status: 200 }), "another user's": { status: 200, isShared: true } },
          because: 'stop routes answer success whatever they find; that of workflows does not compare users',
        },
      ],
    }),
  ),
  {
    route: 'DELETE /v1/conversations/:conversation_id',
    app: 'chat',
    request: ({ conversation }) => ({ params: { conversation_id: conversation }, body: { user } }),
    answer: 204,
    ids: [of('params.conversation_id', 'conversation')],
  },
];
