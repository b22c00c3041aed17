import { isUuid } from '#kernel';
import type { Dataset, Datasets } from '#plugins/datasets/contract.ts';
import type { RetrievedItem } from '#plugins/node-knowledge/contract.ts';
import type { Tool, ToolReference, ToolSource } from '#plugins/tools/contract.ts';
import type { AppSearch } from './app-search.ts';
import { descriptionOf } from './base-choice.ts';

/** Kind of tools that documents name for knowledge bases of agents. */
const KIND = 'dataset-retrieval';
/** Hits an agent gets of one question, whatever the base says. */
const MAX_HITS = 20;
/** Of all hits together. */
const MAX_CHARACTERS = 60_000;

/** Knowledge bases as tools: an agent decides when to ask them, and what. */
export class KnowledgeToolSource implements ToolSource {
  readonly id = 'dataset-retrieval';
  readonly kinds = [KIND];
  readonly #datasets: Datasets;
  readonly #search: AppSearch;

  constructor(datasets: Datasets, search: AppSearch) {
    this.#datasets = datasets;
    this.#search = search;
  }

  async find({ provider, name }: ToolReference, workspaceId: string): Promise<readonly Tool[]> {
    const id = provider.trim().toLowerCase();
    if (!isUuid(id)) return [];
    const dataset = await this.#datasets.find(workspaceId, id);
    if (dataset === null) return [];
    const tool = this.#toolOf(dataset);
    return name === '' || name === tool.name || tool.aliases?.includes(name) === true ? [tool] : [];
  }

  #toolOf(dataset: Dataset): Tool {
    const name = `dataset_${dataset.id.replaceAll('-', '_')}`;
    return {
      id: `${KIND}.${name}`,
      provider: dataset.id,
      name,
      aliases: [`dataset_${dataset.id}`],
      label: dataset.name,
      description: descriptionOf(dataset),
      parameters: [
        {
          name: 'query',
          type: 'string',
          form: 'llm',
          required: true,
          description: 'What to look up in the knowledge base, in words of the question',
        },
      ],
      sideEffects: false,
      invoke: async ({ arguments: given, workspaceId, appId, runId, signal }) => {
        const query = typeof given.query === 'string' ? given.query : '';
        const found = await this.#search.retrieve(
          {
            datasetIds: [dataset.id],
            query,
            topK: MAX_HITS,
            scoreThreshold: null,
            reranking: null,
            router: null,
            filter: null,
          },
          { workspaceId, appId, runId, signal },
        );
        const items = readable(found.items);
        const text = items.map(({ content }) => content).join('\n');
        return {
          text: text === '' ? 'The knowledge base has nothing on this.' : text,
          found: items.map((item, index) => ({
            ...item,
            metadata: { _source: 'knowledge', position: index + 1, ...item.metadata, retriever_from: 'agent' },
          })),
        };
      },
    };
  }
}

/** The first hits, as much of them as an agent reads: parents may be whole documents. */
function readable(items: readonly RetrievedItem[]): readonly RetrievedItem[] {
  let left = MAX_CHARACTERS;
  return items.flatMap((item) => {
    if (left <= 0) return [];
    const content = item.content.slice(0, left).toWellFormed();
    left -= content.length;
    return [{ ...item, content }];
  });
}
