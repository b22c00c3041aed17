import { beforeAll, expect, it } from 'vitest';
import type { Role } from '#plugins/members/contract.ts';
import { describePages } from '#plugins/pages/testing/open-pages.ts';
import { type Visit, visitAll, type Walk } from './testing/every-page.ts';
import { pageAddresses } from './testing/page-addresses.ts';
import { ownServer, type StudioPerson, studioPerson } from './testing/studio-bench.ts';
import { thousandOfEach } from './testing/thousand-of-each.ts';

const PHONE = 390;
/** Layout shift, of which the field calls 0.1 good. */
const MAX_SHIFT = 0.05;
const DESKTOP = 1280;
/** A page has some 250 besides its lists. */
const MAX_ELEMENTS = 2_000;
/** What a desktop of 1360 pixels has room for at 200 %. */
const ZOOMED = 680;

describePages('every page of the studio', (pages) => {
  let addresses: ReadonlyMap<string, string>;
  beforeAll(async () => {
    await ownServer(pages);
    addresses = await pageAddresses(pages);
  });

  async function visit(role: Role, walk: Walk): Promise<readonly Visit[]> {
    return visitAs(await studioPerson(pages, role), walk);
  }

  async function visitAs(person: StudioPerson, walk: Walk): Promise<readonly Visit[]> {
    // What is not there is said by the server, and shown by the page.
    const page = await person.open('/apps', { expected: [/40[034]/] });
    await page.getByRole('heading', { level: 1, name: 'Apps' }).waitFor();
    return visitAll(page, addresses, walk);
  }

  /** Calls that were refused, links to pages that are, pages without a heading: none of it is offered. Nothing is asked twice, or in vain. */
  function faults(role: Role, visits: readonly Visit[]): readonly string[] {
    const refused = refusedOf(visits);
    return visits.flatMap(({ pattern, forbidden, repeated, aborted, links, hasHeading }) =>
      [
        ...forbidden,
        ...repeated.map((question) => `${question} more than once`),
        ...aborted.map((question) => `${question} given up`),
        ...links.filter((link) => refused.has(link)).map((link) => `a link to ${link}`),
        ...(hasHeading ? [] : ['no heading']),
      ].map((what) => `${role} at ${pattern}: ${what}`),
    );
  }

  it('attack T02: asks for nothing that a role may not have, and leads nowhere that it may not go', async () => {
    const others = ['admin', 'editor', 'member'] as const;
    const visited = await Promise.all(others.map((role) => visit(role, { loadedIn: null, widths: [] })));
    expect(others.flatMap((role, at) => faults(role, visited[at] ?? []))).toEqual([]);
    // Who may less is refused more.
    const [admin = [], editor = [], member = []] = visited.map((visits) => [...refusedOf(visits)]);
    expect(admin.toSorted()).toEqual(
      ['/billing', '/settings/sso', '/settings/sso/:connection_id', '/usage/budgets'].sort(),
    );
    expect(editor).toEqual(expect.arrayContaining(admin));
    expect(member).toEqual(expect.arrayContaining(editor));
    expect(member.length).toBeGreaterThan(25);
  });

  it('with a thousand of each thing: refuses nothing to the owner, shows lists by parts, moves little of a page while it comes, and scrolls none sideways on a phone or at 200 %', async () => {
    expect(addresses.size).toBeGreaterThan(40);
    await thousandOfEach(pages);
    const owner = await studioPerson(pages, 'owner');
    // Beside each other, which takes little longer than one of them.
    const [visits, onPhone] = await Promise.all([
      visitAs(owner, { loadedIn: DESKTOP, widths: [PHONE, ZOOMED] }),
      visitAs(owner, { loadedIn: PHONE, widths: [] }),
    ]);
    expect(faults('owner', visits)).toEqual([]);
    expect(refusedOf(visits)).toEqual(new Set());
    expect({ desktop: above(visits), phone: above(onPhone) }).toEqual({ desktop: [], phone: [] });
    const long = visits.filter(({ elements }) => elements > MAX_ELEMENTS);
    expect(long.map(({ pattern, elements }) => `${pattern} has ${elements} elements`)).toEqual([]);
    expect(visits.flatMap(({ pattern, beyond }) => beyond.map((what) => `${pattern}: ${what}`))).toEqual([]);
  });
});

function refusedOf(visits: readonly Visit[]): ReadonlySet<string> {
  return new Set(visits.flatMap(({ pattern, isRefused }) => (isRefused ? [pattern] : [])));
}

/** Pages that move more than may be, and what of them. */
function above(visits: readonly Visit[]): readonly string[] {
  return visits
    .filter(({ shift }) => shift.score > MAX_SHIFT)
    .map(({ pattern, shift }) => `${pattern}: ${shift.score.toFixed(3)}, ${shift.moved.join(', ')}`);
}
