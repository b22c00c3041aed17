import type { Attributes } from '@opentelemetry/api';
import { isMapping, type NodeResultEvent } from '#engine';

/** Characters of one text. */
const MAX_LENGTH = 32_000;

export function cut(text: string): string {
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text;
}

/** What a node was given and left, as the journal shows it: without secret values, prompts of models included. */
export function contentOf({ inputs, processData, outputs }: NodeResultEvent): Attributes {
  return {
    ...(inputs !== null && { 'weft.node.inputs': cut(inputs) }),
    ...(processData !== null && { 'weft.node.process_data': cut(processData), ...promptsOf(processData) }),
    ...(outputs !== null && { 'weft.node.outputs': cut(outputs), ...answerOf(processData, outputs) }),
  };
}

interface ModelRecord {
  readonly prompts?: unknown;
  readonly finish_reason?: unknown;
}

/** Nodes that ask a model say what they asked; in the form of the conventions for generative AI. */
function promptsOf(processData: string): Attributes {
  const prompts = recordOf(processData)?.prompts;
  if (!Array.isArray(prompts)) return {};
  const messages = prompts
    .filter(isMapping)
    .map(({ role, text }) => ({ role, parts: [{ type: 'text', content: text }] }));
  return { 'gen_ai.input.messages': cut(JSON.stringify(messages)) };
}

function answerOf(processData: string | null, outputs: string): Attributes {
  const record = processData === null ? null : recordOf(processData);
  if (!Array.isArray(record?.prompts)) return {};
  const told: unknown = JSON.parse(outputs);
  const text = isMapping(told) ? told.text : undefined;
  if (typeof text !== 'string') return {};
  const message = { role: 'assistant', parts: [{ type: 'text', content: text }], finish_reason: record.finish_reason };
  return { 'gen_ai.output.messages': cut(JSON.stringify([message])) };
}

function recordOf(processData: string): ModelRecord | null {
  if (!processData.includes('"prompts"')) return null;
  const record: unknown = JSON.parse(processData);
  return isMapping(record) ? record : null;
}
