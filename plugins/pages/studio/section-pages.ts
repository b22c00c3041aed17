import type { UnroutedPage } from '#http';
import { type StudioParts, studioPage } from './studio-page.ts';

/**
 * The studio at the addresses that sections declare for their pages; and at all others, for who reads pages, as one that says that
 * there is none.
 */
export function sectionPages(parts: StudioParts): UnroutedPage {
  return {
    id: 'studio.sections',
    async answer(request) {
      const readsPages = request.headers.accept?.includes('text/html') === true;
      // Programs are told what is there now; people wait for the pages in any case.
      const addresses = await parts.pages.addresses({ wait: readsPages });
      const isThere = addresses?.some((address) => isAt(address, request.path)) === true;
      if (!isThere && !readsPages) return null;
      return await studioPage(parts, request, isThere ? 200 : 404);
    },
  };
}

/** As `web/sections/match.ts` takes them: `:name` is a segment, a last `*` the rest. */
function isAt(address: string, path: string): boolean {
  const wanted = address.split('/');
  const given = path.split('/');
  const isMet = (segment: string, at: number) => (segment.startsWith(':') ? given[at] !== '' : segment === given[at]);
  if (wanted.at(-1) === '*') {
    const fixed = wanted.slice(0, -1);
    return given.length >= fixed.length && fixed.every(isMet);
  }
  return given.length === wanted.length && wanted.every(isMet);
}
