import { isMapping } from '#engine';
import { MODEL_TYPES, type ModelDescription, type TokenCounts } from '#plugins/models/contract.ts';
import { badAnswer } from './failures.ts';
import type { Called } from './implementation.ts';

const longestVector = 65_536;

/** Tokens that a package tells; what is no count is none. */
export function countsOf(told: Readonly<Record<string, unknown>>): TokenCounts {
  const count = (name: string) => {
    const value = told[name];
    return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
  };
  const [cached, written, reasoning] = ['cachedTokens', 'cacheWriteTokens', 'reasoningTokens'].map(count);
  return {
    promptTokens: count('promptTokens') ?? 0,
    completionTokens: count('completionTokens') ?? 0,
    ...(cached !== undefined && { cachedTokens: cached }),
    ...(written !== undefined && { cacheWriteTokens: written }),
    ...(reasoning !== undefined && { reasoningTokens: reasoning }),
  };
}

/** `{ vectors, promptTokens }`. `length`: of the vectors before. */
export function readVectors(called: Called, answer: unknown, count: number, length?: number) {
  const { vectors } = mapping(called, answer);
  if (!Array.isArray(vectors) || vectors.length !== count) throw badAnswer(called, `it gave no ${count} vectors`);
  let size = length;
  const read = vectors.map((vector: unknown) => {
    const isVector = Array.isArray(vector) && vector.length > 0 && vector.length <= longestVector;
    if (!isVector || !vector.every((value) => typeof value === 'number' && Number.isFinite(value)))
      throw badAnswer(called, 'a vector is none');
    if (vector.every((value) => value === 0)) throw badAnswer(called, 'a vector is all zeros');
    size ??= vector.length;
    if (vector.length !== size) throw badAnswer(called, 'its vectors have several lengths');
    return Float32Array.from(vector);
  });
  return { vectors: read, promptTokens: countsOf(mapping(called, answer)).promptTokens };
}

/** A list of `{ index, score }`, in any order. */
export function readDocuments(
  called: Called,
  answer: unknown,
  asked: { readonly count: number; readonly topN: number },
) {
  const list = isMapping(answer) ? answer.results : answer;
  if (!Array.isArray(list) || list.length > asked.count) throw badAnswer(called, 'it gave no list of documents');
  const seen = new Set<number>();
  const ranked = list.map((item: unknown) => {
    const { index, score } = mapping(called, item);
    const isIndex = typeof index === 'number' && Number.isInteger(index) && index >= 0 && index < asked.count;
    if (!isIndex || seen.has(index) || typeof score !== 'number' || !Number.isFinite(score))
      throw badAnswer(called, 'a document has no place or no score');
    seen.add(index);
    return { index, score };
  });
  return ranked.sort((one, other) => other.score - one.score).slice(0, asked.topN);
}

/** A text, or `{ text, usage }`. */
export function readText(called: Called, answer: unknown) {
  if (typeof answer === 'string') return { text: answer };
  const { text, usage } = mapping(called, answer);
  if (typeof text !== 'string') throw badAnswer(called, 'it gave no text');
  return { text, ...(isMapping(usage) && { usage: countsOf(usage) }) };
}

/** `{ flagged, categories }`. */
export function readJudgement(called: Called, answer: unknown) {
  const { flagged, categories = [] } = mapping(called, answer);
  const isList = Array.isArray(categories) && categories.every((item) => typeof item === 'string');
  if (typeof flagged !== 'boolean' || !isList) throw badAnswer(called, 'it gave no judgement');
  return { flagged, categories: categories as readonly string[] };
}

/** A list of names with their types. Who asked drops what can't be one. */
export function readModels(called: Called, answer: unknown): readonly ModelDescription[] {
  if (!Array.isArray(answer)) throw badAnswer(called, 'it gave no list of models');
  return answer.flatMap((item: unknown) => {
    if (!isMapping(item) || typeof item.name !== 'string') return [];
    const type = MODEL_TYPES.find((one) => one === item.type);
    if (type === undefined) return [];
    const size = item.contextSize;
    return [{ name: item.name, type, ...(typeof size === 'number' && { contextSize: size }) }];
  });
}

function mapping(called: Called, value: unknown): Readonly<Record<string, unknown>> {
  if (!isMapping(value)) throw badAnswer(called, 'it is no object');
  return value;
}
