import { PlatformError } from '#kernel';
import type { FilesKeepRequest } from '#plugins/files/contract.ts';
import type { ToolResult } from '#plugins/tools/contract.ts';

/** Characters of a failure that its caller reads. */
const MAX_FAILURE = 4_000;
const MAX_FILES = 50;
const VARIABLE_NAME = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/;
const TAKEN = ['text', 'files', 'json', '__proto__'];

type Block = Readonly<Record<string, unknown>>;

export interface CallAnswer {
  readonly content?: unknown;
  readonly structuredContent?: unknown;
  readonly isError?: unknown;
}

export interface ResultParts {
  readonly name: string;
  /** Keeps a file of the run, and answers with its value; null: it is told by a text alone. */
  readonly keep: ((file: FilesKeepRequest) => Promise<unknown>) | null;
  readonly mask: (text: string) => string;
}

/**
 * What a tool answered: texts together; JSON of structured content, or of texts that are JSON; pictures, sounds and embedded
 * files as files of the run; links to resources as files where they can be fetched, and as a line of text. A failure of the tool
 * is thrown, in its own words: an agent may read it and try otherwise.
 */
export async function toResult(answer: CallAnswer, parts: ResultParts): Promise<ToolResult> {
  const { mask } = parts;
  const blocks = (Array.isArray(answer.content) ? answer.content : []).filter(isBlock);
  const texts: string[] = [];
  const files: unknown[] = [];
  for (const block of blocks) await readBlock(block, parts, { texts, files });
  const text = mask(texts.join('\n'));
  if (answer.isError === true) {
    const told = text.trim().slice(0, MAX_FAILURE) || 'it does not say why.';
    throw new PlatformError(
      'invalid',
      'mcp-client.tool_error',
      `The tool ${JSON.stringify(parts.name)} failed: ${told}`,
    );
  }
  const structured = isBlock(answer.structuredContent) ? masked(answer.structuredContent, mask) : null;
  const json = structured === null ? texts.flatMap((item) => jsonOf(mask(item))) : [structured];
  const variables = Object.entries(structured ?? {}).filter(
    ([name]) => VARIABLE_NAME.test(name) && !TAKEN.includes(name),
  );
  return { text, files, json, variables: Object.fromEntries(variables) };
}

async function readBlock(block: Block, parts: ResultParts, into: { texts: string[]; files: unknown[] }): Promise<void> {
  const { texts, files } = into;
  const text = (key: string, owner: Block = block) => (typeof owner[key] === 'string' ? (owner[key] as string) : '');
  const add = async (filename: string, mediaType: string, data: string) => {
    if (parts.keep === null || files.length >= MAX_FILES) texts.push(`(${filename})`);
    else files.push(await parts.keep({ filename, mediaType, bytes: Buffer.from(data, 'base64') }));
  };
  switch (block.type) {
    case 'text':
      texts.push(text('text'));
      return;
    case 'image':
    case 'audio': {
      const mediaType = mediaTypeOf(text('mimeType'));
      await add(`${block.type}.${mediaType.split('/')[1]?.replace(/\W.*$/, '') || 'bin'}`, mediaType, text('data'));
      return;
    }
    case 'resource': {
      const resource = isBlock(block.resource) ? block.resource : {};
      const blob = text('blob', resource);
      if (blob === '') texts.push(text('text', resource));
      else await add(lastPart(text('uri', resource)), mediaTypeOf(text('mimeType', resource)), blob);
      return;
    }
    case 'resource_link': {
      const uri = text('uri');
      const name = text('title') || text('name') || lastPart(uri);
      texts.push(`${name}: ${uri}`);
      if (/^https?:\/\//i.test(uri) && files.length < MAX_FILES)
        files.push(remoteFile(uri, name, mediaTypeOf(text('mimeType'))));
      return;
    }
    default:
      return;
  }
}

/** A file that whoever reads it fetches, through the guarded client. */
function remoteFile(url: string, filename: string, mediaType: string): unknown {
  const [kind = ''] = mediaType.split('/');
  const type = ['image', 'audio', 'video'].includes(kind) ? kind : 'document';
  return {
    dify_model_identity: '__dify__file__',
    type,
    transfer_method: 'remote_url',
    remote_url: url,
    url,
    filename: filename.slice(0, 200),
    extension: extensionOf(url),
    mime_type: mediaType,
    size: -1,
  };
}

function jsonOf(text: string): unknown[] {
  if (!/^\s*[[{]/.test(text)) return [];
  try {
    const value: unknown = JSON.parse(text);
    return (Array.isArray(value) ? value : [value]).filter(isBlock);
  } catch {
    return [];
  }
}

function masked(value: Block, mask: (text: string) => string): Block {
  const text = JSON.stringify(value);
  const clean = mask(text);
  return clean === text ? value : (JSON.parse(clean) as Block);
}

function mediaTypeOf(given: string): string {
  return /^[\w.+-]+\/[\w.+-]+/.exec(given.toLowerCase())?.[0] ?? '';
}

function lastPart(uri: string): string {
  return uri.split(/[?#]/)[0]?.split('/').filter(Boolean).at(-1)?.slice(0, 200) || 'file';
}

function extensionOf(url: string): string {
  return /\.[A-Za-z0-9]{1,8}$/.exec(lastPart(url))?.[0]?.toLowerCase() ?? '';
}

function isBlock(value: unknown): value is Block {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
