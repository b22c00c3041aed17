import { create } from 'zustand';
import type { Paths } from '#plugins/commands/generated/paths.ts';
import { addressOf, type QueryState, queryKeyOf, useCached } from '#plugins/studio/web/contract.tsx';
import { type AnswerOf, ApiError, failureOf, OfflineError, pageLanguage } from '#plugins/ui/web/contract.ts';
import { installationTexts } from './texts/en.ts';

/** In this variable and nowhere else: it goes with the page. */
const useToken = create<{ readonly token: string | null }>()(() => ({ token: null }));

export interface OperatorOptions {
  /** Fills the `{names}` of the address. */
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  readonly body?: unknown;
  /** The workspace that it is about. */
  readonly workspaceId?: string;
  readonly signal?: AbortSignal;
}

type With<Method extends string> = {
  [Path in keyof Paths]: Method extends keyof Paths[Path] ? Path : never;
}[keyof Paths] &
  string;

async function ask<Value>(
  method: string,
  path: string,
  options: OperatorOptions,
  secret = useToken.getState().token,
): Promise<Value> {
  const { query = {}, body, workspaceId, signal } = options;
  const address = new URL(addressOf(path, options.path), location.origin);
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) address.searchParams.set(name, String(value));
  }
  const init = {
    method,
    // The cookies are the person's: who asks here is the operator alone.
    credentials: 'omit',
    cache: 'no-store',
    headers: {
      authorization: `Bearer ${secret ?? ''}`,
      'accept-language': pageLanguage(),
      ...(workspaceId !== undefined && { 'x-workspace-id': workspaceId }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(signal !== undefined && { signal }),
  } as const;
  let answer: Response;
  try {
    answer = await fetch(address, init);
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new OfflineError('The server could not be reached.', { cause: error });
  }
  if (!answer.ok) {
    // Made anew meanwhile: there is another one to give.
    if (answer.status === 401 && secret !== null && secret === useToken.getState().token) forget();
    throw await failureOf(answer);
  }
  return (answer.status === 204 ? undefined : await answer.json()) as Value;
}

/** The API as the operator calls it, once the page has their token. What is refused is thrown as `ApiError`. */
export const operator = {
  get: <Path extends With<'get'>>(path: Path, options: OperatorOptions = {}) =>
    ask<AnswerOf<Path, 'get' & keyof Paths[Path]>>('GET', path, options),
  post: <Path extends With<'post'>>(path: Path, options: OperatorOptions = {}) =>
    ask<AnswerOf<Path, 'post' & keyof Paths[Path]>>('POST', path, options),
  put: <Path extends With<'put'>>(path: Path, options: OperatorOptions = {}) =>
    ask<AnswerOf<Path, 'put' & keyof Paths[Path]>>('PUT', path, options),
  delete: <Path extends With<'delete'>>(path: Path, options: OperatorOptions = {}) =>
    ask<undefined>('DELETE', path, options),
};

/** An answer to the operator, kept apart from those of the person; `invalidateForOperator` has it asked for anew. */
export function useOperator<Path extends With<'get'>>(
  path: Path,
  options: Omit<OperatorOptions, 'body' | 'signal'> = {},
): QueryState<AnswerOf<Path, 'get' & keyof Paths[Path]>> {
  return useCached(queryKeyOf('operator', path, options), (signal) => operator.get(path, { ...options, signal }), {
    isLive: true,
  });
}

/** Whether the page has a token. */
export function useHasToken(): boolean {
  return useToken(({ token }) => token !== null);
}

/** Tries a token, and keeps it while the page is open. Throws `ApiError` for a wrong one. */
export async function give(given: string): Promise<void> {
  await ask('GET', '/console/api/installation/workspaces', { query: { limit: 1 } }, given).catch((error: unknown) => {
    if (!(error instanceof ApiError) || (error.status !== 401 && error.status !== 403)) throw error;
    throw new ApiError({ code: error.code, status: error.status, message: installationTexts().wrongToken });
  });
  useToken.setState({ token: given });
}

/** Forgets the token. What was answered to it is forgotten by `forgetOperator`, once nothing shows it. */
export function forget(): void {
  useToken.setState({ token: null });
}
