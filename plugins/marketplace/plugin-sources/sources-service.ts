import { isPlatformError, PlatformError } from '#kernel';
import type {
  CataloguePage,
  CatalogueQuery,
  FetchedPackage,
  PackageDetails,
  PackageSummary,
  PluginSources,
} from './contract.ts';
import type { Source } from './source.ts';

/** All sources together: where several have a package, the first one counts. */
export class SourcesService implements PluginSources {
  readonly #sources: readonly Source[];

  constructor(sources: readonly Source[]) {
    this.#sources = sources;
  }

  get names() {
    return this.#sources.map(({ name, kind }) => ({ name, kind }));
  }

  /** One more than is shown is asked for: that tells whether there is another page. */
  async search({ page, limit, source, ...query }: CatalogueQuery): Promise<CataloguePage> {
    const reach = page * limit + 1;
    const silent: { source: string; reason: string }[] = [];
    const answers = await Promise.all(
      this.#chosen(source).map(async (each) => {
        try {
          return await each.search({ ...query, offset: 0, limit: reach });
        } catch (error) {
          silent.push({ source: each.name, reason: isPlatformError(error) ? error.message : 'it does not answer' });
          return [];
        }
      }),
    );
    const byName = new Map<string, PackageSummary>();
    for (const summary of answers.flat()) if (!byName.has(summary.name)) byName.set(summary.name, summary);
    const all = [...byName.values()];
    return { items: all.slice((page - 1) * limit, page * limit), hasMore: all.length > page * limit, silent };
  }

  async show(name: string, source?: string): Promise<PackageDetails> {
    return this.#first(source, name, (each) => each.show(name));
  }

  async named(pluginId: string): Promise<PackageSummary | null> {
    for (const source of this.#sources) {
      const found = await (source.named?.(pluginId) ?? source.show(`@${pluginId}`)).catch(() => null);
      if (found !== null) return found;
    }
    return null;
  }

  async servedBy(name: string, upTo?: string) {
    const last = this.#sources.findIndex((source) => source.name === upTo);
    const asked = last === -1 ? this.#sources : this.#sources.slice(0, last + 1);
    const answers = await Promise.all(asked.map((source) => serves(source, name)));
    const first = answers.indexOf('yes');
    const before = first === -1 ? answers : answers.slice(0, first);
    const silent = before.flatMap((answer, index) => (answer === 'silent' ? [asked[index]?.name ?? ''] : []));
    return { source: asked[first]?.name ?? null, silent };
  }

  async fetch({ name, version, source }: Parameters<PluginSources['fetch']>[0]): Promise<FetchedPackage> {
    return this.#first(source, version === undefined ? name : `${name}@${version}`, (each) =>
      each.fetch(name, version),
    );
  }

  /** What the first source has; one that does not answer is an error only where no other has it. */
  async #first<T>(source: string | undefined, what: string, ask: (source: Source) => Promise<T | null>): Promise<T> {
    let failure: unknown;
    for (const each of this.#chosen(source)) {
      try {
        const found = await ask(each);
        if (found !== null) return found;
      } catch (error) {
        if (!isPlatformError(error) || error.kind !== 'unavailable') throw error;
        failure = error;
      }
    }
    if (failure !== undefined) throw failure;
    const asked = source === undefined ? 'No source of this server has' : `The source ${source} does not have`;
    throw new PlatformError(
      'not-found',
      'plugin-sources.not_found',
      `${asked} ${what}. See what there is with "weft plugins search".`,
    );
  }

  #chosen(name: string | undefined): readonly Source[] {
    if (name === undefined) return this.#sources;
    const found = this.#sources.filter((source) => source.name === name);
    if (found.length > 0) return found;
    const known = this.#sources.map((source) => source.name).join(', ');
    throw new PlatformError(
      'invalid',
      'plugin-sources.unknown_source',
      `This server has no source ${JSON.stringify(name.slice(0, 100))}; it has ${known}.`,
      { field: 'source' },
    );
  }
}

/** What is there and no plugin has the name all the same. */
async function serves(source: Source, name: string): Promise<'yes' | 'no' | 'silent'> {
  try {
    return (await source.show(name)) === null ? 'no' : 'yes';
  } catch (error) {
    return isPlatformError(error) && error.kind === 'invalid' ? 'yes' : 'silent';
  }
}
