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

const MAX_LINKS = 50;
const MAX_DEPTH = 8;

/** A run that has ended. Whoever calls gets text that says why where it failed. */
export function resultOf(
  { tool, workspaceId, ids }: { readonly tool: AppTool; readonly workspaceId: string; readonly ids: AnswerIds },
  end: Extract<RunEnd, { kind: 'run-finished' }>,
  addresses: FileAddresses,
): ToolResult {
  if (end.status === 'failed') return failed(`The app failed: ${end.error ?? 'no reason is known.'}`);
  if (end.status === 'stopped') return failed(`The run was stopped: ${end.error ?? 'by a person.'}`);
  if (tool.app.mode === 'workflow') {
    const text = addresses.freshenText(workspaceId, end.outputs);
    const outputs = fromJson(text) as Mapping;
    const structuredContent = fitted(outputs, tool.definition.outputSchema);
    return { content: [textOf(text), ...linksIn(outputs)], structuredContent };
  }
  const answer = addresses.readdressed(end.answer);
  const links = linksIn(fromJson(addresses.freshenText(workspaceId, end.files)));
  const { messageId, conversationId } = ids;
  const structuredContent = {
    answer,
    message_id: messageId,
    ...(tool.app.mode !== 'completion' && { conversation_id: conversationId }),
  };
  return { content: [textOf(answer), ...links], structuredContent };
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

/** Files in a value, as links: whoever has one reads it for as long as its address is signed. */
function linksIn(value: unknown): Mapping[] {
  const links: Mapping[] = [];
  const walk = (each: unknown, depth: number): void => {
    if (links.length >= MAX_LINKS || depth > MAX_DEPTH || typeof each !== 'object' || each === null) return;
    if (isFileValue(each)) links.push(...linkOf(each));
    else for (const item of Array.isArray(each) ? each : Object.values(each)) walk(item, depth + 1);
  };
  walk(value, 0);
  return links;
}

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
