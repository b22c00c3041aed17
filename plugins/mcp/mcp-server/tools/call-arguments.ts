import { isMapping } from '#engine';
import { PlatformError } from '#kernel';
import type { AppTool } from './app-tool.ts';
import type { ArgumentUse } from './input-schema.ts';

type Mapping = Readonly<Record<string, unknown>>;

/** What a call says, sorted by what it is for. Files are still as the caller sent them. */
export interface SortedArguments {
  readonly inputs: Mapping;
  /** Of inputs that are files, by variable: what is accepted. */
  readonly fileInputs: ReadonlyMap<string, Mapping>;
  readonly query: string | undefined;
  readonly conversationId: string | null;
  readonly files: readonly unknown[] | undefined;
  readonly fileRules: Mapping;
  /** Of a run to be asked about, in place of a new one. */
  readonly runId: string | null;
}

/** Throws `mcp-server.invalid_param` for what the tool does not take: models mend such calls when they are told. */
export function sortArguments(tool: AppTool, given: Mapping): SortedArguments {
  const { uses } = tool.arguments;
  const inputs: Record<string, unknown> = Object.create(null);
  const fileInputs = new Map<string, Mapping>();
  let query: string | undefined;
  let conversationId: string | null = null;
  let files: readonly unknown[] | undefined;
  let fileRules: Mapping = {};
  let runId: string | null = null;
  for (const [name, value] of Object.entries(given)) {
    const use = uses.get(name);
    if (use === undefined) throw unknown(tool, name, uses);
    switch (use.kind) {
      case 'input':
        inputs[use.variable] = value;
        if (use.control.startsWith('file') && isGiven(value)) fileInputs.set(use.variable, use.rules);
        break;
      case 'query':
        query = textIn(name, value);
        break;
      case 'conversation':
        conversationId = isGiven(value) ? textIn(name, value) : null;
        break;
      case 'files':
        if (isGiven(value) && !Array.isArray(value)) throw wrong(name, 'is a list of files');
        files = isGiven(value) ? (value as readonly unknown[]) : undefined;
        fileRules = use.rules;
        break;
      case 'run':
        runId = isGiven(value) ? textIn(name, value) : null;
    }
  }
  if (runId === null && uses.has('query') && (query ?? '').trim() === '') throw wrong('query', 'is required');
  return { inputs: { ...inputs }, fileInputs, query, conversationId, files, fileRules, runId };
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '';
}

function textIn(name: string, value: unknown): string {
  if (typeof value !== 'string') throw wrong(name, 'is a text');
  return value;
}

/** The address a file is named by: of `{url}`, or of a text that is one. */
export function fileReference(name: string, value: unknown): { readonly url: string; readonly name: string } {
  const url = isMapping(value) ? value.url : value;
  if (typeof url !== 'string' || url === '') throw wrong(name, 'takes files as {"url": "https://…"}');
  const label = isMapping(value) && typeof value.name === 'string' ? value.name : '';
  return { url, name: label };
}

function unknown(tool: AppTool, name: string, uses: ReadonlyMap<string, ArgumentUse>): PlatformError {
  const known = [...uses.keys()].join(', ') || 'none';
  return new PlatformError(
    'invalid',
    'mcp-server.invalid_param',
    `'${tool.name}' takes no argument '${name.slice(0, 100)}'; it takes: ${known}.`,
  );
}

export function wrong(name: string, rule: string): PlatformError {
  return new PlatformError('invalid', 'mcp-server.invalid_param', `${name} ${rule}.`, { field: name });
}
