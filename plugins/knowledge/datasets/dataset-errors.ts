import { PlatformError } from '#kernel';

export function noDataset(id: string): PlatformError {
  return new PlatformError('not-found', 'datasets.not_found', `There is no knowledge base ${id} that you may see.`);
}

export function nameTaken(name: string): PlatformError {
  const message = `There is a knowledge base "${name}" already. Choose another name.`;
  return new PlatformError('conflict', 'datasets.dataset_name_duplicate', message, { field: 'name' });
}

export function invalid(field: string, message: string): PlatformError {
  return new PlatformError('invalid', 'datasets.invalid_param', message, { field });
}

/** Whether a statement came upon a row of the same name in this unique index. */
export function isDuplicate(error: unknown, index: string): boolean {
  return error instanceof Error && 'code' in error && error.code === '23505' && String(error).includes(index);
}
