/** Sends a question to the API, and gives its answer or throws what it says. */
async function ask(host, path, body) {
  const { base_url: server = 'https://api.firecrawl.dev' } = host.settings;
  const answer = await fetch(`${server.replace(/\/+$/, '')}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const said = await answer.json().catch(() => ({}));
  if (answer.status === 401) throw host.error('unauthorized', 'Firecrawl does not take this API key.');
  if (!answer.ok || said.success === false) {
    throw host.error('failed', `Firecrawl answered ${answer.status}: ${said.error ?? 'no reason given'}`);
  }
  return said;
}

const list = (text) =>
  String(text ?? '')
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');

function json(host, text, what) {
  if (text === undefined || text === null || text === '') return undefined;
  if (typeof text === 'object') return text;
  try {
    return JSON.parse(text);
  } catch {
    throw host.error('invalid', `${what} is no JSON.`);
  }
}

/** What is not set stays with the API's own default. */
const set = (values) =>
  Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== undefined && value !== '' && value !== null),
  );

export default {
  tools: {
    async scrape({ arguments: given }, host) {
      const wanted = list(given.formats);
      const formats =
        wanted.length === 0 ? ['markdown'] : wanted.map((format) => (format === 'extract' ? 'json' : format));
      const jsonOptions = set({
        schema: json(host, given.schema, 'The schema'),
        systemPrompt: given.systemPrompt,
        prompt: given.prompt,
      });
      const body = set({
        url: given.url,
        formats,
        onlyMainContent: given.onlyMainContent !== false && given.onlyMainContent !== 0,
        includeTags: list(given.includeTags).length > 0 ? list(given.includeTags) : undefined,
        excludeTags: list(given.excludeTags).length > 0 ? list(given.excludeTags) : undefined,
        headers: json(host, given.headers, 'The headers'),
        waitFor: given.waitFor,
        timeout: given.timeout,
        jsonOptions: formats.includes('json') ? jsonOptions : undefined,
      });
      const { data } = await ask(host, '/v1/scrape', body);
      const text = [
        data.markdown,
        data.html,
        data.rawHtml,
        (data.links ?? []).join('\n'),
        data.json && JSON.stringify(data.json),
      ];
      return { text: text.filter((part) => part).join('\n\n'), json: [data] };
    },

    async map({ arguments: { url, search, limit } }, host) {
      const { links = [] } = await ask(host, '/v1/map', set({ url, search, limit: Number(limit) || 100 }));
      return { text: links.join('\n'), json: [{ links }] };
    },

    async search({ arguments: { query, limit } }, host) {
      const { data = [] } = await ask(host, '/v1/search', { query, limit: Number(limit) || 5 });
      const text = data
        .map(({ title, url, description }) => `${title ?? url}\n${url}\n${description ?? ''}`)
        .join('\n\n');
      return { text, json: [{ results: data }] };
    },
  },
};
