import { randomUUID } from 'node:crypto';
import { type FileValue, type NodeContext, NodeError, type PutValue } from '#engine';
import { inQuery, quotedName } from '#plugins/egress/contract.ts';
import { filesOf } from '#plugins/files/contract.ts';
import { type JsonTemplateUse, renderJsonTemplate } from '#plugins/tools/contract.ts';
import type { BodyItem, CompiledHttp } from './compiled.ts';
import { loadFile } from './file-source.ts';
import type { AnswerLimits } from './response.ts';

export interface RenderedBody {
  readonly content: string | Uint8Array;
  readonly contentType: string;
  /** For the record: bytes of files are left out. */
  readonly shown: string;
}

/** The body as it is sent, null for none (app DSL, http-request). `contentType`: what the node's headers say of it. */
export async function renderBody(
  http: CompiledHttp,
  context: NodeContext,
  { fileMb }: Pick<AnswerLimits, 'fileMb'>,
  contentType = '',
): Promise<RenderedBody | null> {
  const { type, items } = http.body;
  switch (type) {
    case 'none':
      return null;
    case 'raw-text':
      // A form that is written as text keeps its fields; of other texts nobody says here how they are written.
      return asText(context.render(single(items, type).value, 'text', formPut(contentType)), 'text/plain');
    case 'json': {
      const { json } = single(items, type);
      return json === null ? null : asText(renderJsonTemplate(json, context, jsonBody), 'application/json');
    }
    case 'x-www-form-urlencoded': {
      const pairs = items.map((item): [string, string] => [
        context.render(item.key, 'text'),
        context.render(item.value, 'text'),
      ]);
      return asText(new URLSearchParams(pairs).toString(), 'application/x-www-form-urlencoded');
    }
    case 'form-data':
      return await multipart(items, context, fileMb);
    case 'binary': {
      const [file] = filesAt(single(items, type), context);
      if (file === undefined) throw bodyError('The file of the binary body has no value here.');
      const content = await loadFile(file, context, fileMb);
      return { content, contentType: 'application/octet-stream', shown: shownFile(file, content) };
    }
  }
}

function formPut(contentType: string): PutValue | undefined {
  return /^\s*application\/x-www-form-urlencoded\b/i.test(contentType) ? inQuery : undefined;
}

const jsonBody: JsonTemplateUse = { what: 'JSON body', error: bodyError };

function asText(content: string, contentType: string): RenderedBody {
  return { content, contentType, shown: content };
}

function single(items: readonly BodyItem[], type: string): BodyItem {
  const [item] = items;
  if (items.length !== 1 || item === undefined) throw bodyError(`A body of type ${type} needs exactly one item.`);
  return item;
}

async function multipart(items: readonly BodyItem[], context: NodeContext, fileMb: number): Promise<RenderedBody> {
  const boundary = `----weft${randomUUID().replaceAll('-', '')}`;
  const pieces: Uint8Array[] = [];
  let shown = '';
  const add = (head: string, content: Uint8Array, description: string) => {
    const start = `--${boundary}\r\nContent-Disposition: form-data; ${head}\r\n\r\n`;
    pieces.push(Buffer.from(start), content, Buffer.from('\r\n'));
    shown += `${start}${description}\r\n`;
  };
  for (const item of items) {
    const name = quotedName(context.render(item.key, 'text'));
    if (item.file === null) {
      const value = context.render(item.value, 'text');
      add(`name="${name}"`, Buffer.from(value), value);
      continue;
    }
    for (const file of filesAt(item, context)) {
      const content = await loadFile(file, context, fileMb);
      const mediaType = /^[\w.+-]+\/[\w.+-]+$/.test(file.mime_type ?? '') ? file.mime_type : 'application/octet-stream';
      const head = `name="${name}"; filename="${quotedName(file.filename ?? 'file')}"\r\nContent-Type: ${mediaType}`;
      add(head, content, shownFile(file, content));
    }
  }
  const end = `--${boundary}--\r\n`;
  pieces.push(Buffer.from(end));
  return {
    content: Buffer.concat(pieces),
    contentType: `multipart/form-data; boundary=${boundary}`,
    shown: shown + end,
  };
}

function filesAt(item: BodyItem, context: NodeContext): readonly FileValue[] {
  return item.file === null ? [] : filesOf(context.variables.get(item.file));
}

function shownFile(file: FileValue, content: Uint8Array): string {
  return `<file ${file.filename ?? ''} of ${content.length} bytes>`;
}

function bodyError(message: string): NodeError {
  return new NodeError('RequestBodyError', message);
}
