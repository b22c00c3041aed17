import { request as httpRequest } from 'node:http';
import { S3Client, type S3Settings } from '#plugins/blobs-s3/s3-client.ts';
import { startS3Server } from '#plugins/blobs-s3/testing/s3-server.ts';
import { type LocalServer, type SeenRequest, startServer } from '#plugins/egress/testing/local-server.ts';

/** What a server does with the conditions of a write: holds to them, takes no notice, or says that it knows none. */
export type Conditions = 'held' | 'ignored' | 'unknown';

export interface ConditionalServer extends AsyncDisposable {
  readonly settings: S3Settings;
  /** Statuses of the conditional writes, as they were answered. */
  readonly answered: number[];
  /** Done once, after the condition of a write was found true and before it is written. */
  beforeWriting(action: () => Promise<unknown>): void;
}

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

/**
 * The server of objects with the conditional writes of Amazon S3 (PutObject with `If-None-Match: *` and `If-Match`): 412 where
 * the condition is false, 404 where `If-Match` finds nothing, 409 while another conditional write of the key goes on.
 */
export async function startConditionalServer(conditions: Conditions = 'held'): Promise<ConditionalServer> {
  const objects = await startS3Server();
  const answered: number[] = [];
  const writing = new Set<string>();
  let action: (() => Promise<unknown>) | undefined;

  const conditionalWrite = async (asked: SeenRequest): Promise<Answer> => {
    if (conditions === 'unknown') return failure(501, 'NotImplemented');
    if (conditions === 'ignored') return forward(asked, objects.settings.endpoint);
    if (writing.has(asked.url)) return failure(409, 'ConditionalRequestConflict');
    writing.add(asked.url);
    try {
      const wrong = await conditionFailure(asked, objects.settings);
      if (wrong !== null) return wrong;
      const now = action;
      action = undefined;
      await now?.();
      return await forward(asked, objects.settings.endpoint);
    } finally {
      writing.delete(asked.url);
    }
  };

  const server: LocalServer = await startServer((asked, response) => {
    const isConditional = asked.method === 'PUT' && ('if-none-match' in asked.headers || 'if-match' in asked.headers);
    const answer = isConditional ? conditionalWrite(asked) : forward(asked, objects.settings.endpoint);
    answer.then(
      ({ status, headers, body }) => {
        if (isConditional) answered.push(status);
        response.writeHead(status, headers).end(body);
      },
      () => response.destroy(),
    );
  });
  return {
    settings: { ...objects.settings, endpoint: server.url },
    answered,
    beforeWriting(next) {
      action = next;
    },
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      await objects[Symbol.asyncDispose]();
    },
  };
}

/** What a write whose condition is false is answered; null: it is true. */
async function conditionFailure({ url, headers }: SeenRequest, settings: S3Settings): Promise<Answer | null> {
  const etag = await etagOf(url, settings);
  if (headers['if-none-match'] !== undefined) return etag === null ? null : failure(412, 'PreconditionFailed');
  if (etag === null) return failure(404, 'NoSuchKey');
  return headers['if-match'] === etag ? null : failure(412, 'PreconditionFailed');
}

async function etagOf(url: string, settings: S3Settings): Promise<string | null> {
  const key = url.split('?')[0]?.split('/').slice(2).join('/') ?? '';
  const answer = await new S3Client(settings).call({ method: 'HEAD', key, nullFor: [404] });
  return answer?.headers.get('etag') ?? null;
}

function failure(status: number, code: string): Answer {
  const body = Buffer.from(`<?xml version="1.0"?><Error><Code>${code}</Code></Error>`);
  return { status, headers: { 'content-type': 'application/xml' }, body };
}

/** As it came, with the host that its signature was made for. */
function forward({ method, url, rawHeaders, body }: SeenRequest, endpoint: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = httpRequest(`${endpoint}${url}`, { method, headers: [...rawHeaders] }, (answer) => {
      const pieces: Buffer[] = [];
      answer.on('data', (piece: Buffer) => pieces.push(piece));
      answer.on('error', reject);
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 500, headers: answer.headers, body: Buffer.concat(pieces) }),
      );
    });
    sent.on('error', reject);
    sent.end(body);
  });
}
