import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { CommandError, type Terminal } from './terminal.ts';

export interface Call {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
}

/** One event of a stream: the JSON object of a `data:` line. */
export type StreamEvent = Readonly<Record<string, unknown>> & { readonly event: string };

/** Talks to a running server: `WEFT_URL` and `WEFT_TOKEN`, or the local server with the token in its data folder. */
export class Client {
  readonly #url: string;
  readonly #token: string;

  private constructor(url: string, token: string) {
    this.#url = url;
    this.#token = token;
  }

  static async open(terminal: Terminal): Promise<Client> {
    const { env } = terminal;
    const url = (env.WEFT_URL ?? `http://127.0.0.1:${env.PORT ?? 3000}`).replace(/\/+$/, '');
    if (env.WEFT_TOKEN) return new Client(url, env.WEFT_TOKEN);
    const file = join(resolve(terminal.directory, env.WEFT_HOME ?? 'data'), 'management-token');
    try {
      return new Client(url, (await readFile(file, 'utf8')).trim());
    } catch {
      throw new CommandError(
        'no_token',
        `No token: set WEFT_TOKEN, or run where the server's data folder is (looked for ${file}; WEFT_HOME names another).`,
      );
    }
  }

  /** The parsed JSON answer; text for other types, undefined for 204. */
  async call(call: Call): Promise<unknown> {
    const response = await this.#send(call);
    if (response.status === 204) return undefined;
    const isJson = response.headers.get('content-type')?.includes('application/json') ?? false;
    return isJson ? response.json() : response.text();
  }

  /** The events of a run as its callers get them. */
  stream(call: Call): AsyncGenerator<StreamEvent> {
    return this.frames<StreamEvent>(call);
  }

  /** The JSON values of a streamed answer. */
  async *frames<Frame>(call: Call): AsyncGenerator<Frame> {
    const response = await this.#send(call);
    if (response.body === null) return;
    let rest = '';
    for await (const text of response.body.pipeThrough(new TextDecoderStream())) {
      const frames = (rest + text).split('\n\n');
      rest = frames.pop() ?? '';
      for (const frame of frames) {
        if (frame.startsWith('data: ')) yield JSON.parse(frame.slice(6));
      }
    }
  }

  async #send({ method, path, body }: Call): Promise<Response> {
    const headers: Record<string, string> = { authorization: `Bearer ${this.#token}` };
    if (body !== undefined) headers['content-type'] = 'application/json';
    const init: RequestInit = { method, headers };
    if (body !== undefined) init.body = JSON.stringify(body);
    const response = await fetch(this.#url + path, init).catch((error) => {
      throw new CommandError(
        'unreachable',
        `No server answers at ${this.#url} (${error.cause?.code ?? error.message}); start one with npm start or set WEFT_URL.`,
      );
    });
    if (response.ok) return response;
    throw await refusal(response);
  }
}

async function refusal(response: Response): Promise<CommandError> {
  const text = await response.text();
  try {
    const { code, message } = JSON.parse(text) as { code: string; message: string };
    return new CommandError(code, message || code);
  } catch {
    return new CommandError('unexpected_answer', `The server answered ${response.status}: ${text.slice(0, 200)}`);
  }
}
