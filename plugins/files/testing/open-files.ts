import type { FileValue } from '../../../engine/contract.ts';
import type { Contributions } from '../../../kernel/index.ts';
import { openEgress } from '../../egress/testing/open-egress.ts';
import type { FileSource, Files, FilesReadRequest } from '../contract.ts';
import { FilesService } from '../files-service.ts';
import { remoteSource } from '../remote-source.ts';

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
