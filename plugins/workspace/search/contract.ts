/**
 * Search: things of a workspace found by a part of their names, in any writing, by whoever may see them.
 *
 * Glossary
 * - source: what a plugin contributes for things that it owns.
 * - kind: what people are told that something is (`app`); several sources may have things of one kind.
 */
import { type Contribution, extensionPoint, token } from '#kernel';
import type { ManagementCaller, Permission } from '#plugins/management-access/contract.ts';

/** Who looks for something, in one workspace. */
export type Seeker = Pick<ManagementCaller, 'workspaceId' | 'accountId' | 'name' | 'can'>;

/** Something that was found. Names are texts of users. */
export interface FoundThing {
  readonly id: string;
  readonly name: string;
  /** What tells it from others of its name: the base of a document, the address of a member. */
  readonly about?: string;
  /** Its page, from the beginning of the server's address: `/knowledge/…`. */
  readonly path: string;
}

interface Source extends Contribution {
  /** `app`, `mcp_tool`: a-z and _. */
  readonly id: string;
  /** `app`, `tool`. */
  readonly kind: string;
  /** Who lacks it finds nothing of the source. */
  readonly permission: Permission;
}

/**
 * Things of a table that a migration has indexed by name (`indexNames` of migrations/name-index.ts, with the id of the source).
 * What is found there is shown as `read` gives it.
 */
export interface IndexedSource extends Source {
  /**
   * Those of these ids that are there and that the caller may see, in any order. Ids are of the caller's workspace, which `read`
   * asks for all the same.
   */
  read(caller: Seeker, ids: readonly string[]): Promise<readonly FoundThing[]>;
}

/** Things that are few and at hand; their names and what is said about them are looked through. */
export interface ListedSource extends Source {
  list(caller: Seeker): Promise<readonly FoundThing[]>;
}

/** Either of them. */
export type SearchSource = IndexedSource | ListedSource;

/** Contribute here what people may find. */
export const SearchSources = extensionPoint<SearchSource>('search.sources');

/** Where things are, for who was given an address. */
export interface ThingPlaces {
  /**
   * Of one person in several workspaces the one whose workspace has a thing of this id that they may see there; null: none, or no
   * thing that is found by its name. Says nothing of workspaces that are not theirs.
   */
  find<Person extends Seeker>(id: string, seekers: readonly Person[]): Promise<Person | null>;
}

/** The service that knows where things are. */
export const ThingPlaces = token<ThingPlaces>('search.places');
