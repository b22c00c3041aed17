import { type AppMode, type FileResolver, isMapping } from '#engine';
import { isPlatformError } from '#kernel';
import { invalidParameter } from '#plugins/app-access/contract.ts';
import type { PublishedVersion } from '#plugins/apps/contract.ts';

interface FileUpload {
  readonly enabled?: boolean;
  readonly number_limits?: number;
  readonly allowed_file_types?: readonly string[];
  readonly allowed_file_extensions?: readonly string[];
  readonly allowed_file_upload_methods?: readonly string[];
}

type References = readonly Readonly<Record<string, unknown>>[];

/** Requests of apps without a graph: what one message may bring is the app's own setting. */
const messageModes: ReadonlySet<AppMode> = new Set<AppMode>(['chat', 'agent-chat', 'completion']);

interface Given {
  readonly mode: AppMode;
  /** Null: the conversation has them already. */
  readonly inputs: Readonly<Record<string, unknown>> | null;
  readonly files: References | null | undefined;
}

/**
 * Counts what a request gives a run of a graph, before any file is looked up (runtime API, size and time limits). Throws
 * `invalid_param`.
 */
export function checkFileCount({ compiled }: PublishedVersion, { mode, inputs, files }: Given, limit: number): void {
  if (messageModes.has(mode)) return;
  const upload = compiled.parameters.file_upload as FileUpload | undefined;
  const besides = upload?.enabled === true ? (files?.length ?? 0) : 0;
  let count = besides;
  for (const [control, { variable }] of compiled.inputForm.flatMap((entry) => Object.entries(entry))) {
    const value = inputs !== null && typeof variable === 'string' ? inputs[variable] : undefined;
    const more = control === 'file' && isMapping(value) ? 1 : 0;
    count += Array.isArray(value) && control.startsWith('file') ? value.length : more;
  }
  if (count <= limit) return;
  throw invalidParameter(
    `one run takes at most ${limit} files (WEFT_FILES_PER_RUN), and these are ${count}`,
    besides > 0 ? 'files' : 'inputs',
  );
}

/**
 * The `files` of a request as values for `sys.files`; ignored when the app takes none (runtime API, file references).
 */
export async function requestFiles(
  version: PublishedVersion,
  files: References | null | undefined,
  resolveFile: FileResolver,
): Promise<unknown[]> {
  const upload = version.compiled.parameters.file_upload as FileUpload | undefined;
  if (!files || files.length === 0 || upload?.enabled !== true) return [];
  const limit = upload.number_limits ?? 3;
  if (files.length > limit) throw invalidParameter(`files: at most ${limit} files are accepted`, 'files');
  const rules = {
    types: upload.allowed_file_types ?? [],
    extensions: upload.allowed_file_extensions ?? [],
    methods: upload.allowed_file_upload_methods ?? [],
  };
  return Promise.all(
    files.map((file) =>
      resolveFile(file, rules).catch((error: unknown) => {
        throw isPlatformError(error) && error.kind === 'invalid'
          ? invalidParameter(`files: ${error.message}`, 'files')
          : error;
      }),
    ),
  );
}
