import { isMapping } from '#engine';
import type { ModelDescription, ModelType } from '#plugins/models/contract.ts';
import { type Caller, isCount } from '#plugins/provider-http/contract.ts';
import type { OpenAiEndpoint } from './endpoint.ts';

/** Models of a list; more are an attack or a mistake. */
const MAX_MODELS = 5_000;

/** What vendors call the types of models, where they tell. */
const TOLD: Readonly<Record<string, ModelType>> = {
  chat: 'llm',
  llm: 'llm',
  language: 'llm',
  vlm: 'llm',
  embedding: 'embedding',
  embeddings: 'embedding',
  rerank: 'rerank',
  moderation: 'moderation',
  'speech-to-text': 'speech-to-text',
  transcription: 'speech-to-text',
  'text-to-speech': 'text-to-speech',
};

/** Most tell a name alone. The first that fits. */
const BY_NAME: readonly (readonly [RegExp, ModelType | null])[] = [
  [/rerank/, 'rerank'],
  [/embed|(^|\/)(bge|gte|e5|bce|m3e)-/, 'embedding'],
  [/moderation/, 'moderation'],
  [/whisper|transcri|sensevoice|(^|[-/])asr|stt/, 'speech-to-text'],
  [/(^|[-/])tts|cosyvoice|playai|orpheus|fish-speech/, 'text-to-speech'],
  // Makers of pictures, films and music, and conversations by sound, are no types here.
  [/dall-e|image|imagine|flux|stable-diffusion|sdxl|kolors|sora|veo|realtime|(^|[-/])(wan|suno|music)/, null],
];

/** Asks `/models`: names, types and sizes as far as the vendor tells them, or their names do. */
export async function listModels(
  caller: Caller<OpenAiEndpoint>,
  types: readonly ModelType[],
  signal: AbortSignal,
): Promise<readonly ModelDescription[]> {
  const answer = await caller.json({ path: '/models', method: 'GET', signal });
  const list = Array.isArray(answer) ? answer : isMapping(answer) ? (answer.data ?? answer.models) : [];
  const found = new Map<string, ModelDescription>();
  for (const item of Array.isArray(list) ? list.slice(0, MAX_MODELS) : []) {
    const description = describe(item);
    if (description !== null && types.includes(description.type)) found.set(description.name, description);
  }
  return [...found.values()];
}

function describe(item: unknown): ModelDescription | null {
  if (!isMapping(item)) return null;
  const name = item.id ?? item.name;
  if (typeof name !== 'string' || name === '' || name.length > 200) return null;
  const type = typeOf(item, name.toLowerCase());
  if (type === null) return null;
  const size = [item.context_length, item.context_window, item.max_context_length, item.max_model_len].find(isCount);
  return { name, type, ...(size === undefined || size === 0 ? {} : { contextSize: size }) };
}

function typeOf(item: Readonly<Record<string, unknown>>, name: string): ModelType | null {
  for (const told of [item.type, item.model_type, item.sub_type, item.task]) {
    const type = typeof told === 'string' ? TOLD[told.toLowerCase()] : undefined;
    if (type !== undefined) return type;
  }
  const known = BY_NAME.find(([pattern]) => pattern.test(name));
  return known === undefined ? 'llm' : known[1];
}
