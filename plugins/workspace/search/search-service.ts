import { type Contributions, PlatformError } from '#kernel';
import type { FoundThing, IndexedSource, ListedSource, SearchSource, Seeker } from './contract.ts';
import { fold, wordsOf } from './fold.ts';
import type { NameStore } from './name-store.ts';

/** Names that are looked at besides the first, where somebody may not see those; and those of them that are read at a time. */
const FURTHER = 10_000;
const AT_ONCE = 2_000;

export interface SearchQuestion {
  readonly query: string;
  /** Absent: all. */
  readonly kinds?: readonly string[] | undefined;
  /** Of each kind. */
  readonly limit: number;
}

/** What was found of a kind. */
export interface FoundKind {
  readonly kind: string;
  readonly things: readonly FoundThing[];
  readonly hasMore: boolean;
}

/** Asks all sources that a caller may see. */
export class SearchService {
  readonly #sources: Contributions<SearchSource>;
  readonly #names: NameStore;

  constructor(sources: Contributions<SearchSource>, names: NameStore) {
    this.#sources = sources;
    this.#names = names;
  }

  async findPlace<Person extends Seeker>(id: string, seekers: readonly Person[]): Promise<Person | null> {
    const sources = this.#sources.all().filter((source) => 'read' in source);
    const places = await this.#names.places(
      id,
      seekers.map(({ workspaceId }) => workspaceId),
      sources.map((source) => source.id),
    );
    for (const seeker of seekers) {
      for (const place of places.filter(({ workspaceId }) => workspaceId === seeker.workspaceId)) {
        const source = sources.find((each) => each.id === place.source);
        if (source === undefined || !seeker.can(source.permission)) continue;
        if ((await source.read(seeker, [id])).length > 0) return seeker;
      }
    }
    return null;
  }

  /** In the order of their names; kinds of which nothing is found are left out. Throws `search.unknown_kind`. */
  async find(caller: Seeker, { query, kinds, limit }: SearchQuestion): Promise<readonly FoundKind[]> {
    const known = [...new Set(this.#sources.all().map(({ kind }) => kind))].sort();
    const unknown = kinds?.find((kind) => !known.includes(kind));
    if (unknown !== undefined) throw unknownKind(unknown, known);
    const sources = this.#sources
      .all()
      .filter(({ kind, permission }) => caller.can(permission) && kinds?.includes(kind) !== false);
    const found = await Promise.all(
      sources.map(async (source) => ({ kind: source.kind, things: await this.#of(source, caller, { query, limit }) })),
    );
    return known.flatMap((kind) => {
      const things = found.filter((one) => one.kind === kind).flatMap((one) => one.things);
      return things.length === 0 ? [] : [{ kind, things: things.slice(0, limit), hasMore: things.length > limit }];
    });
  }

  /** One more than asked for, where there are. */
  async #of(source: SearchSource, caller: Seeker, { query, limit }: SearchQuestion): Promise<readonly FoundThing[]> {
    return 'read' in source
      ? this.#indexed(source, caller, query, limit + 1)
      : listed(source, caller, query, limit + 1);
  }

  async #indexed(source: IndexedSource, caller: Seeker, words: string, most: number): Promise<readonly FoundThing[]> {
    const { workspaceId } = caller;
    const place = { workspaceId, source: source.id, words };
    const things: FoundThing[] = [];
    const read = async (ids: readonly string[]) => {
      const seen = new Map((await source.read(caller, ids)).map((thing) => [thing.id, thing]));
      for (const id of ids) {
        const thing = seen.get(id);
        if (thing !== undefined && things.length < most) things.push(thing);
      }
    };
    const first = await this.#names.find({ ...place, offset: 0, limit: most });
    if (first.length > 0) await read(first);
    if (first.length < most || things.length === most) return things;
    const further = await this.#names.find({ ...place, offset: most, limit: FURTHER });
    for (let at = 0; at < further.length && things.length < most; at += AT_ONCE)
      await read(further.slice(at, at + AT_ONCE));
    return things;
  }
}

async function listed(
  source: ListedSource,
  caller: Seeker,
  query: string,
  most: number,
): Promise<readonly FoundThing[]> {
  const words = wordsOf(query);
  if (words.length === 0) return [];
  const whole = words.join(' ');
  const rank = ({ name }: FoundThing) => (fold(name) === whole ? 0 : fold(name).startsWith(whole) ? 1 : 2);
  const things = await source.list(caller);
  return things
    .filter(({ name, about = '' }) => words.every((word) => fold(`${name} ${about}`).includes(word)))
    .sort((one, other) => rank(one) - rank(other))
    .slice(0, most);
}

function unknownKind(kind: string, known: readonly string[]): PlatformError {
  const message = `Nothing that is searched is of the kind "${kind}". Kinds are: ${known.join(', ')}.`;
  return new PlatformError('invalid', 'search.unknown_kind', message);
}
