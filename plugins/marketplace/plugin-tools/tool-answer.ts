import { isMapping } from '#engine';
import { PlatformError } from '#kernel';
import type { FilesKeepRequest } from '#plugins/files/contract.ts';
import type { PackageTool } from '#plugins/plugin-packages/contract.ts';
import type { ToolResult } from '#plugins/tools/contract.ts';

/** Files of one answer. */
const mostFiles = 20;
const mediaTypePattern = /^[a-z0-9!#$&^_.+-]{1,80}\/[a-z0-9!#$&^_.+-]{1,80}$/;

/** Pieces that a tool writes; what is none is left out. */
export function* streamed(
  parts: readonly unknown[],
): Generator<{ readonly delta: string; readonly variable?: string }> {
  for (const part of parts) {
    if (!isMapping(part) || typeof part.delta !== 'string') continue;
    yield typeof part.variable === 'string' ? { delta: part.delta, variable: part.variable } : { delta: part.delta };
  }
}

/**
 * What a package answered, as the result of a tool. Files are given as contents and kept with the run: none is taken for
 * a file that lies here already. Throws `plugin-tools.invalid_answer`.
 */
export async function checkedAnswer(
  answer: unknown,
  tool: PackageTool,
  keep: (file: FilesKeepRequest) => Promise<unknown>,
): Promise<ToolResult> {
  if (answer === null || answer === undefined) return {};
  if (!isMapping(answer)) throw invalidAnswer(tool, 'it is neither a text nor an object');
  const { text, json = [], variables = {}, files = [] } = answer;
  if (text !== undefined && text !== null && typeof text !== 'string') throw invalidAnswer(tool, '"text" is no text');
  if (!isMapping(variables)) throw invalidAnswer(tool, '"variables" is no object');
  if (!Array.isArray(files) || files.length > mostFiles)
    throw invalidAnswer(tool, `"files" is no list of ${mostFiles} files at most`);
  const contents = files.map((file: unknown) => fileOf(file, tool));
  const kept: unknown[] = [];
  for (const file of contents) kept.push(await keep(file));
  return {
    ...(typeof text === 'string' && { text }),
    json: (Array.isArray(json) ? json : [json]).map((item: unknown) => (isMapping(item) ? item : { data: item })),
    variables,
    files: kept,
  };
}

function fileOf(file: unknown, tool: PackageTool): FilesKeepRequest {
  if (!isMapping(file)) throw invalidAnswer(tool, 'a file is no object');
  const { name, media_type: type, content } = file;
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  if (!(bytes instanceof Uint8Array)) throw invalidAnswer(tool, 'a file has no "content" (a text or bytes)');
  const mediaType = typeof type === 'string' ? (type.split(';')[0] ?? '').trim().toLowerCase() : '';
  return {
    filename: typeof name === 'string' && name.trim() !== '' ? name.slice(0, 200) : 'file',
    mediaType: mediaTypePattern.test(mediaType) ? mediaType : '',
    bytes,
  };
}

function invalidAnswer({ title }: PackageTool, what: string): PlatformError {
  const message = `The tool ${JSON.stringify(title)} of a plugin answered with what is no result: ${what}. Tell its author, or go back to an earlier version.`;
  return new PlatformError('invalid', 'plugin-tools.invalid_answer', message);
}
