import type { FileValue } from '#engine';
import type { Contributions } from '#kernel';
import { openEgress } from '#plugins/egress/testing/open-egress.ts';
import type { FileSource, Files, FilesReadRequest } from '#plugins/files/contract.ts';
import { typeOfFile } from '#plugins/files/file-types.ts';
import { FilesService } from '#plugins/files/files-service.ts';
import { keepRequest } from '#plugins/files/read-request.ts';
import { describeReceived } from '#plugins/files/received-file.ts';
import { remoteSource } from '#plugins/files/remote-source.ts';

/** The real files service with a client that may reach this machine; more sources come first. */
export function openFiles(sources: readonly FileSource[] = []): Files & AsyncDisposable {
  const egress = openEgress();
  const all = [...sources, remoteSource(egress)];
  const contributions: Contributions<FileSource> = {
    all: () => all,
    get: (id) => all.find((source) => source.id === id),
    onChange: () => () => undefined,
  };
  const service = new FilesService(contributions);
  return {
    read: (file, reading) => service.read(file, reading),
    [Symbol.asyncDispose]: () => egress[Symbol.asyncDispose](),
  };
}

/** What answers the host call `files.read` in tests of nodes. */
export function answerFilesRead(files: Files): (input: unknown) => unknown {
  const { signal } = new AbortController();
  return (input) => {
    const { file, maxBytes } = input as FilesReadRequest;
    return files.read(file, { workspaceId: 'w', maxBytes, signal });
  };
}

/** What answers the host call `files.keep` in tests of nodes: the record of a file that is nowhere. */
export async function answerFilesKeep(input: unknown): Promise<FileValue> {
  const { filename, mediaType: declared, bytes } = keepRequest(input);
  const { name, extension, mediaType } = await describeReceived(filename, declared, bytes);
  const address = 'https://weft.example.com/files/f/file-preview';
  const known = { transfer_method: 'tool_file', type: typeOfFile(extension, mediaType), size: bytes.length };
  return { ...remoteFile(address), ...known, filename: name, mime_type: mediaType };
}

/** The record of a file given by address. */
export function remoteFile(url: string, fields: Partial<FileValue> = {}): FileValue {
  const filename = decodeURIComponent(new URL(url).pathname.split('/').at(-1) || 'file');
  const extension = /\.\w+$/.exec(filename)?.[0] ?? '';
  return {
    dify_model_identity: '__dify__file__',
    id: null,
    tenant_id: null,
    type: 'document',
    transfer_method: 'remote_url',
    remote_url: url,
    related_id: null,
    filename,
    extension,
    mime_type: 'application/octet-stream',
    size: -1,
    url,
    ...fields,
  };
}
