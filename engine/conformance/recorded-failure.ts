/** Why a run failed, in the words that nodes and clients agree on: streams tell only the text. */
import { listAt, textAt, valueAt } from '#engine/dsl/tree.ts';
import type { ApiClient } from './api-client.ts';
import type { RunStory } from './run-story.ts';

/** A story with the types and the code that its record keeps; what the record lacks stays null, and is judged as unknown. */
export async function recordedFailure(story: RunStory, client: ApiClient, token: string): Promise<RunStory> {
  if (story.status !== 'failed' || story.runId === '') return story;
  const path = `/console/api/runs/${story.runId}`;
  const run = await client.call({ path, token });
  const types = await errorTypes(`${path}/nodes?limit=500`, client, token);
  return {
    ...story,
    failureCode: textAt(run.body, 'error_code') || null,
    nodes: story.nodes.map((node) => ({ ...node, errorType: types.get(node.id) ?? null })),
  };
}

/** By execution. */
async function errorTypes(path: string, client: ApiClient, token: string): Promise<Map<string, string>> {
  const types = new Map<string, string>();
  for (let after = 0, hasMore = true; hasMore; ) {
    const { body } = await client.call({ path: `${path}&after=${after}`, token });
    const page = listAt(body, 'data');
    for (const node of page) {
      const type = textAt(node, 'error_type');
      if (type !== '') types.set(textAt(node, 'id'), type);
    }
    hasMore = valueAt(body, 'has_more') === true && page.length > 0;
    after = Number(valueAt(page.at(-1), 'index') ?? 0);
  }
  return types;
}
