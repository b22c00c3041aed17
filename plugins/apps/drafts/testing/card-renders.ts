import type { Page } from 'playwright-core';

type Coverage = Awaited<ReturnType<Page['coverage']['stopJSCoverage']>>;

/** How often the component of cards was called: the innermost function that reads who else is at a node. */
export function rendersOfCards(scripts: Coverage): number {
  const found = scripts.flatMap(({ source = '', functions }) =>
    functions.flatMap(({ ranges: [range] }) =>
      range !== undefined && source.slice(range.startOffset, range.endOffset).includes('.people.length>0')
        ? [{ size: range.endOffset - range.startOffset, count: range.count }]
        : [],
    ),
  );
  return found.toSorted((one, other) => one.size - other.size)[0]?.count ?? 0;
}
