import { escapeHtml } from '#http';
import type { OpenApiDocument } from '#plugins/openapi/openapi-document.ts';
import { codeBlock, inline, page, paragraphs, siteLinks } from './html.ts';
import { sampleBlock } from './sample-block.ts';
import type { SampleCall } from './sample-call.ts';

interface Chapter {
  readonly id: string;
  readonly title: string;
  readonly parts: readonly (string | { readonly code: string } | { readonly call: SampleCall })[];
}

/** How to begin, with commands to paste. */
export function gettingStarted(document: OpenApiDocument): string {
  const address = document.servers[0]?.url ?? '';
  const chapters = [keys, blocking, streaming, background, files, webhooks, errors].map((chapter) => chapter(address));
  const navigation = chapters.map(({ id, title }) => `<li><a href="#${id}">${escapeHtml(title)}</a></li>`).join('');
  const main = chapters.map(
    ({ id, title, parts }) => `<h2 id="${id}">${escapeHtml(title)}</h2>${parts.map(partText(id)).join('')}`,
  );
  const head = `<h1>Getting started</h1>${paragraphs('From a key to an answer, with commands to paste.')}`;
  return page(
    'Getting started · Weft API',
    `${siteLinks}<ul>${navigation}</ul>`,
    `${head}${main.join('')}${ending()}`,
    true,
  );
}

function partText(chapter: string) {
  return (part: Chapter['parts'][number], index: number): string => {
    if (typeof part === 'string') return paragraphs(part);
    return 'code' in part ? codeBlock(part.code) : sampleBlock(`sample-${chapter}-${index}`, part.call);
  };
}

function ending(): string {
  return `<p>${inline('Every route, field and code:')} <a href="/docs/api">Reference</a>.</p>`;
}

const json = "\\\n  -H 'Content-Type: application/json'";
const bearer = '-H "Authorization: Bearer $WEFT_KEY"';

function keys(address: string): Chapter {
  return {
    id: 'authentication',
    title: 'Keys',
    parts: [
      'Everything under `/v1` but the welcome at its root takes the key of an app, which stands for exactly that app. Make one on the command line; it is shown once:',
      { code: 'npx weft apps keys create APP_ID' },
      'Keep it on your server: whoever has it can run the app in your name. The commands below read it from the environment.',
      { code: `export WEFT_KEY=app-…\ncurl ${address}/v1/info ${bearer}` },
      'Requests that run something name a `user`: any text that tells your users apart. Conversations, runs and uploads are shown only to the user who made them.',
      'Everything under `/console/api` is for people who are signed in, for their personal keys (`pat-…`), and for the management token, which lies in the data folder in the file `management-token`. `X-Workspace-Id` names the workspace; the reference tells the permission of each route.',
    ],
  };
}

/** Requests of the example apps that the first start imports: they can be pasted as they are. */
export function firstCalls(address: string) {
  const call = (path: string, value: object, answer: SampleCall['answer'] = 'json'): SampleCall => ({
    method: 'POST',
    url: `${address}/v1/${path}`,
    key: 'WEFT_KEY',
    body: { kind: 'json', value },
    answer,
  });
  const chat = { inputs: {}, query: 'Hello', user: 'ada' };
  return {
    workflow: call('workflows/run', { inputs: { name: 'Ada' }, user: 'ada' }),
    chat: call('chat-messages', { ...chat, conversation_id: '' }),
    completion: call('completion-messages', { inputs: { product: 'A rain barrel' }, user: 'ada' }),
    stream: call('chat-messages', { ...chat, response_mode: 'streaming' }, 'stream'),
  };
}

function blocking(address: string): Chapter {
  const { workflow, chat, completion } = firstCalls(address);
  return {
    id: 'blocking',
    title: 'Ask, and wait for the answer',
    parts: [
      'The commands fit the example apps that the first start imports, each with the key of its app. Workflows take inputs; this is the example `Greeting`:',
      { call: workflow },
      'Chat apps take a query. The answer names its conversation: send that back as `conversation_id` to go on with it. This is the `Demo chat`:',
      { call: chat },
      'Text generators take inputs too, and speak; this is the example `Product text`:',
      { call: completion },
      'A call waits 60 seconds at most: what takes longer is streamed or started in the background.',
      'A workflow that fails answers 200 with `data.status` `failed` and the reason in `data.error`.',
    ],
  };
}

