const maxNames = 256;
const maxSightings = 2_000;
const maxLength = 8_000;
/** A statement seen this often is taken for one of the program's own, and not for a list of varying length. */
const enoughSightings = 3;

/**
 * Names for statements that come again and again: a named statement is parsed and planned once per connection, which
 * up to doubles the rate of small queries. Each kind of session has names of its own, for the plan of a statement under
 * row-level security is thrown away whenever the role changes.
 */
export class StatementNames {
  readonly #prefix: string;
  readonly #names = new Map<string, string>();
  #sightings = new Map<string, number>();

  constructor(prefix: string) {
    this.#prefix = prefix;
  }

  /** Undefined for statements that are rare, long, or come too late: a server keeps a bounded number per connection. */
  nameOf(statement: string): string | undefined {
    const name = this.#names.get(statement);
    if (name !== undefined || this.#names.size >= maxNames || statement.length > maxLength) return name;
    const sightings = (this.#sightings.get(statement) ?? 0) + 1;
    if (sightings < enoughSightings) {
      if (this.#sightings.size >= maxSightings) this.#sightings = new Map();
      this.#sightings.set(statement, sightings);
      return undefined;
    }
    this.#sightings.delete(statement);
    const fresh = `${this.#prefix}${this.#names.size}`;
    this.#names.set(statement, fresh);
    return fresh;
  }
}
