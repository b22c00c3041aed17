import type { FileResolver } from '../../engine/contract.ts';
import type { PublishedVersion } from '../apps/contract.ts';
import { invalidParameter } from './caller.ts';

interface FileUpload {
  readonly enabled?: boolean;
  readonly number_limits?: number;
  readonly allowed_file_types?: readonly string[];
  readonly allowed_file_extensions?: readonly string[];
  readonly allowed_file_upload_methods?: readonly string[];
}

/**
 * The `files` of a request as values for `sys.files`; ignored when the app takes none (runtime API, file references).
 */
export async function requestFiles(
  version: PublishedVersion,
  files: readonly Readonly<Record<string, unknown>>[] | null | undefined,
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
  return Promise.all(files.map((file) => resolveFile(file, rules)));
}
