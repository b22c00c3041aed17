/** What repositories have for people to read, where no paths are named. */
export const usualPaths: readonly string[] =
  '**/*.md **/*.mdx **/*.markdown **/*.rst **/*.adoc **/*.txt **/*.html **/*.htm **/*.pdf **/*.docx **/*.odt **/*.csv **/*.xlsx **/*.pptx **/*.epub'.split(
    ' ',
  );
/**
 * Whether a path is chosen: by a pattern to include (or there is none), and by none to exclude. `*` stands for any part of
 * a segment, `**` for any segments, `?` for one character.
 */
export function isChosen(path: string, include: readonly string[], exclude: readonly string[]): boolean {
  if (exclude.some((pattern) => matchesPattern(path, pattern))) return false;
  return include.length === 0 || include.some((pattern) => matchesPattern(path, pattern));
}

/** A pattern that ends with a slash stands for all that lies below. */
export function matchesPattern(path: string, pattern: string): boolean {
  const whole = pattern.endsWith('/') ? `${pattern}**` : pattern;
  return matchesSegments(segmentsOf(path), segmentsOf(whole));
}

function segmentsOf(path: string): readonly string[] {
  return path.replace(/^\/+/, '').split('/');
}

/** Time is the product of both lengths, whatever they are: patterns and paths are of strangers. */
function matchesSegments(path: readonly string[], pattern: readonly string[]): boolean {
  return matches(path, pattern, (part) => part === '**', matchesSegment);
}

function matchesSegment(text: string, pattern: string): boolean {
  return matches(
    [...text],
    [...pattern],
    (part) => part === '*',
    (one, other) => other === '?' || one === other,
  );
}

/** The wildcard that came last takes one more each time nothing else fits. */
function matches(
  given: readonly string[],
  wanted: readonly string[],
  isAny: (part: string) => boolean,
  fits: (one: string, wanted: string) => boolean,
): boolean {
  let at = 0;
  let next = 0;
  let anyAt = -1;
  let anyFrom = 0;
  while (at < given.length) {
    const part = wanted[next];
    if (part !== undefined && isAny(part)) {
      anyAt = next;
      anyFrom = at;
      next += 1;
    } else if (part !== undefined && fits(given[at] ?? '', part)) {
      at += 1;
      next += 1;
    } else if (anyAt >= 0) {
      anyFrom += 1;
      at = anyFrom;
      next = anyAt + 1;
    } else return false;
  }
  return wanted.slice(next).every(isAny);
}
