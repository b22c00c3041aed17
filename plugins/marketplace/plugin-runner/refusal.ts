import { isPlatformError } from '#kernel';

/** What a package may read of why it got nothing: the name and the message of the error that its code sees. */
export class Refusal extends Error {}

export function refusal(name: string, message: string): Refusal {
  const error = new Refusal(message);
  error.name = name;
  return error;
}

/** An error as a package sees it: what is meant for callers, and nothing of the server's insides. */
export function toldToPackage(error: unknown): { readonly name: string; readonly message: string } {
  if (error instanceof Refusal) return { name: error.name, message: error.message };
  if (isPlatformError(error)) return { name: error.code, message: error.message };
  return { name: 'Error', message: 'the server failed to answer' };
}
