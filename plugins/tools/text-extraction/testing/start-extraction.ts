import type { FileValue } from '#engine';
import { confineHere } from '#plugins/confined-processes/testing/confine-here.ts';
import type { Files } from '#plugins/files/contract.ts';
import { remoteFile } from '#plugins/files/testing/open-files.ts';
import { type ExtractionOptions, ExtractionService } from '#plugins/text-extraction/extraction-service.ts';
import { type DocumentLimits, defaultDocumentLimits } from '#plugins/text-extraction/protocol.ts';

export interface TestExtraction extends AsyncDisposable {
  readonly service: ExtractionService;
  /** Keeps a document under a name. */
  put(name: string, content: string | Uint8Array): FileValue;
  /** The text of one, for workspace `w1` or another. */
  read(file: FileValue, workspaceId?: string, signal?: AbortSignal): Promise<string>;
}

/** The real service, with real processes, over documents in memory. */
export function startExtraction(
  options: Partial<Omit<ExtractionOptions, 'files' | 'document'>> & { readonly files?: Files } = {},
  document: Partial<DocumentLimits> = {},
): TestExtraction {
  const contents = new Map<string, Uint8Array>();
  const service = new ExtractionService({
    files: { read: async (file) => ({ bytes: contents.get(String(file.filename)) ?? Buffer.of(), mediaType: '' }) },
    confinement: confineHere,
    processes: 2,
    timeMs: 20_000,
    memoryMb: 384,
    inputBytes: 15 * 1024 * 1024,
    maxQueue: 100,
    idleMs: 60_000,
    ...options,
    document: { ...defaultDocumentLimits, ...document },
  });
  const { signal: never } = new AbortController();
  return {
    service,
    put(name, content) {
      contents.set(name, typeof content === 'string' ? Buffer.from(content) : content);
      return remoteFile(`http://host.test/${name}`);
    },
    read: (file, workspaceId = 'w1', signal = never) => service.extract(file, { workspaceId, signal }),
    [Symbol.asyncDispose]: () => service.close(),
  };
}
