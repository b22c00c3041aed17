import type { NodeResult } from '#engine';
import { Egress } from '#plugins/egress/contract.ts';
import { type LocalServer, type SeenRequest, startServer } from '#plugins/egress/testing/local-server.ts';
import { openEgress } from '#plugins/egress/testing/open-egress.ts';
import { FilesKeep, FilesRead } from '#plugins/files/contract.ts';
import { answerFilesKeep, answerFilesRead, openFiles } from '#plugins/files/testing/open-files.ts';
import { node } from '#plugins/node-http/node.ts';
import { type ContextParts, testContext } from '#plugins/node-llm/testing/node-context.ts';

/** How a server answers. */
export type Answer = Parameters<typeof startServer>[0];

/** Says `ok`. */
export const OK: Answer = (_request, response) => response.writeHead(200, { 'content-type': 'text/plain' }).end('ok');

/** Runs a node with these settings; `GET` where they name no method. */
export async function send(data: Record<string, unknown>, parts: ContextParts = {}): Promise<NodeResult> {
  await using egress = openEgress();
  await using files = openFiles();
  const calls = { [FilesRead]: answerFilesRead(files), [FilesKeep]: answerFilesKeep };
  const { context } = testContext({ calls, ...parts, services: [[Egress, egress]] });
  return await node.run(node.compile({ method: 'get', ...data }, context.node), context);
}

/** Sends one request to a server of its own; `data` gets its address. */
export async function exchange(
  data: (server: LocalServer) => Record<string, unknown>,
  options: { answer?: Answer; parts?: ContextParts } = {},
): Promise<{ result: NodeResult; seen: SeenRequest }> {
  await using server = await startServer(options.answer ?? OK);
  const result = await send(data(server), options.parts);
  const seen = server.seen.at(-1);
  if (seen === undefined) throw new Error('nothing was sent');
  return { result, seen };
}
