import { UsageError } from '#plugins/commands/contract.ts';

/** `openai/text-embedding-3-small`: what stands before the first slash is the provider. */
export function embeddingOf(given: string) {
  const at = given.indexOf('/');
  if (at < 1 || at === given.length - 1) throw new UsageError(`--model takes PROVIDER/MODEL, not '${given}'`);
  return { embedding_model_provider: given.slice(0, at), embedding_model: given.slice(at + 1) };
}
