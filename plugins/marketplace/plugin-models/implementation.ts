import { isMapping } from '#engine';
import { PlatformError } from '#kernel';
import type {
  Credentials,
  LlmRequest,
  ModelDescription,
  ModelType,
  ProviderContext,
  ProviderImplementation,
} from '#plugins/models/contract.ts';
import type { Installed } from '#plugins/plugin-installs/contract.ts';
import type { PackageProvider } from '#plugins/plugin-packages/contract.ts';
import type { PackageCall, PluginRunner } from '#plugins/plugin-runner/contract.ts';
import { readDocuments, readJudgement, readModels, readText, readVectors } from './answers.ts';
import { badAnswer, modelFailure } from './failures.ts';
import { LlmReader } from './llm-reader.ts';
import { PartQueue } from './part-queue.ts';

/** A provider of a package, as it is called. */
export interface Called {
  readonly installed: Installed;
  readonly provider: PackageProvider;
  readonly runner: Pick<PluginRunner, 'call'>;
}

type Method = Extract<PackageCall['target'], { kind: 'provider' }>['method'];
interface Asked {
  readonly method: Method;
  readonly credentials: Credentials;
  readonly input: unknown;
  readonly signal: AbortSignal;
}

/** Texts of one request where the model's description says nothing. */
const usualBatch = 64;

/** The code of a package as that of a provider: all it answers is checked. */
export function implementationOf(called: Called): ProviderImplementation {
  const { provider } = called;
  const has = (type: ModelType) => provider.types.includes(type);
  const bound =
    <Made>(make: (credentials: Credentials) => Made) =>
    (credentials: Credentials, _context: ProviderContext): Made =>
      make(credentials);
  return {
    ...(has('llm') && {
      llm: bound((credentials) => ({
        stream({ signal, ...request }) {
          return readLlm(called, { method: 'llm', credentials, input: plainRequest(request), signal });
        },
      })),
    }),
    ...(has('embedding') && {
      embedding: bound((credentials) => ({
        async embed({ model, texts, kind, dimensions, signal }) {
          const size = provider.models.find(({ name, type }) => name === model && type === 'embedding')?.maxBatch;
          const vectors: Float32Array[] = [];
          let promptTokens = 0;
          for (let at = 0; at < texts.length; at += size ?? usualBatch) {
            const batch = texts.slice(at, at + (size ?? usualBatch));
            const input = { model, texts: batch, ...(kind && { kind }), ...(dimensions && { dimensions }) };
            const answer = await answerOf(called, { method: 'embedding', credentials, input, signal });
            const read = readVectors(called, answer, batch.length, vectors[0]?.length);
            vectors.push(...read.vectors);
            promptTokens += read.promptTokens;
          }
          return { vectors, promptTokens };
        },
      })),
    }),
    ...(has('rerank') && {
      rerank: bound((credentials) => ({
        async rerank({ model, query, documents, topN, signal }) {
          const input = { model, query, documents, topN };
          const answer = await answerOf(called, { method: 'rerank', credentials, input, signal });
          return readDocuments(called, answer, { count: documents.length, topN });
        },
      })),
    }),
    ...(has('speech-to-text') && {
      speechToText: bound((credentials) => ({
        async transcribe({ model, audio, mediaType, fileName, signal }) {
          const input = { model, audio, mediaType, fileName };
          return readText(called, await answerOf(called, { method: 'speechToText', credentials, input, signal }));
        },
      })),
    }),
    ...(has('text-to-speech') && {
      textToSpeech: bound((credentials) => ({
        async speak({ signal, ...input }) {
          return readSpeech(called, { method: 'textToSpeech', credentials, input, signal });
        },
      })),
    }),
    ...(has('moderation') && {
      moderation: bound((credentials) => ({
        async moderate({ model, texts, signal }) {
          const input = { model, texts };
          return readJudgement(called, await answerOf(called, { method: 'moderation', credentials, input, signal }));
        },
      })),
    }),
    async test(credentials, _context, signal) {
      await answerOf(called, { method: 'test', credentials, input: null, signal });
    },
    ...(provider.openCatalogue === true && {
      async models(credentials: Credentials, _context: ProviderContext, signal: AbortSignal) {
        const answer = await answerOf(called, { method: 'models', credentials, input: null, signal });
        return readModels(called, answer) satisfies readonly ModelDescription[];
      },
    }),
  };
}

/** The prompt, without what only this server reads. */
function plainRequest({ trace: _, ...request }: Omit<LlmRequest, 'signal'>): Omit<LlmRequest, 'signal'> {
  return request;
}

async function answerOf(called: Called, asked: Asked, onPart?: PackageCall['onPart']): Promise<unknown> {
  const { installed, provider, runner } = called;
  const { method, credentials, input, signal } = asked;
  signal.throwIfAborted();
  if (!installed.isConfigured) {
    const message = `The plugin of ${provider.title} is not set up in this workspace: fill in its settings under Plugins (\`weft plugins settings ${installed.name}\`).`;
    throw new PlatformError('invalid', 'models.provider_not_initialize', message);
  }
  try {
    const target = { kind: 'provider', id: provider.id, method } as const;
    return await runner.call({ installed, target, input, credentials, signal, ...(onPart && { onPart }) });
  } catch (error) {
    throw modelFailure(error, called, signal);
  }
}

/** Calls what gives parts. The call ends when nobody reads on. */
async function* partsOf(called: Called, asked: Asked): AsyncGenerator<readonly unknown[]> {
  const queue = new PartQueue();
  const end = new AbortController();
  const signal = AbortSignal.any([asked.signal, end.signal]);
  answerOf(called, { ...asked, signal }, (parts) => queue.add(parts)).then(
    async (answer) => {
      // What gave no parts has answered at once.
      if (answer !== null) await queue.add([answer]);
      queue.close();
    },
    (error: unknown) => queue.fail(error),
  );
  try {
    yield* queue.batches();
  } finally {
    queue.close();
    end.abort();
  }
}

async function* readLlm(called: Called, asked: Asked) {
  const reader = new LlmReader(called);
  for await (const parts of partsOf(called, asked)) {
    const read = reader.read(parts);
    if (read.length > 0) yield read;
  }
  yield reader.end();
}

/** The first part tells what kind of sound it is. */
async function readSpeech(called: Called, asked: Asked) {
  const batches = partsOf(called, asked);
  const first = await batches.next();
  if (first.done === true) throw badAnswer(called, 'it gave no sound');
  const [head] = first.value;
  const told = isMapping(head) && typeof head.mediaType === 'string' ? head.mediaType : 'audio/mpeg';
  const mediaType = (told.split(';')[0] ?? '').trim();
  if (!/^audio\/[a-z0-9.+-]{1,40}$/i.test(mediaType)) throw badAnswer(called, 'its media type is none of sound');
  const soundsOf = function* (parts: readonly unknown[]): Generator<Uint8Array> {
    for (const part of parts) {
      const bytes = !(part instanceof Uint8Array) && isMapping(part) ? part.audio : part;
      if (bytes === undefined) continue;
      if (!(bytes instanceof Uint8Array)) throw badAnswer(called, 'a part of its sound is no bytes');
      yield bytes;
    }
  };
  const audio = async function* (): AsyncGenerator<Uint8Array> {
    try {
      yield* soundsOf(first.value);
      for await (const parts of batches) yield* soundsOf(parts);
    } finally {
      await batches.return(undefined);
    }
  };
  return { mediaType: mediaType.toLowerCase(), audio: audio() };
}
