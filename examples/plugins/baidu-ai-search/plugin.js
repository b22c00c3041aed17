const server = 'https://qianfan.baidubce.com';

async function ask(host, path, body) {
  const answer = await fetch(`${server}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const said = await answer.json().catch(() => ({}));
  if (answer.status === 401 || answer.status === 403)
    throw host.error('unauthorized', 'Baidu does not take this API key.');
  if (!answer.ok || (said.code !== undefined && said.message !== undefined)) {
    throw host.error('failed', `Baidu answered ${answer.status}: ${said.message ?? 'no reason given'}`);
  }
  return said;
}

function kinds(host, text) {
  if (text === undefined || text === '') return [{ type: 'web', top_k: 10 }];
  if (Array.isArray(text)) return text;
  try {
    return JSON.parse(text);
  } catch {
    throw host.error('invalid', 'The kinds of results are no JSON.');
  }
}

const sources = (references) =>
  references
    .map(
      ({ title, url, content, date }, index) =>
        `[${index + 1}] ${title}${date ? ` (${date})` : ''}\n${url}\n${content ?? ''}`,
    )
    .join('\n\n');

export default {
  tools: {
    async smart_search({ arguments: given }, host) {
      const body = {
        messages: [{ role: 'user', content: String(given.query) }],
        search_source: 'baidu_search_v2',
        resource_type_filter: kinds(host, given.resource_type_filter),
        ...(given.search_recency_filter && { search_recency_filter: given.search_recency_filter }),
      };
      // Without a model only the search is asked.
      if (!given.model) {
        const { references = [] } = await ask(host, '/v2/ai_search/web_search', body);
        return { text: sources(references), json: [{ references }] };
      }
      const { choices = [], references = [] } = await ask(host, '/v2/ai_search/chat/completions', {
        ...body,
        model: given.model,
        stream: false,
        ...(given.instruction && { instruction: given.instruction }),
        ...(given.temperature !== undefined && { temperature: Number(given.temperature) }),
        ...(given.top_p !== undefined && { top_p: Number(given.top_p) }),
      });
      return { text: choices[0]?.message?.content ?? '', json: [{ references }] };
    },
  },
};
