import { NodeError } from '#engine';
import type { JsonSchema } from '#kernel';
import { readLenientJson } from '#plugins/models/contract.ts';

/** Told to models that can't be held to a schema by their server. */
export function schemaInstruction(schema: JsonSchema): string {
  return [
    'Answer with one JSON object that fits this JSON Schema, and with nothing else: no explanation, no code fence.',
    JSON.stringify(schema),
  ].join('\n');
}

/** The object in a model's answer; an answer without one is the node's failure. */
export function readStructuredOutput(answer: string): Readonly<Record<string, unknown>> {
  const value = readJsonObject(answer);
  if (value !== null) return value;
  throw new NodeError(
    'OutputParserError',
    "The model's answer has no JSON object that could be read as the structured output.",
  );
}

/** The object in a model's answer: as it is, in a code fence, or between other words; small mistakes are repaired. */
export function readJsonObject(answer: string): Readonly<Record<string, unknown>> | null {
  for (const candidate of candidatesOf(withoutThoughts(answer))) {
    const value = parse(candidate);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      return value as Readonly<Record<string, unknown>>;
    }
  }
  return null;
}

/** An answer without what stands between think tags. */
export function withoutThoughts(answer: string): string {
  return answer.replace(/<think>[\s\S]*?(<\/think>|$)/gi, '').trim();
}

function candidatesOf(text: string): readonly string[] {
  const fenced = /```(?:json)?\s*([\s\S]*?)(```|$)/i.exec(text)?.[1] ?? '';
  const start = text.indexOf('{');
  const end = text.lastIndexOf('}');
  const between = start === -1 ? '' : text.slice(start, end > start ? end + 1 : undefined);
  return [text, fenced, between].filter((candidate) => candidate.trimStart().startsWith('{'));
}

function parse(text: string): unknown {
  try {
    return readLenientJson(text);
  } catch {
    return null;
  }
}
