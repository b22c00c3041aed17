import { fromJson, isFileValue } from '#engine';
import { isPlatformError } from '#kernel';
import type { FileAddresses } from '#plugins/files/contract.ts';
import { type AppTool, fitted } from '#plugins/mcp-server/contract.ts';
import type { RunEnd } from '#plugins/runs/contract.ts';
import type { ToolResult } from './contract.ts';

type Mapping = Readonly<Record<string, unknown>>;

/** What names an answer. */
export interface AnswerIds {
  readonly messageId: string | null;
  readonly conversationId: string | null;
}

const MAX_FILES = 50;
const MAX_DEPTH = 8;

/** What a client is told, and the files that were given, at any depth. */
export interface ToldEnd {
  readonly result: ToolResult;
  readonly files: readonly Mapping[];
}

/** A run that has ended. Whoever calls gets text that says why where it failed. */
export function resultOf(
  { tool, workspaceId, ids }: { readonly tool: AppTool; readonly workspaceId: string; readonly ids: AnswerIds },
  end: Extract<RunEnd, { kind: 'run-finished' }>,
  addresses: FileAddresses,
): ToldEnd {
  if (end.status === 'failed')
    return { result: failed(`The app failed: ${end.error ?? 'no reason is known.'}`), files: [] };
  if (end.status === 'stopped')
    return { result: failed(`The run was stopped: ${end.error ?? 'by a person.'}`), files: [] };
  if (tool.app.mode === 'workflow') {
    const text = addresses.freshenText(workspaceId, end.outputs);
    const outputs = fromJson(text) as Mapping;
    const structuredContent = fitted(outputs, tool.definition.outputSchema);
    const files = filesIn(outputs);
    return { result: { content: [textOf(text), ...files.flatMap(linkOf)], structuredContent }, files };
  }
  const answer = addresses.readdressed(end.answer);
  const files = filesIn(fromJson(addresses.freshenText(workspaceId, end.files)));
  const { messageId, conversationId } = ids;
  const structuredContent = {
    answer,
    message_id: messageId,
    ...(tool.app.mode !== 'completion' && { conversation_id: conversationId }),
  };
  return { result: { content: [textOf(answer), ...files.flatMap(linkOf)], structuredContent }, files };
}

/** What a model can read and act on: also why a call was refused, as far as its caller may know. */
export function failure(error: unknown): ToolResult {
  if (!isPlatformError(error) || error.kind === 'internal')
    return failed('The server failed to run the app. Try again later.');
  const wait = error.retryAfter === undefined ? '' : ` Try again in ${Math.max(1, Math.ceil(error.retryAfter))} s.`;
  return failed(`${error.message}${wait}`);
}

export function failed(message: string): ToolResult {
  return { content: [textOf(message)], isError: true };
}

function textOf(text: string): Mapping {
  return { type: 'text', text };
}

function filesIn(value: unknown): readonly Mapping[] {
  const files: Mapping[] = [];
  const walk = (each: unknown, depth: number): void => {
    if (files.length >= MAX_FILES || depth > MAX_DEPTH || typeof each !== 'object' || each === null) return;
    if (isFileValue(each)) files.push(each);
    else for (const item of Array.isArray(each) ? each : Object.values(each)) walk(item, depth + 1);
  };
  walk(value, 0);
  return files;
}

/** Whoever has a link reads the file for as long as its address is signed. */
function linkOf(file: Mapping): Mapping[] {
  const { url, remote_url: remote, filename, mime_type: mimeType, size } = file;
  const uri = typeof url === 'string' && url !== '' ? url : remote;
  if (typeof uri !== 'string' || uri === '') return [];
  return [
    {
      type: 'resource_link',
      uri,
      name: typeof filename === 'string' && filename !== '' ? filename : 'file',
      ...(typeof mimeType === 'string' && mimeType !== '' && !mimeType.includes('*') && { mimeType }),
      ...(typeof size === 'number' && size >= 0 && { size }),
    },
  ];
}
