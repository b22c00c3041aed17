const python =
  /^[ \t]*(?:from|import)[ \t][^\n#]*\b(?:requests|urllib\.request|urllib3|http\.client|httpx|aiohttp|socket)\b/m;
const javascript = /\bfetch\s*\(|\brequire\s*\(\s*['"](?:node:)?(?:https?|axios|node-fetch|net)['"]/;

/** Whether the code of a node asks servers, as far as its text shows: it needs the workspace's network then. */
export function asksNetwork(data: Readonly<Record<string, unknown>>): boolean {
  const { code, code_language: language } = data;
  if (typeof code !== 'string') return false;
  if (language === 'javascript') return javascript.test(code.replace(/^[ \t]*\/\/.*$/gm, ''));
  return python.test(code);
}
