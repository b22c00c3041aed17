import { defineTexts } from '#plugins/ui/web/contract.ts';

type Providers = Readonly<Record<string, string>>;
type Tools = Readonly<Record<string, { readonly label: string; readonly about: string }>>;

export const texts = {
  /** By their ids. */
  providers: {
    google_drive: 'Google Drive',
    maths: 'Calculator',
    chart: 'Charts',
    echarts: 'Charts (ECharts)',
    code: 'Code',
    md_exporter: 'Markdown to files',
    google: 'Google',
    jina: 'Jina',
    json: 'JSON',
    json_process: 'JSONPath',
    email: 'E-mail',
    pdf: 'PDF',
    rss: 'Feeds',
    searxng: 'SearXNG',
    database: 'Database',
    db_query: 'Database named by the node',
    tavily: 'Tavily',
    time: 'Time',
    weather: 'Weather',
    webscraper: 'Web pages',
    duckduckgo: 'DuckDuckGo',
    wikipedia: 'Wikipedia',
  } as Providers,
  /** By provider and name. In English they say this of themselves, to models as well. */
  tools: {} as Tools,
};

/** What tools are called that come with the server. */
export const builtinTexts = defineTexts(texts, import.meta.glob('./*'));
