import type { ServerResponse } from 'node:http';
import { type SeenRequest, startServer } from '#plugins/egress/testing/local-server.ts';
import { openEgress } from '#plugins/egress/testing/open-egress.ts';
import type { Tool, ToolInvocation } from '#plugins/tools/tool.ts';

export interface ServiceCallOptions {
  /** The tool, given the address of the service. */
  readonly tool: (url: string) => Tool;
  /** What the service does; a value is answered as JSON. */
  readonly answer: unknown;
  readonly arguments?: Readonly<Record<string, unknown>>;
  /** Given the address of the service. */
  readonly credentials?: (url: string) => Readonly<Record<string, string>>;
}

/** Calls a tool of a service that answers so; what the tool told, and what the service was sent. */
export async function callService({ tool, answer, arguments: given = {}, credentials }: ServiceCallOptions) {
  await using server = await startServer((request, response) => {
    if (isResponder(answer)) answer(request, response);
    else response.end(JSON.stringify(answer));
  });
  await using egress = openEgress();
  const { signal } = new AbortController();
  const told = { arguments: given, credentials: credentials?.(server.url) ?? {}, signal, egress };
  // Tools of services read nothing else of an invocation.
  const result = await tool(server.url).invoke(told as unknown as ToolInvocation);
  return { ...result, seen: [...server.seen] };
}

type Responder = (request: SeenRequest, response: ServerResponse) => void;

const isResponder = (answer: unknown): answer is Responder => typeof answer === 'function';

/** Answers with JSON under a status. */
export const refuse =
  (status: number, body: unknown): Responder =>
  (_request, response) =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

/** Answers without end. */
export const endless: Responder = (_request, response) => {
  const more = (): void => {
    while (!response.destroyed) {
      if (!response.write(Buffer.alloc(65_536, 'a'))) return void response.once('drain', more);
    }
  };
  more();
};
