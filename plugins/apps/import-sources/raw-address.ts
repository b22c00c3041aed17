/** The places where repositories show a file, and where they have it alone: host, part of the path, what is there instead. */
const pages: readonly (readonly [RegExp, RegExp, string])[] = [
  [/./, /\/-\/blob\//, '/-/raw/'],
  [/./, /^(\/[^/]+\/[^/]+)\/src\/(branch|commit|tag)\//, '$1/raw/$2/'],
  [/^bitbucket\.org$/, /^(\/[^/]+\/[^/]+)\/src\//, '$1/raw/'],
  [/^huggingface\.co$/, /^(\/.+)\/blob\//, '$1/raw/'],
];

/** The address of a file for the address of the page that shows it; any other address as it is (app DSL, import). */
export function rawAddress(address: URL): URL {
  const raw = new URL(address);
  raw.hash = '';
  const github = /^\/([^/]+\/[^/]+)\/blob\/(.+)$/.exec(raw.pathname);
  if (/^(?:www\.)?github\.com$/.test(raw.hostname) && github !== null) {
    return new URL(`https://raw.githubusercontent.com/${github[1]}/${github[2]}`);
  }
  const page = pages.find(([host, path]) => host.test(raw.hostname) && path.test(raw.pathname));
  if (page === undefined) return raw;
  raw.pathname = raw.pathname.replace(page[1], page[2]);
  raw.search = '';
  return raw;
}
