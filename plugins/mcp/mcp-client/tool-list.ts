import { createHash } from 'node:crypto';
import type { RequestOptions } from '@modelcontextprotocol/client';
import type { Connection } from './connection.ts';
import type { PinnedTool, ToolChanges } from './contract.ts';
import { invalidAnswer } from './failures.ts';

/** More than anybody can look through, or an agent choose from. */
export const MAX_TOOLS = 1_000;
/** Characters of a whole list as JSON. */
const MAX_LIST = 4_000_000;
const MAX_NAME = 200;
const MAX_DEPTH = 40;

/** What a server told of its tools. */
export interface ReadTools {
  readonly tools: readonly PinnedTool[];
  /** SHA-256 (hex) of the list. */
  readonly hash: string;
}

/** Asks a server for its tools, all pages. Refuses lists without end, and leaves out what can't be called. */
export async function readTools({ client }: Connection, name: string, options: RequestOptions): Promise<ReadTools> {
  const answer =
    client.getServerCapabilities()?.tools === undefined ? { tools: [] } : await client.listTools({}, options);
  const found = new Map<string, PinnedTool>();
  let length = 0;
  for (const told of answer.tools) {
    const tool = pinned(told);
    // The first of a name counts: which of two is called can't be told.
    if (tool === null || found.has(tool.name)) continue;
    length += JSON.stringify(tool).length;
    found.set(tool.name, tool);
    if (found.size > MAX_TOOLS)
      throw invalidAnswer(name, `offers more than ${MAX_TOOLS} tools: use one that offers fewer.`);
    if (length > MAX_LIST) throw invalidAnswer(name, `describes its tools with more than ${MAX_LIST / 1_000_000} MB.`);
  }
  const tools = [...found.values()].sort((a, b) => Number(a.name > b.name) - Number(a.name < b.name));
  return { tools, hash: listHash(tools) };
}

/** What of a tool counts, hashed; null: it can't be called by anybody. */
function pinned(told: Readonly<Record<string, unknown>>): PinnedTool | null {
  const { name, title, description, inputSchema, outputSchema, annotations } = told;
  if (typeof name !== 'string' || name === '' || name.length > MAX_NAME || /\p{Cc}/u.test(name)) return null;
  const parts = {
    name,
    ...(typeof title === 'string' && { title }),
    description: typeof description === 'string' ? description : '',
    inputSchema: objectOf(inputSchema) ?? { type: 'object' },
    ...(objectOf(outputSchema) !== null && { outputSchema: objectOf(outputSchema) ?? {} }),
    ...(objectOf(annotations) !== null && { annotations: objectOf(annotations) ?? {} }),
  };
  const text = canonical(parts, 0);
  return text === null ? null : { ...parts, hash: sha256(text) };
}

export function listHash(tools: readonly PinnedTool[]): string {
  return sha256(tools.map(({ hash }) => hash).join());
}

/** How two lists differ, by name. */
export function changesOf(before: readonly PinnedTool[], after: readonly PinnedTool[]): ToolChanges {
  const old = new Map(before.map((tool) => [tool.name, tool]));
  const names = new Set(after.map(({ name }) => name));
  return {
    added: after.filter(({ name }) => !old.has(name)),
    removed: before.filter(({ name }) => !names.has(name)),
    changed: after.flatMap((tool) => {
      const known = old.get(tool.name);
      return known === undefined || known.hash === tool.hash ? [] : [{ before: known, after: tool }];
    }),
  };
}

/** JSON text with sorted keys, so that an order is no change; null: deeper than anything that is meant. */
function canonical(value: unknown, depth: number): string | null {
  if (depth > MAX_DEPTH) return null;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const entries = Array.isArray(value) ? value.map((item): [string, unknown] => ['', item]) : Object.entries(value);
  if (!Array.isArray(value)) entries.sort(([a], [b]) => Number(a > b) - Number(a < b));
  const parts = entries.map(([key, item]) => {
    const text = canonical(item, depth + 1);
    return text === null ? null : `${JSON.stringify(key)}:${text}`;
  });
  if (parts.includes(null)) return null;
  return Array.isArray(value) ? `[${parts.join()}]` : `{${parts.join()}}`;
}

function objectOf(value: unknown): Record<string, unknown> | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : null;
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
