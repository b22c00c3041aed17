import { type FileValue, type NodeContext, NodeError, type NodeImplementation, type NodeResult } from '#engine';
import { isPlatformError } from '#kernel';
import { Egress } from '#plugins/egress/contract.ts';
import { FilesKeep } from '#plugins/files/contract.ts';
import { type CompiledHttp, compileHttp } from './compiled.ts';
import { LargeAnswers } from './large-answers.ts';
import { renderRequest } from './request.ts';
import { requestText } from './request-text.ts';
import { type AnswerLimits, type AnswerReading, type HttpAnswer, readResponse, usualLimits } from './response.ts';

/** Those that change nothing (RFC 9110, section 9.2.1, and the registry of methods). */
const readingMethods: ReadonlySet<string> = new Set([
  'GET',
  'HEAD',
  'OPTIONS',
  'QUERY',
  'SEARCH',
  'PROPFIND',
  'REPORT',
]);

export const create = (limits: AnswerLimits): NodeImplementation<CompiledHttp> => ({
  compile: compileHttp,
  run: atMost(limits),
  hasSideEffects: ({ method }) => !readingMethods.has(method),
});

export const node = create(usualLimits);

/** All nodes of the thread share what room there is for large answers. */
function atMost(limits: AnswerLimits): NodeImplementation<CompiledHttp>['run'] {
  const large = new LargeAnswers(Math.max(limits.textMb, limits.fileMb));
  return async (http, context) => {
    let leave = () => {};
    const beLarge = async () => {
      leave = await large.acquire(context.run.workspaceId, context.signal);
    };
    try {
      return await runHttp(http, context, { limits, beLarge });
    } finally {
      leave();
    }
  };
}

async function runHttp(http: CompiledHttp, context: NodeContext, reading: AnswerReading): Promise<NodeResult> {
  const request = await renderRequest(http, context, reading.limits).catch((error) => failRequest(error, context));
  const sent = { request: requestText(request, context) };
  const answer = await exchange(request, context, reading).catch((error) => failRequest(error, context, sent));
  const { file, guessedCharset, ...outputs } = answer;
  const processData = guessedCharset === undefined ? sent : { ...sent, note: noteOf(guessedCharset) };
  if (http.failsOnStatus && (outputs.status_code < 200 || outputs.status_code > 299)) {
    throw new NodeError('HTTPResponseCodeError', `Request failed with status code ${outputs.status_code}`, {
      details: { processData },
    });
  }
  if (file === null) return { outputs: { ...outputs, files: [] }, processData };
  const kept = await context
    .call<FileValue>(FilesKeep, file)
    .catch((error: unknown) => failRequest(error, context, processData));
  return { outputs: { ...outputs, files: [kept] }, processData };
}

function noteOf(charset: string): string {
  return `The answer names no charset that it can be read in; it was read as ${charset}, by its bytes, which could be others too.`;
}

async function exchange(
  request: Awaited<ReturnType<typeof renderRequest>>,
  context: NodeContext,
  reading: AnswerReading,
): Promise<HttpAnswer> {
  return await readResponse(await context.service(Egress).request(request.egress), request.egress.method, reading);
}

/** Adds what the node knew. A stopped run is no failure of the request. */
function failRequest(error: unknown, context: NodeContext, processData?: { readonly request: string }): never {
  if (context.signal.aborted) throw error;
  const details = processData === undefined ? {} : { details: { processData } };
  if (error instanceof NodeError) throw new NodeError(error.type, error.message, { ...details, cause: error });
  if (!isPlatformError(error)) throw error;
  throw new NodeError('HttpRequestNodeError', error.message, { code: error.code, ...details, cause: error });
}
