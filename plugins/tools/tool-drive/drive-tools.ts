import { PlatformError } from '#kernel';
import type { TextExtraction } from '#plugins/text-extraction/contract.ts';
import type { Tool, ToolInvocation, ToolParameter } from '#plugins/tools/contract.ts';
import { type GoogleCalls, idOf, quotedContent, textOf } from './google-calls.ts';

export const provider = { provider: 'google_drive', timeoutSeconds: 120 } as const;
const reading = ['drive.read', 'drive.pick'] as const;
const MAX_CHARACTERS = 200_000;
const usualCharacters = 50_000;

export function text(name: string, label: string, description: string, required = false): ToolParameter {
  return { name, type: 'string', form: 'llm', label, description, required };
}

interface File {
  readonly id: string;
  readonly name: string;
  readonly mimeType: string;
  readonly webViewLink?: string;
  readonly modifiedTime?: string;
}
const fields = 'id,name,mimeType,webViewLink,modifiedTime';
const exports: Readonly<Record<string, string>> = {
  'application/vnd.google-apps.document': 'text/markdown',
  'application/vnd.google-apps.presentation': 'text/plain',
  'application/vnd.google-apps.spreadsheet': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/** Files of Google Drive, as the person who asks may see and change them. */
export function driveTools(google: GoogleCalls, extraction: Pick<TextExtraction, 'extractContent'>): readonly Tool[] {
  return [search(google), read(google, extraction), write(google)];
}

function search(google: GoogleCalls): Tool {
  return {
    ...provider,
    id: 'google_drive.drive_search',
    name: 'drive_search',
    label: 'Search Google Drive',
    description: 'Finds files in the Google Drive of the person who asks, by words in their names and contents.',
    parameters: [
      text('query', 'Words', 'Words that the files have in their name or content', true),
      { name: 'limit', type: 'number', form: 'llm', label: 'Files', description: 'From 1 to 50', default: 10 },
    ],
    sideEffects: false,
    async invoke(invocation) {
      const words = textOf(invocation.arguments.query).trim();
      if (words === '') throw invalid('query has at least one word.');
      const limit = Math.min(50, Math.max(1, Math.trunc(Number(invocation.arguments.limit ?? 10)) || 10));
      const { files = [] } = await google.json<{ readonly files?: readonly File[] }>(invocation, {
        tool: 'drive_search',
        capabilities: reading,
        url: 'drive:/files',
        query: {
          q: `fullText contains '${words.replaceAll(/['\\]/g, (char) => `\\${char}`)}' and trashed=false`,
          pageSize: String(limit),
          supportsAllDrives: 'true',
          includeItemsFromAllDrives: 'true',
          fields: `files(${fields})`,
        },
      });
      const lines = files.map(({ id, name, mimeType }) => `- ${name.replaceAll(/\s+/g, ' ')} (${mimeType}), id ${id}`);
      return { text: lines.length === 0 ? 'No file has these words.' : lines.join('\n'), json: [{ files }] };
    },
  };
}

function read(google: GoogleCalls, extraction: Pick<TextExtraction, 'extractContent'>): Tool {
  return {
    ...provider,
    id: 'google_drive.drive_read',
    name: 'drive_read',
    label: 'Read a file of Google Drive',
    description:
      'Reads the text of a file in the Google Drive of the person who asks: documents, slides, all sheets, PDFs, office files.',
    parameters: [
      text('file_id', 'File', 'Id of the file, or its address', true),
      {
        name: 'max_characters',
        type: 'number',
        form: 'llm',
        label: 'Characters',
        description: `At most ${MAX_CHARACTERS}`,
        default: usualCharacters,
      },
    ],
    sideEffects: false,
    async invoke(invocation) {
      const id = idOf(invocation.arguments.file_id, 'file_id');
      const of = { tool: 'drive_read', capabilities: reading };
      const query = { supportsAllDrives: 'true', fields };
      const file = await google.json<File>(invocation, { ...of, url: `drive:/files/${id}`, query });
      const written = await contentOf(invocation, { google, extraction }, file);
      const asked = Math.trunc(Number(invocation.arguments.max_characters ?? usualCharacters)) || usualCharacters;
      const most = Math.min(MAX_CHARACTERS, Math.max(1, asked));
      const cut = written.slice(0, most).toWellFormed();
      const more = written.length > most ? `\n[cut off after ${most} of ${written.length} characters]` : '';
      return { text: quotedContent(file.name, cut + more), json: [{ ...file, characters: written.length }] };
    },
  };
}

async function contentOf(
  invocation: ToolInvocation,
  parts: { readonly google: GoogleCalls; readonly extraction: Pick<TextExtraction, 'extractContent'> },
  { id, name, mimeType }: File,
): Promise<string> {
  const exported = exports[mimeType];
  if (exported === undefined && mimeType.startsWith('application/vnd.google-apps.')) {
    throw invalid(`${JSON.stringify(name)} is a ${mimeType.split('.').at(-1)}, which has no text to read.`);
  }
  const of = { tool: 'drive_read', capabilities: reading };
  const { body } = await parts.google.bytes(
    invocation,
    exported === undefined
      ? { ...of, url: `drive:/files/${id}`, query: { alt: 'media', supportsAllDrives: 'true' } }
      : { ...of, url: `drive:/files/${id}/export`, query: { mimeType: exported } },
  );
  const mediaType = exported ?? mimeType;
  if (/^text\/(?:plain|markdown|csv)$/.test(mediaType)) return Buffer.from(body).toString('utf8');
  const { workspaceId, signal } = invocation;
  const document = { name: exported === undefined ? name : `${name}.xlsx`, mediaType, bytes: body };
  return parts.extraction.extractContent(document, { workspaceId, signal });
}

function write(google: GoogleCalls): Tool {
  return {
    ...provider,
    id: 'google_drive.drive_write',
    name: 'drive_write',
    label: 'Write a file to Google Drive',
    description:
      'Makes a new file in the Google Drive of the person who asks, or writes a file anew that was made here or picked for this app.',
    parameters: [
      text('name', 'Name', 'Name of the file; needed for a new one'),
      text('content', 'Text', 'All of the text, as Markdown or plain text', true),
      {
        ...text('format', 'Format', 'document: a Google document made of Markdown; text: a file as it is'),
        type: 'select',
        options: ['document', 'text'],
        default: 'document',
      },
      text('folder_id', 'Folder', 'Id of the folder of a new file, or its address; none: My Drive'),
      text('file_id', 'File', 'Id of a file to write anew; none: a new one'),
    ],
    sideEffects: true,
    async invoke(invocation) {
      const given = invocation.arguments;
      const fileId = textOf(given.file_id) === '' ? null : idOf(given.file_id, 'file_id');
      const folder = textOf(given.folder_id) === '' ? null : idOf(given.folder_id, 'folder_id');
      const name = textOf(given.name).trim().slice(0, 300);
      if (fileId === null && name === '') throw invalid('name is needed for a new file.');
      const isDocument = given.format !== 'text';
      const metadata = {
        ...(name !== '' && { name }),
        ...(fileId === null && { mimeType: isDocument ? 'application/vnd.google-apps.document' : 'text/plain' }),
        ...(fileId === null && folder !== null && { parents: [folder] }),
      };
      const boundary = `weft-${crypto.randomUUID()}`;
      const content = textOf(given.content);
      const file = await google.json<File>(invocation, {
        tool: 'drive_write',
        capabilities: ['drive.pick'],
        url: fileId === null ? 'upload:/files' : `upload:/files/${fileId}`,
        method: fileId === null ? 'POST' : 'PATCH',
        query: { uploadType: 'multipart', supportsAllDrives: 'true', fields },
        headers: [['content-type', `multipart/related; boundary=${boundary}`]],
        body: [
          `--${boundary}\r\ncontent-type: application/json; charset=UTF-8\r\n\r\n${JSON.stringify(metadata)}`,
          `--${boundary}\r\ncontent-type: ${isDocument ? 'text/markdown' : 'text/plain'}; charset=UTF-8\r\n\r\n${content}`,
          `--${boundary}--`,
        ].join('\r\n'),
      });
      const words = fileId === null ? 'was made' : 'was written anew';
      return { text: `The file ${JSON.stringify(file.name)} ${words}: ${file.webViewLink ?? file.id}`, json: [file] };
    },
  };
}

export function invalid(message: string): PlatformError {
  return new PlatformError('invalid', 'tool-drive.invalid_argument', message);
}
