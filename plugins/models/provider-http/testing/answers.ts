import { isPlatformError } from '#kernel';
import type { Egress } from '#plugins/egress/contract.ts';
import type { Credentials, LlmPart, LlmRequest, ProviderImplementation } from '#plugins/models/contract.ts';
import { type Mutation, mutationsOf, playedEgress } from './played-egress.ts';

/** An answer, in a form in which those of two readers are compared. */
export interface ComparedAnswer {
  readonly text: string;
  readonly reasoning: string;
  readonly calls: readonly { readonly name: string; readonly arguments: unknown }[];
  readonly usage: {
    readonly prompt: number;
    readonly completion: number;
    readonly cached: number;
    readonly reasoning: number;
  } | null;
  readonly finish: string | null;
}

/** All parts of one call; with what ended it, if that was an error. */
export interface ReadAnswer {
  readonly parts: readonly LlmPart[];
  readonly error: unknown;
}

/** Calls a provider's language model through an egress client. */
export async function readAnswer(
  provider: ProviderImplementation,
  credentials: Credentials,
  egress: Egress,
  request: Partial<LlmRequest> = {},
): Promise<ReadAnswer> {
  const parts: LlmPart[] = [];
  const stream = provider.llm?.(credentials, { egress }).stream({
    model: 'm',
    mode: 'chat',
    messages: [{ role: 'user', content: 'Hi' }],
    parameters: {},
    signal: new AbortController().signal,
    ...request,
  });
  try {
    for await (const batch of stream ?? []) parts.push(...batch);
  } catch (error) {
    return { parts, error };
  }
  return { parts, error: null };
}

export function comparedAnswer(parts: readonly LlmPart[]): ComparedAnswer {
  const usage = parts.find((part) => part.type === 'usage');
  return {
    text: parts.map((part) => (part.type === 'text' ? part.text : '')).join(''),
    reasoning: parts.map((part) => (part.type === 'reasoning' ? part.text : '')).join(''),
    calls: parts.flatMap((part) =>
      part.type === 'tool-call' ? [{ name: part.call.name, arguments: parsed(part.call.arguments) }] : [],
    ),
    usage:
      usage === undefined
        ? null
        : {
            prompt: usage.promptTokens,
            completion: usage.completionTokens,
            cached: usage.cachedTokens ?? 0,
            reasoning: usage.reasoningTokens ?? 0,
          },
    finish: parts.find((part) => part.type === 'finish')?.reason ?? null,
  };
}

/** What a model of the AI SDK's provider packages is, as far as it is needed: their versions differ in the rest. */
export interface OracleModel {
  doStream(options: never): PromiseLike<{ readonly stream: ReadableStream<unknown> }>;
  doGenerate(options: never): PromiseLike<unknown>;
}

interface OraclePart {
  readonly type: string;
  readonly text?: string;
  readonly delta?: string;
  readonly toolName?: string;
  readonly input?: string;
  readonly providerExecuted?: boolean;
  readonly error?: unknown;
  readonly finishReason?: { readonly unified: string };
  readonly usage?: OracleUsage;
}

interface OracleUsage {
  readonly inputTokens: { readonly total?: number; readonly cacheRead?: number };
  readonly outputTokens: { readonly total?: number; readonly reasoning?: number };
}

/** `fetch` for a model of the AI SDK that answers with a recorded body. */
export function recordedFetch(body: string, contentType: string): typeof fetch {
  return () => Promise.resolve(new Response(body, { headers: { 'content-type': contentType } }));
}

/** What the AI SDK makes of the answer; null where it reports an error. Its tools are those that are given, all functions. */
export async function oracleAnswer(
  model: OracleModel,
  kind: 'events' | 'object',
  tools: readonly string[] = [],
): Promise<ComparedAnswer | null> {
  const options = {
    prompt: [{ role: 'user', content: [{ type: 'text', text: 'Hi' }] }],
    tools: tools.map((name) => ({ type: 'function', name, inputSchema: { type: 'object' } })),
  } as never;
  try {
    if (kind === 'object') {
      const answer = (await model.doGenerate(options)) as OraclePart & { readonly content: readonly OraclePart[] };
      return ofOracle(answer.content, answer);
    }
    const { stream } = await model.doStream(options);
    const parts: OraclePart[] = [];
    for await (const part of stream) parts.push(part as OraclePart);
    if (parts.some((part) => part.type === 'error')) return null;
    return ofOracle(parts, parts.find((part) => part.type === 'finish') ?? { type: 'finish' });
  } catch {
    return null;
  }
}

function ofOracle(parts: readonly OraclePart[], end: OraclePart): ComparedAnswer {
  const texts = (type: string) =>
    parts.map((part) => (part.type === type || part.type === `${type}-delta` ? (part.delta ?? part.text ?? '') : ''));
  const { usage } = end;
  return {
    text: texts('text').join(''),
    reasoning: texts('reasoning').join(''),
    calls: parts.flatMap((part) =>
      part.type === 'tool-call' && part.providerExecuted !== true
        ? [{ name: part.toolName ?? '', arguments: parsed(part.input || '{}') }]
        : [],
    ),
    usage:
      usage?.inputTokens.total === undefined
        ? null
        : {
            prompt: usage.inputTokens.total,
            completion: usage.outputTokens.total ?? 0,
            cached: usage.inputTokens.cacheRead ?? 0,
            reasoning: usage.outputTokens.reasoning ?? 0,
          },
    finish: end.finishReason?.unified ?? null,
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Tries every mutation of an answer; the names of those that hang, lose something, or end with another error. */
export async function failingMutations(
  body: string,
  errorEvent: string,
  read: (egress: Egress) => Promise<ReadAnswer>,
): Promise<readonly string[]> {
  const good = comparedAnswer((await read(playedEgress(() => ({ pieces: [Buffer.from(body)] })))).parts);
  const complaints: string[] = [];
  let known = 0;
  for (const mutation of mutationsOf(body, errorEvent)) {
    const answer = await read(playedEgress(() => mutation.answer));
    const complaint = complaintOf(mutation, answer, good) ?? (mutation.isCut ? lossOf(answer, known) : null);
    if (complaint !== null) complaints.push(`${mutation.name}: ${complaint}`);
    if (mutation.isCut) known = comparedAnswer(answer.parts).text.length;
  }
  return complaints;
}

/** Each byte more may only add to what is delivered. */
function lossOf({ parts }: ReadAnswer, known: number): string | null {
  return comparedAnswer(parts).text.length < known ? 'less text than of a shorter piece' : null;
}

function complaintOf(mutation: Mutation, { parts, error }: ReadAnswer, good: ComparedAnswer): string | null {
  const found = comparedAnswer(parts);
  const isBegun = mutation.name === 'an event twice' || good.text.startsWith(found.text);
  if (!isBegun) return `other text: ${found.text.slice(0, 60)}`;
  if (error !== null && !(isPlatformError(error) && error.code === 'models.completion_request_error')) {
    return `another error: ${String(error)}`;
  }
  if (mutation.outcome === 'fails') return error === null ? 'no error' : null;
  if (mutation.outcome === 'same') {
    return error === null && JSON.stringify(found) === JSON.stringify(good) ? null : `${String(error)} ${found.text}`;
  }
  return error === null && found.finish === null ? 'no end' : null;
}
