import { fromJson, isMapping } from '#engine';
import { readJsonObject, withoutThoughts } from '#plugins/node-llm/contract.ts';
import type { Mapping } from './drawn-app.ts';

/** Characters of an answer whose mistakes are repaired: that takes the square of its length, where all other requests wait. */
const MAX_REPAIRED = 10_000;

/** The JSON object of an answer: alone, in a fence, or between other words. null: there is none. */
export function readObject(answer: string): Mapping | null {
  const text = withoutThoughts(answer);
  const fence = text.indexOf('```');
  const fenced = fence < 0 ? '' : text.slice(text.indexOf('\n', fence) + 1, Math.max(fence, text.lastIndexOf('```')));
  const between = text.slice(Math.max(0, text.indexOf('{')), text.lastIndexOf('}') + 1);
  for (const candidate of [text, fenced, between]) {
    const read = parsed(candidate);
    if (read !== null) return read;
  }
  return text.length > MAX_REPAIRED ? null : readJsonObject(text);
}

function parsed(text: string): Mapping | null {
  if (!text.trimStart().startsWith('{')) return null;
  try {
    const value = fromJson(text);
    return isMapping(value) ? value : null;
  } catch {
    return null;
  }
}
