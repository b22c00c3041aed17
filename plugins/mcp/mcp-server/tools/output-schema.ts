import { isMapping, toText } from '#engine';
import type { App, PublishedVersion } from '#plugins/apps/contract.ts';

type Schema = Readonly<Record<string, unknown>>;

const types: ReadonlyMap<string, string> = new Map([
  ['string', 'string'],
  ['number', 'number'],
  ['boolean', 'boolean'],
  ['object', 'object'],
  ['file', 'object'],
]);

const text = { type: 'string' };

/** What a tool answers as `structuredContent`: outputs of a workflow, else the answer and what names it. */
export function outputSchema({ mode }: App, version: PublishedVersion): Schema {
  if (mode === 'workflow') return { type: 'object', properties: outputsOf(version) };
  const isInConversation = mode !== 'completion';
  return {
    type: 'object',
    properties: { answer: text, message_id: text, ...(isInConversation && { conversation_id: text }) },
    required: ['answer', 'message_id', ...(isInConversation ? ['conversation_id'] : [])],
  };
}

/** As the document's end nodes declare them. Which of several ends a run reaches is not known before, so each value may be null. */
function outputsOf({ compiled }: PublishedVersion): Schema {
  const { nodes } = JSON.parse(compiled.graph.text) as { nodes: readonly { type: string; data: unknown }[] };
  const ends = nodes.filter(({ type }) => type === 'end').map(({ data }) => (isMapping(data) ? data.outputs : null));
  const outputs = ends.flatMap((list) => (Array.isArray(list) ? list : [])).filter(isMapping);
  return Object.fromEntries(
    outputs.map(({ variable, value_type: type }) => [String(variable), typed(String(type ?? ''))]),
  );
}

function typed(type: string): Schema {
  const plain = type.startsWith('array') ? 'array' : types.get(type);
  return plain === undefined ? {} : { type: [plain, 'null'] };
}

/**
 * Outputs as the schema says: a document may declare another type than the value has, and clients refuse what does not fit.
 * A text that is declared gets the value's text; what else does not fit is null, and is in the answer's text as it is.
 */
export function fitted(outputs: Schema, schema: Schema): Schema {
  const { properties } = schema as { properties: Readonly<Record<string, { type?: readonly string[] }>> };
  return Object.fromEntries(
    Object.entries(outputs).map(([name, value]) => {
      const declared = Object.hasOwn(properties, name) ? properties[name]?.type?.[0] : undefined;
      if (declared === undefined || value === null || kindOf(value) === declared) return [name, value];
      return [name, declared === 'string' ? toText(value) : null];
    }),
  );
}

function kindOf(value: unknown): string {
  return Array.isArray(value) ? 'array' : typeof value;
}
