/**
 * `npm run catalogue`: writes what is known of the models of each provider into `catalogue/generated`, from the prices of
 * `@pydantic/genai-prices` (MIT) and from `catalogue/known-models.json`. Give a day to take the prices of that day.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { findProvider, type MatchLogic, type ModelInfo } from '@pydantic/genai-prices';
import type { CatalogueFile, CatalogueRow } from '#plugins/models/catalogue/catalogue-of.ts';
import { formatDecimal, parseDecimal } from '#plugins/models/decimal.ts';
import type { ModelType, PriceTier, TokenPrices } from '#plugins/models/model-description.ts';

type Known = Partial<Omit<CatalogueRow, 'name' | 'type'>>;

interface KnownModels {
  readonly sources: string;
  /** Names that come first, of each type the one to take where nothing is chosen; the others follow by name. */
  readonly first?: readonly string[];
  /** Beginnings of names that nodes can't use, or that are gone. */
  readonly leaveOut: readonly string[];
  /** What all names with a beginning have in common; of several the longest. */
  readonly families: readonly (Known & { readonly prefix: string })[];
  readonly voices?: readonly string[];
  /** Models that the prices lack; `like` takes the price of another. */
  readonly models: readonly (CatalogueRow & { readonly like?: string })[];
}

/** Ids of providers here, and in the package. */
const PRICED: Readonly<Record<string, string>> = {
  openai: 'openai',
  anthropic: 'anthropic',
  google: 'google',
  deepseek: 'deepseek',
  groq: 'groq',
  cohere: 'cohere',
  mistralai: 'mistral',
  x: 'x-ai',
  moonshot: 'moonshotai',
  zhipuai: 'zhipuai',
  perplexity: 'perplexity',
  openrouter: 'openrouter',
  bedrock: 'aws',
  voyage: 'voyageai',
};
/** Vendors in names such as `openai/gpt-5` and `us.anthropic.claude-…`, with the providers whose families they are. */
const VENDORS: Readonly<Record<string, string>> = {
  openai: 'openai',
  anthropic: 'anthropic',
  google: 'google',
  deepseek: 'deepseek',
  cohere: 'cohere',
  mistralai: 'mistralai',
  mistral: 'mistralai',
  'x-ai': 'x',
  moonshotai: 'moonshot',
  'z-ai': 'zhipuai',
};

type Priced = { readonly base: number; readonly tiers: readonly { readonly start: number; readonly price: number }[] };
const KEYS = {
  prompt: 'input_mtok',
  completion: 'output_mtok',
  cachedPrompt: 'cache_read_mtok',
  cacheWrite: 'cache_write_mtok',
} as const;

const folder = new URL('../catalogue/', import.meta.url);
const read = (name: string) => readFileSync(new URL(name, folder), 'utf8');
const known = JSON.parse(read('known-models.json')) as Readonly<Record<string, KnownModels>>;
const packageFile = new URL('../package.json', import.meta.resolve('@pydantic/genai-prices'));
const { version } = JSON.parse(readFileSync(packageFile, 'utf8')) as { readonly version: string };
const asOf = process.argv[2] ?? new Date().toISOString().slice(0, 10);

for (const [id, models] of Object.entries(known)) {
  const priced = PRICED[id] === undefined ? [] : (findProvider({ providerId: PRICED[id] })?.models ?? []);
  const file: CatalogueFile = {
    source: `${priced.length === 0 ? '' : `Prices and contexts: @pydantic/genai-prices ${version} (MIT). `}${models.sources}`,
    asOf,
    unit: '0.000001',
    currency: 'USD',
    models: rowsOf(id, priced, models),
  };
  const rows = file.models.map((row) => JSON.stringify(row)).join(',\n');
  const head = JSON.stringify({ ...file, models: [] }).slice(0, -2);
  writeFileSync(new URL(`generated/${id}.json`, folder), `${head}\n${rows}\n]}\n`);
  const free = file.models.filter(({ price }) => price === undefined).length;
  process.stdout.write(`${id}: ${file.models.length} models, ${free} without a price\n`);
}
writeFileSync(
  new URL('generated/LICENSE-genai-prices.txt', folder),
  readFileSync(new URL('../LICENSE', import.meta.resolve('@pydantic/genai-prices'))),
);

function rowsOf(id: string, priced: readonly ModelInfo[], models: KnownModels): CatalogueRow[] {
  const taken = new Set(models.models.map(({ name }) => name.toLowerCase()));
  const fromPrices = priced
    .map((model) => ({ ...model, id: model.id.replace(/^regional\./, 'us.') }))
    .filter((model) => model.deprecated !== true && !taken.has(model.id.toLowerCase()))
    .filter((model) => !models.leaveOut.some((prefix) => model.id.startsWith(prefix)))
    .map((model) => rowOf(id, model, models));
  const byName = new Map(fromPrices.map((row) => [row.name, row]));
  const own = models.models.map(({ like, ...row }): CatalogueRow => {
    const price = like === undefined ? row.price : byName.get(like)?.price;
    return { ...row, ...(price !== undefined && { price }), ...voicesOf(row.type, models) };
  });
  const places = new Map(models.first?.map((name, place) => [name, place]));
  const placeOf = ({ name }: CatalogueRow) => places.get(name) ?? places.size;
  const all = [...own, ...fromPrices];
  const missing = [...places.keys()].filter((name) => !all.some((row) => row.name === name));
  if (missing.length > 0) throw new Error(`${id} has no ${missing.join(', ')}: mend "first" in known-models.json`);
  return all.sort((one, other) => placeOf(one) - placeOf(other) || (one.name < other.name ? -1 : 1));
}

