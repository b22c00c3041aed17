/** Roles that somebody is invited with. */
export const invitedRoles = ['member', 'editor', 'admin'] as const;
export type InvitedRole = (typeof invitedRoles)[number];

/** Somebody to be invited. */
export interface InvitedPerson {
  readonly email: string;
  readonly role: InvitedRole;
}

/** What was read of a pasted list: whom to invite, each once, and what in it is no address. */
export interface InvitedPeople {
  readonly people: readonly InvitedPerson[];
  readonly wrong: readonly string[];
}

const address = /^[^\s@<>(),;:"]+@[^\s@<>(),;:"]+\.[^\s@<>(),;:"]+$/;

/**
 * Reads a list as people paste it: of lines, or with commas or semicolons; as mail programs write addresses (`Ada <ada@example.com>`); from a
 * spreadsheet, with a role in a column behind. A role counts for the address before it in the line; the others get `role`. `roleOf` knows
 * roles by their words, in lower case.
 */
export function invitedPeople(
  text: string,
  role: InvitedRole,
  roleOf: (word: string) => InvitedRole | undefined,
): InvitedPeople {
  const people = new Map<string, InvitedPerson>();
  const wrong: string[] = [];
  for (const line of text.split(/\r?\n/)) {
    let last: string | null = null;
    for (const part of line.split(/[,;\t]/)) {
      const { addresses, rest } = addressesIn(part);
      for (const email of addresses) {
        people.set(email.toLowerCase(), { email, role });
        last = email;
      }
      const word = rest.toLowerCase();
      const named = roleOf(word);
      if (named !== undefined && last !== null) people.set(last.toLowerCase(), { email: last, role: named });
      // A name stands before an address, and tells nothing to us; by itself it is a person whom nobody can write to.
      else if (named === undefined && word !== '' && addresses.length === 0 && (word.includes('@') || isAlone(line)))
        wrong.push(part.trim());
    }
  }
  return { people: [...people.values()], wrong };
}

function isAlone(line: string): boolean {
  return !line.includes('@');
}

/** The addresses of a part, and what else is in it. */
function addressesIn(part: string): { readonly addresses: readonly string[]; readonly rest: string } {
  const words = part.split(/\s+/).filter((word) => word !== '');
  const bare = words.map((word) => word.replace(/^[<("'“]+|[>)"'”.]+$/g, ''));
  const addresses = bare.filter((word) => address.test(word));
  return { addresses, rest: bare.filter((word) => !address.test(word)).join(' ') };
}