function streaming(address: string): Chapter {
  return {
    id: 'streaming',
    title: 'Read the answer while it is made',
    parts: [
      'With `"response_mode": "streaming"` the answer is a stream of server-sent events:',
      { call: firstCalls(address).stream },
      {
        code: 'data: {"event":"message","task_id":"…","message_id":"…","answer":"Hel", …}\n\ndata: {"event":"message","task_id":"…","message_id":"…","answer":"lo", …}\n\ndata: {"event":"message_end","task_id":"…","metadata":{…}, …}',
      },
      'Each `data:` line is one JSON object; its `event` says what it is. `event: ping` without data says that the connection lives. The connection closes after the last event; `error` is always the last.',
      'A run goes on when its reader leaves. Stop it with the `task_id` of any event:',
      {
        code: `curl ${address}/v1/chat-messages/TASK_ID/stop ${bearer} ${json} \\\n  -d '{"user": "ada"}'`,
      },
    ],
  };
}

function background(address: string): Chapter {
  return {
    id: 'async',
    title: 'Start now, ask later',
    parts: [
      'With `"response_mode": "async"` the answer is 202 as soon as the run can not be lost any more. `Idempotency-Key` makes repeating the request safe: it starts one run, however often it is sent.',
      {
        code: `curl ${address}/v1/workflows/run ${bearer} ${json} \\\n  -H 'Idempotency-Key: order-4711' \\\n  -d '{"inputs": {"name": "Ada"}, "response_mode": "async", "user": "ada"}'`,
      },
      'Ask what became of it, or read its stream, from the beginning or from any event on (`Last-Event-ID`):',
      {
        code: `curl '${address}/v1/runs/TASK_ID?user=ada' ${bearer}\ncurl -N '${address}/v1/runs/TASK_ID/events?user=ada' ${bearer}`,
      },
    ],
  };
}

function files(address: string): Chapter {
  return {
    id: 'files',
    title: 'Send files',
    parts: [
      'Upload a file, and name it in inputs of the same user, here of an app whose form has a file `photo`:',
      { code: `curl ${address}/v1/files/upload ${bearer} \\\n  -F file=@leaf.png -F user=ada` },
      {
        code: `curl ${address}/v1/workflows/run ${bearer} ${json} \\\n  -d '{"inputs": {"photo": {"type": "image", "transfer_method": "local_file", "upload_file_id": "FILE_ID"}}, "user": "ada"}'`,
      },
      'A file that lies elsewhere is named by its address: `{"type": "image", "transfer_method": "remote_url", "url": "https://…"}`.',
    ],
  };
}

function webhooks(): Chapter {
  return {
    id: 'webhooks',
    title: 'Be told when a run ends',
    parts: [
      'An address of yours is told how the runs of an app end. The secret is shown once:',
      { code: 'npx weft webhooks add APP_ID https://example.com/weft --event run.succeeded --event run.failed' },
      'Each message is a POST whose headers `Webhook-Id`, `Webhook-Timestamp` and `Webhook-Signature` follow Standard Webhooks: verify the signature with a library of that name, and drop a message whose id you have seen.',
      {
        code: '{"type": "run.succeeded", "timestamp": "…", "data": {"workflow_run_id": "…", "status": "succeeded", …}}',
      },
      'Answer with 2xx. What fails is sent again for hours; `npx weft webhooks deliveries APP_ID` shows what became of it.',
    ],
  };
}

function errors(): Chapter {
  return {
    id: 'errors',
    title: 'When it fails',
    parts: [
      'Every error answers the same object. Branch on `code`; `message` is for people.',
      { code: '{"code": "invalid_param", "message": "user is required", "status": 400, "params": "user"}' },
      'After 429 wait as long as the header `Retry-After` says. After 500 try again, where there is a `Retry-After` as long after as it says; when you report it, quote the `X-Request-Id` of the answer.',
    ],
  };
}
