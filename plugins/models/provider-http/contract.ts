/**
 * What plugins of model providers share: calls of a provider's server through the egress client, its errors, streams of
 * events, files of messages, vectors.
 *
 * A provider makes an `Endpoint` of its credentials and a `Caller` of that. A language model's answer is read by an
 * `AnswerReader` of the protocol, which `streamAnswer` drives.
 */
export { type Caller, type CallOptions, createCaller } from './call.ts';
export { type LoadedContent, type LoadOptions, loadContent } from './content.ts';
export { estimatedTokens, isCount } from './counts.ts';
export {
  type AuthKind,
  authHeaders,
  type Endpoint,
  SHARED_FIELDS,
  timeoutsOf,
  type UnsignedCall,
  withVersion,
} from './endpoint.ts';
export { EventData } from './event-data.ts';
export { brokenAnswer, type FailedCall, isReportedError, throwForStatus, toModelError } from './failure.ts';
export {
  type AnswerFormat,
  answerFormat,
  argumentsText,
  callArguments,
  calledTool,
  defined,
  opaqueData,
  ParameterReader,
  promptCharacters,
  type SplitPrompt,
  splitPrompt,
  type Turn,
} from './prompt.ts';
export { rankingOf } from './ranking.ts';
export { type Reported, readError } from './reported-error.ts';
export { retryAfterOf } from './retry-after.ts';
export { type AnswerReader, streamAnswer } from './stream-answer.ts';
export { outlineOf, type ToldTrouble, type Trouble, troubleOf, withoutProvider } from './trouble.ts';
export { type BatchOptions, checkVectors, type EmbeddedBatch, embedInBatches, vectorOf } from './vectors.ts';
