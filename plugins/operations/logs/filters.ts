import { type JsonSchema, PlatformError } from '#kernel';
import type { EndUsers } from '#plugins/end-users/contract.ts';

/** Milliseconds that a search goes back when nothing is said, and at most. */
const SEARCHED_MS = 31 * 86_400_000;
const MAX_SEARCHED_MS = 400 * 86_400_000;

const uuid = { type: 'string', format: 'uuid' } as const;
const seconds = { type: 'integer', format: 'unixtime', minimum: 0, maximum: 8_000_000_000_000 } as const;
const count = { type: 'integer', minimum: 0, maximum: 9_007_199_254_740_991 } as const;
const money = {
  type: 'string',
  pattern: '^[0-9]{1,15}(\\.[0-9]{1,15})?$',
  description: 'A decimal number, at least 0.',
} as const;
const duration = { type: 'number', minimum: 0, maximum: 1e9 } as const;

/** What conversations and runs are chosen by alike. */
export const filterQuery = {
  from: { ...seconds, description: 'Only items at or after this time, as a Unix timestamp in seconds.' },
  to: { ...seconds, description: 'Only items before this time, as a Unix timestamp in seconds.' },
  search: {
    type: 'string',
    minLength: 1,
    maxLength: 500,
    description:
      'Words to find in questions or answers (for workflows: in inputs, outputs or error messages). Each word matches the beginning of a word, in any order, case-insensitive; in scripts without spaces, any sequence of characters matches. Covers the 31 days before `to`, or the time since `from` (at most 400 days). Runs become searchable a few seconds after they end.',
  },
  user: {
    type: 'string',
    minLength: 1,
    maxLength: 512,
    description: 'The identifier that the caller gave the end user.',
  },
  end_user_id: { ...uuid, description: 'The end user by id.' },
  source: {
    type: 'string',
    enum: ['service-api', 'web-app', 'console', 'debugging', 'schedule', 'webhook'],
    description:
      'Where the run was started: with an app key, on the web app, by a member in the console, as a test of the draft (`debugging`), by a schedule or by a webhook.',
  },
  version_id: { ...uuid, description: 'Only items answered by this published version.' },
  feedback: {
    type: 'string',
    enum: ['like', 'dislike', 'any', 'none'],
    description: "The end user's rating of an answer.",
  },
  annotated: { type: 'boolean', description: 'Whether an annotation was used as the answer.' },
  error: {
    type: 'string',
    minLength: 1,
    maxLength: 200,
    description: 'Only errors whose message contains this text. Case-insensitive.',
  },
  min_tokens: count,
  max_tokens: count,
  min_price: {
    ...money,
    description: 'A decimal number, at least 0. In any currency, unless `currency` is given.',
  },
  max_price: money,
  currency: { type: 'string', pattern: '^[A-Za-z]{1,10}$', description: 'Currency code such as `USD`.' },
  min_seconds: { ...duration, description: 'Duration in seconds.' },
  max_seconds: duration,
} as const satisfies Readonly<Record<string, JsonSchema>>;

/** `filterQuery`, as it arrives. */
export interface AskedFilters {
  readonly from?: number;
  readonly to?: number;
  readonly search?: string;
  readonly user?: string;
  readonly end_user_id?: string;
  readonly source?: Source;
  readonly version_id?: string;
  readonly feedback?: FeedbackFilter;
  readonly annotated?: boolean;
  readonly status?: string;
  readonly error?: string;
  readonly min_tokens?: number;
  readonly max_tokens?: number;
  readonly min_price?: string;
  readonly max_price?: string;
  readonly currency?: string;
  readonly min_seconds?: number;
  readonly max_seconds?: number;
}

export type Source = 'service-api' | 'web-app' | 'console' | 'debugging' | 'schedule' | 'webhook';
export type FeedbackFilter = 'like' | 'dislike' | 'any' | 'none';

/** What is asked for, ready for a store. */
export interface LogFilters extends Omit<AskedFilters, 'from' | 'to' | 'user' | 'end_user_id' | 'search'> {
  readonly workspaceId: string;
  readonly appId: string;
  /** Milliseconds since the epoch. */
  readonly from: number | undefined;
  readonly to: number | undefined;
  readonly users: readonly string[] | undefined;
  readonly search: string | undefined;
}

/** Times of a search, in milliseconds. Throws `logs.invalid_range`. */
export function searchedTime({ from, to }: Pick<LogFilters, 'from' | 'to'>, now: number) {
  const end = to ?? now + 86_400_000;
  const start = from ?? Math.min(end, now) - SEARCHED_MS;
  if (end - start > MAX_SEARCHED_MS + 86_400_000) {
    const message = 'A search covers at most 400 days: choose `from` and `to` closer together.';
    throw new PlatformError('invalid', 'logs.invalid_range', message);
  }
  return { from: start, to: end };
}

/** Throws `logs.invalid_range` for times out of order. */
export function filtersOf(
  endUsers: EndUsers,
  place: { readonly workspaceId: string; readonly appId: string },
  asked: AskedFilters,
): LogFilters {
  const { from, to, user, end_user_id: endUserId, search, ...rest } = asked;
  if (from !== undefined && to !== undefined && from > to) {
    throw new PlatformError('invalid', 'logs.invalid_range', '`from` must not be after `to`.');
  }
  return {
    ...rest,
    ...place,
    from: from === undefined ? undefined : from * 1000,
    to: to === undefined ? undefined : to * 1000,
    users: usersOf(endUsers, place, user, endUserId),
    search,
  };
}

/** A name stands for a user of each kind; both conditions must fit. */
function usersOf(
  endUsers: EndUsers,
  place: { readonly workspaceId: string; readonly appId: string },
  name: string | undefined,
  id: string | undefined,
): readonly string[] | undefined {
  if (name === undefined) return id === undefined ? undefined : [id.toLowerCase()];
  const sessionId = name.replaceAll('\0', '').toWellFormed();
  const named = (['service-api', 'web-app', 'console'] as const).map(
    (type) => endUsers.identify({ ...place, type, sessionId }).user.id,
  );
  return id === undefined ? named : named.filter((each) => each === id.toLowerCase());
}
