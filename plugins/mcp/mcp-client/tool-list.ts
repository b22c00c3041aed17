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
  /** Tools that nobody can call as they are told, each with the reason: `noschema (has no schema of its arguments)`. */
  readonly leftOut: readonly string[];
}

/** Asks a server for its tools, all pages. Refuses lists without end, and leaves out what can't be called. */
export async function readTools(connection: Connection, name: string, options: RequestOptions): Promise<ReadTools> {
  const { tools: told, leftOut } = await wellFormed(connection, options);
  const found = new Map<string, PinnedTool>();
  let length = 0;
  for (const tool of told) {
    const read = pinned(tool);
    // The first of a name counts: which of two is called can't be told.
    const problem = read === null ? 'is nested too deep' : found.has(tool.name) ? 'is there twice' : null;
    if (problem !== null) leftOut.push(`${nameOf(tool)} (${problem})`);
    if (read === null || problem !== null) continue;
    length += JSON.stringify(read).length;
    found.set(read.name, read);
    if (found.size > MAX_TOOLS)
      throw invalidAnswer(name, `offers more than ${MAX_TOOLS} tools: use one that offers fewer.`);
    if (length > MAX_LIST) throw invalidAnswer(name, `describes its tools with more than ${MAX_LIST / 1_000_000} MB.`);
  }
  const tools = [...found.values()].sort((a, b) => Number(a.name > b.name) - Number(a.name < b.name));
  return { tools, hash: listHash(tools), leftOut };
}

type Told = Omit<PinnedTool, 'hash' | 'description'> & { readonly description?: string };

/**
 * The library takes none of a list in which one tool is malformed: so it is given the others alone, and of these the parts that
 * are of the protocol.
 */
async function wellFormed({ client, dialect }: Connection, options: RequestOptions) {
  const leftOut: string[] = [];
  const { transport } = client;
  if (client.getServerCapabilities()?.tools === undefined || transport === undefined) return { tools: [], leftOut };
  const { onmessage } = transport;
  const leaveOut: typeof onmessage = (message, extra) => {
    const result = 'result' in message ? objectOf(message.result) : null;
    if (result === null || !Array.isArray(result.tools)) return onmessage?.(message, extra);
    const tools = result.tools.filter((tool: unknown) => {
      const problem = problemOf(tool);
      if (problem !== null) leftOut.push(`${nameOf(tool)} (${problem})`);
      return problem === null;
    });
    const parts = tools.map((tool) => partsOf(tool, dialect.kind === 'modern'));
    onmessage?.({ ...message, result: { ...result, tools: parts } } as typeof message, extra);
  };
  transport.onmessage = leaveOut;
  try {
    const { tools } = await client.listTools({}, options);
    return { tools: tools as readonly Told[], leftOut };
  } finally {
    transport.onmessage = onmessage;
  }
}

/** Why nobody can call a tool as it is told; null: it can be called. */
function problemOf(value: unknown): string | null {
  const { name, inputSchema } = objectOf(value) ?? {};
  if (typeof name !== 'string' || name === '') return 'has no name';
  if (name.length > MAX_NAME || /\p{Cc}/u.test(name)) return 'has a name that can not be sent';
  const { type, properties, required } = objectOf(inputSchema) ?? {};
  if (type !== 'object') return 'has no schema of its arguments';
  const isRead =
    (properties === undefined || objectOf(properties) !== null) &&
    (required === undefined || (Array.isArray(required) && required.every((item) => typeof item === 'string')));
  return isRead ? null : 'has a schema of its arguments that is none';
}

/** What of a tool counts; malformed parts that nobody needs are as if they were not there. */
function partsOf(told: Readonly<Record<string, unknown>>, isModern: boolean): Record<string, unknown> {
  const { name, title, description, inputSchema, outputSchema, annotations } = told;
  const hints = Object.entries(objectOf(annotations) ?? {}).filter(([key, value]) =>
    key === 'title' ? typeof value === 'string' : !key.endsWith('Hint') || typeof value === 'boolean',
  );
  const outputs = objectOf(outputSchema);
  return {
    name,
    ...(typeof title === 'string' && { title }),
    ...(typeof description === 'string' && { description }),
    inputSchema,
    // Servers of before give objects only.
    ...(outputs !== null && (isModern || outputs.type === 'object') && { outputSchema }),
    ...(hints.length > 0 && { annotations: Object.fromEntries(hints) }),
  };
}

/** Hashed; null: it can't be called by anybody. */
function pinned({ name, title, description = '', inputSchema, outputSchema, annotations }: Told): PinnedTool | null {
  const parts = {
    name,
    ...(title !== undefined && { title }),
    description,
    inputSchema,
    ...(outputSchema !== undefined && { outputSchema }),
    ...(annotations !== undefined && { annotations }),
  };
  const text = canonical(parts, 0);
  return text === null ? null : { ...parts, hash: sha256(text) };
}

/** For people. */
function nameOf(value: unknown): string {
  const { name } = objectOf(value) ?? {};
  return typeof name === 'string' && name !== '' ? JSON.stringify(name.slice(0, 60)) : 'a tool';
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
