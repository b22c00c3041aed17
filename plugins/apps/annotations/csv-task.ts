import { contentTask } from '#plugins/content-threads/contract.ts';
import type { AnnotationText } from './annotation.ts';
import { annotationsOfCsv } from './csv.ts';

export const csvTask = contentTask<typeof run>(new URL(import.meta.url));

/** Throws what reading throws. */
export function run({ csv, limit }: { readonly csv: string; readonly limit: number }): AnnotationText[] {
  return annotationsOfCsv(csv, limit);
}
