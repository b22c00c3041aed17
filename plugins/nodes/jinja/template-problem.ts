import { LRUCache } from 'lru-cache';
import { compileJinja, TemplateError } from './compile-jinja.ts';

/** Longer templates are read when they run. */
const MAX_CHARACTERS = 100_000;

/** One text is checked with every change of its document. */
const known = new LRUCache<string, { readonly problem: string | null }>({ max: 500 });

/** Why a template can't be read, with line and column; null: it can. */
export function templateProblem(source: string): string | null {
  if (source.length > MAX_CHARACTERS) return null;
  const found = known.get(source);
  if (found !== undefined) return found.problem;
  const problem = problemOf(source);
  known.set(source, { problem });
  return problem;
}

function problemOf(source: string): string | null {
  try {
    compileJinja(source);
    return null;
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
    return error.message;
  }
}
