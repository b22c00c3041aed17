import { csvRow } from '#http';
import type { AppDay, DailyFigures, KindsOfTokens, UsageLine, UsageSum } from './contract.ts';
import type { DailyRatings, Names } from './usage-items.ts';

/** Bytes at the ends of days of apps, in their order. */
type StorageOf = (days: readonly AppDay[]) => Promise<readonly number[]>;
type NamesOf = (appIds: readonly string[]) => Promise<Names>;

const kinds = 'cached_tokens,cache_write_tokens,reasoning_tokens,unpriced_tokens';
const modelColumns = `day,app_id,app_name,model,currency,runs,prompt_tokens,completion_tokens,total_tokens,price,calls,${kinds}`;
const happened = 'runs,succeeded,partial,failed,stopped,messages,users,requests';
const used = 'prompt_tokens,completion_tokens,total_tokens,prices,calls';
const appDayColumns = `day,app_id,app_name,${happened},${used},storage_bytes,${kinds}`;
const figureColumns = `day,${happened},${used},latency_p50,latency_p95,latency_p99,likes,dislikes,storage_bytes,${kinds}`;

/** What apps used of models, as CSV (RFC 4180), some hundred lines at a time. */
export function modelLinesCsv(lines: AsyncIterable<readonly UsageLine[]>, namesOf: NamesOf): AsyncGenerator<string> {
  return csvOf(modelColumns, lines, async (some) => {
    const names = await namesOf([...new Set(some.map(({ appId }) => appId))]);
    return some.map(({ day, appId, model, currency, ...counts }) => {
      const { runs, calls, promptTokens, completionTokens, totalTokens, price } = counts;
      const place = [day, appId, names.get(appId) ?? null, model, currency];
      return [...place, runs, promptTokens, completionTokens, totalTokens, price, calls, ...kindCells(counts)];
    });
  });
}

/** What apps did on days, as CSV. */
export function appDaysCsv(
  days: AsyncIterable<readonly AppDay[]>,
  namesOf: NamesOf,
  storageOf: StorageOf,
): AsyncGenerator<string> {
  return csvOf(appDayColumns, days, async (some) => {
    const names = await namesOf([...new Set(some.map(({ appId }) => appId))]);
    const storage = await storageOf(some);
    return some.map(({ day, appId, ...rest }, place) => [
      day,
      appId,
      names.get(appId) ?? null,
      ...sumCells(rest),
      storage[place] ?? 0,
      ...kindCells(rest),
    ]);
  });
}

/** Days of one app, as CSV. */
export function figuresCsv(
  days: readonly DailyFigures[],
  ratingsOf: (day: string) => DailyRatings,
  storage: readonly number[],
): AsyncGenerator<string> {
  return csvOf(figureColumns, [days], async (some) =>
    some.map(({ day, latency, ...rest }, place) => {
      const { like, dislike } = ratingsOf(day);
      const ratings = [like, dislike];
      const last = [...ratings, storage[place] ?? 0, ...kindCells(rest)];
      return [day, ...sumCells(rest), latency.p50, latency.p95, latency.p99, ...last];
    }),
  );
}

type Cells = Parameters<typeof csvRow>[0];

async function* csvOf<Line>(
  columns: string,
  lines: AsyncIterable<readonly Line[]> | Iterable<readonly Line[]>,
  cellsOf: (some: readonly Line[]) => Promise<readonly Cells[]>,
): AsyncGenerator<string> {
  yield csvRow(columns.split(','));
  for await (const some of lines) {
    if (some.length > 0) yield (await cellsOf(some)).map(csvRow).join('');
  }
}

function kindCells({ cachedTokens, cacheWriteTokens, reasoningTokens, unpricedTokens }: KindsOfTokens) {
  return [cachedTokens, cacheWriteTokens, reasoningTokens, unpricedTokens];
}

/** Prices in one cell, since a day may have some of several currencies: `0.049 USD; 1.2 EUR`. */
function sumCells(sum: UsageSum & { readonly users: number }) {
  const { runs, calls, outcomes, messages, users, requests, promptTokens, completionTokens, totalTokens, prices } = sum;
  const ends = [outcomes?.succeeded ?? 0, outcomes?.partial ?? 0, outcomes?.failed ?? 0, outcomes?.stopped ?? 0];
  const price = prices.map(({ currency, amount }) => `${amount} ${currency}`).join('; ');
  return [runs, ...ends, messages, users, requests, promptTokens, completionTokens, totalTokens, price, calls];
}