function rowOf(id: string, model: ModelInfo, models: KnownModels): CatalogueRow {
  const type = typeOf(model.id);
  const price = priceOf(model);
  const { prefix: _, ...family } = familyOf(id, model.id) ?? { prefix: '' };
  return {
    name: model.id,
    type,
    ...family,
    ...(model.context_window !== undefined && { contextSize: model.context_window }),
    ...voicesOf(type, models),
    ...(price !== undefined && { price }),
    ...namesOf(model),
  };
}

function voicesOf(type: ModelType, { voices }: KnownModels): Pick<CatalogueRow, 'voices'> {
  if (type !== 'text-to-speech' || voices === undefined) return {};
  return { voices: voices.map((voice) => ({ id: voice, label: voice.charAt(0).toUpperCase() + voice.slice(1) })) };
}

/** `us.anthropic.claude-x` and `anthropic/claude-x` are of the families of `anthropic`. */
function familyOf(id: string, model: string) {
  const own = longestFamily(known[id]?.families ?? [], model);
  if (own !== undefined) return own;
  const match = /^(?:(?:us|global)\.)?([a-z-]+)[./](.+)$/.exec(model);
  const vendor = match?.[1] === undefined ? undefined : VENDORS[match[1]];
  const families = vendor === undefined ? [] : (known[vendor]?.families ?? []);
  // Elsewhere versions have points: `claude-opus-4.5`; and answers may be shorter.
  const found = longestFamily(families, (match?.[2] ?? '').replace(/(claude-[a-z]+-\d+)\.(\d)/, '$1-$2'));
  return found?.features === undefined ? undefined : { prefix: '', features: found.features };
}

function longestFamily(families: KnownModels['families'], model: string) {
  return families
    .filter(({ prefix }) => model.toLowerCase().startsWith(prefix.toLowerCase()))
    .sort((one, other) => other.prefix.length - one.prefix.length)[0];
}

function typeOf(name: string): ModelType {
  if (/rerank/.test(name)) return 'rerank';
  if (/embed|^voyage-/.test(name)) return 'embedding';
  if (/whisper|transcribe/.test(name)) return 'speech-to-text';
  if (/(^|-)tts(-|$)/.test(name)) return 'text-to-speech';
  return /moderation/.test(name) ? 'moderation' : 'llm';
}

/** Of the day, and of the dearest hours. undefined: what it costs is not told by tokens. */
function priceOf(model: ModelInfo): CatalogueRow['price'] | undefined {
  const all = Array.isArray(model.prices) ? model.prices : [{ prices: model.prices, constraint: undefined }];
  const begun = all.filter(({ constraint }) => constraint?.type !== 'start_date' || constraint.start_date <= asOf);
  const prices = begun.at(-1)?.prices;
  if (model.id.endsWith(':free')) return { prompt: '0', completion: '0' };
  if (prices?.input_mtok === undefined) return undefined;
  const read = Object.entries(KEYS).flatMap(([kind, key]) => {
    const price = prices[key];
    return price === undefined ? [] : [[kind, typeof price === 'number' ? { base: price, tiers: [] } : price] as const];
  });
  const at = (from: number): TokenPrices => {
    const prices = read.map(([kind, { base, tiers }]: readonly [string, Priced]) => {
      const reached = tiers.filter(({ start }) => start < from).sort((one, other) => other.start - one.start)[0];
      return [kind, decimal(reached?.price ?? base)];
    });
    return { prompt: '0', completion: '0', ...Object.fromEntries(prices) };
  };
  const starts = new Set(read.flatMap(([, { tiers }]) => tiers.map(({ start }) => start + 1)));
  // The package takes a tier when there are more tokens than its start.
  const tiers = [...starts].sort((one, other) => one - other).map((from): PriceTier => ({ from, ...at(from) }));
  return { ...at(0), ...(tiers.length > 0 && { tiers }) };
}

function decimal(price: number): string {
  const read = parseDecimal(String(price));
  if (read === null || read.digits < 0n) throw new Error(`${price} is no price`);
  return formatDecimal(read);
}

/** Rules that need more than names and pieces of them are left out: dates at the end are known anyway. */
function namesOf({ id, match }: ModelInfo): Pick<CatalogueRow, 'names' | 'prefixes' | 'parts'> {
  const rules = rulesIn(match);
  const of = (key: 'equals' | 'starts_with' | 'contains') =>
    rules.flatMap((rule) => {
      const text = key in rule ? (rule as Readonly<Record<string, string>>)[key]?.toLowerCase() : undefined;
      const isOwn = key === 'equals' && text === id.toLowerCase();
      return text === undefined || isOwn ? [] : [text];
    });
  const [names, prefixes, parts] = [of('equals'), of('starts_with'), of('contains')];
  return {
    ...(names.length > 0 && { names }),
    ...(prefixes.length > 0 && { prefixes }),
    ...(parts.length > 0 && { parts }),
  };
}

function rulesIn(match: MatchLogic): readonly MatchLogic[] {
  if ('or' in match) return match.or.flatMap(rulesIn);
  return 'and' in match ? [] : [match];
}
