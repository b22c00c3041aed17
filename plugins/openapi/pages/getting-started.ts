import type { OpenApiDocument } from '../openapi-document.ts';
import { codeBlock, escaped, inline, page, paragraphs, siteLinks } from './html.ts';

interface Chapter {
  readonly id: string;
  readonly title: string;
  readonly parts: readonly (string | { readonly code: string })[];
}

/** How to begin, with commands to paste. */
export function gettingStarted(document: OpenApiDocument): string {
  const address = document.servers[0]?.url ?? '';
  const chapters = [keys, blocking, streaming, background, files, webhooks, errors].map((chapter) => chapter(address));
  const navigation = chapters.map(({ id, title }) => `<li><a href="#${id}">${escaped(title)}</a></li>`).join('');
  const main = chapters.map(
    ({ id, title, parts }) =>
      `<h2 id="${id}">${escaped(title)}</h2>${parts.map((part) => (typeof part === 'string' ? paragraphs(part) : codeBlock(part.code))).join('')}`,
  );
  const head = `<h1>Getting started</h1>${paragraphs('From a key to an answer, with commands to paste.')}`;
  return page('Getting started · Weft API', `${siteLinks}<ul>${navigation}</ul>`, `${head}${main.join('')}${ending()}`);
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
      'Everything under `/console/api` takes the management token, which lies in the data folder in the file `management-token`.',
    ],
  };
}

function blocking(address: string): Chapter {
  const body = '{"inputs": {"topic": "ferns"}, "user": "ada"}';
  return {
    id: 'blocking',
    title: 'Ask, and wait for the answer',
    parts: [
      'Workflows take inputs:',
      { code: `curl ${address}/v1/workflows/run ${bearer} ${json} \\\n  -d '${body}'` },
      'Chat apps take a query. The answer names its conversation: send that back as `conversation_id` to go on with it.',
      {
        code: `curl ${address}/v1/chat-messages ${bearer} ${json} \\\n  -d '{"inputs": {}, "query": "Hello", "conversation_id": "", "user": "ada"}'`,
      },
      'Text generators are called at `/v1/completion-messages`. A call waits 60 seconds at most: what takes longer is streamed or started in the background.',
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
      {
        code: `curl -N ${address}/v1/chat-messages ${bearer} ${json} \\\n  -d '{"inputs": {}, "query": "Hello", "response_mode": "streaming", "user": "ada"}'`,
      },
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
        code: `curl ${address}/v1/workflows/run ${bearer} ${json} \\\n  -H 'Idempotency-Key: order-4711' \\\n  -d '{"inputs": {"topic": "ferns"}, "response_mode": "async", "user": "ada"}'`,
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
      'Upload a file, and name it in inputs of the same user:',
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
