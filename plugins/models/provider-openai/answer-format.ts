import { isMapping } from '#engine';
import type { LlmRequest } from '#plugins/models/contract.ts';

/** The form of JSON that is asked for. */
export type AnswerFormat =
  | { readonly type: 'json_object' }
  | { readonly type: 'json_schema'; readonly json_schema: Readonly<Record<string, unknown>> };

/** Documents name the format as text (`json_object`, `json_schema` with the schema as text beside it). */
export function answerFormatOf(request: LlmRequest): AnswerFormat | undefined {
  if (request.jsonSchema !== undefined) return schemaFormat({ name: 'output', schema: request.jsonSchema });
  const { response_format: format, json_schema: schema } = request.parameters;
  if (isMapping(format)) return mappedFormat(format);
  if (format === 'json_object' || format === 'JSON') return { type: 'json_object' };
  if (format !== 'json_schema') return undefined;
  const parsed = typeof schema === 'string' ? parseOrNull(schema) : schema;
  if (!isMapping(parsed)) return { type: 'json_object' };
  return schemaFormat(isMapping(parsed.schema) ? { name: 'output', ...parsed } : { name: 'output', schema: parsed });
}

function mappedFormat(format: Readonly<Record<string, unknown>>): AnswerFormat | undefined {
  if (format.type === 'json_object') return { type: 'json_object' };
  return format.type === 'json_schema' && isMapping(format.json_schema) ? schemaFormat(format.json_schema) : undefined;
}

function schemaFormat(schema: Readonly<Record<string, unknown>>): AnswerFormat {
  return { type: 'json_schema', json_schema: schema };
}

function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
