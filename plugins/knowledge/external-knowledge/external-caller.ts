import { isMapping } from '#engine';
import { isPlatformError } from '#kernel';
import type { Egress, EgressResponse } from '#plugins/egress/contract.ts';
import { maskSecrets } from '#plugins/tools/contract.ts';
import type { ExternalQuestion, ExternalRecord } from './contract.ts';
import { failed } from './failures.ts';
import { readRecords } from './records.ts';

/** A service with its key. */
export interface AskedService {
  readonly name: string;
  readonly endpoint: string;
  readonly apiKey: string;
}

/** Bytes of an answer, and of one that tells of an error. */
const MAX_ANSWER = 5_000_000;
const MAX_ERROR = 64_000;
/** Milliseconds: for everything; for the head of the answer; between two pieces of it. */
const WHOLE_TIME = 60_000;
const STEP_TIME = 30_000;

/** Asks services, by the contract that tools of this kind have in common. Redirects are not followed. */
export class ExternalCaller {
  readonly #egress: Egress;

  constructor(egress: Egress) {
    this.#egress = egress;
  }

  async ask(service: AskedService, question: Omit<ExternalQuestion, 'apiId'>): Promise<readonly ExternalRecord[]> {
    const { name, apiKey } = service;
    const deadline = AbortSignal.timeout(WHOLE_TIME);
    try {
      const response = await this.#send(service, question, AbortSignal.any([question.signal, deadline]));
      if (response.status !== 200) throw failed(name, await refusal(response, apiKey));
      const records = readRecords(parsed(await response.text(MAX_ANSWER)), question);
      if (records === null)
        throw failed(name, 'answered with something else than {"records": […]}: check its endpoint.');
      return records;
    } catch (error) {
      if (question.signal.aborted) throw error;
      if (deadline.aborted) throw failed(name, 'took longer than a minute to answer: try again later.', error);
      if (!isPlatformError(error) || error.code === 'external-knowledge.external_knowledge_failed') throw error;
      throw failed(name, `can't be asked. ${error.message}`, error);
    }
  }

  #send(
    { endpoint, apiKey }: AskedService,
    { knowledgeId, query, topK, scoreThreshold, filter }: Omit<ExternalQuestion, 'apiId'>,
    signal: AbortSignal,
  ): Promise<EgressResponse> {
    const conditions = filter?.conditions.map(({ name, operator, value }) => ({
      name,
      comparison_operator: operator,
      value,
    }));
    const body = {
      knowledge_id: knowledgeId,
      query,
      retrieval_setting: { top_k: topK, score_threshold: scoreThreshold ?? 0 },
      ...(conditions !== undefined &&
        conditions.length > 0 && { metadata_condition: { logical_operator: filter?.operator ?? 'and', conditions } }),
    };
    return this.#egress.request({
      url: `${endpoint}/retrieval`,
      method: 'POST',
      headers: [
        ['authorization', `Bearer ${apiKey}`],
        ['content-type', 'application/json'],
        ['accept', 'application/json'],
      ],
      body: JSON.stringify(body),
      decompress: true,
      headersTimeout: STEP_TIME,
      bodyTimeout: STEP_TIME,
      signal,
    });
  }
}

/** What a service that refuses says, as one short line. */
async function refusal(response: EgressResponse, apiKey: string): Promise<string> {
  const { status } = response;
  const answer = parsed(await response.text(MAX_ERROR).catch(() => ''));
  const told = isMapping(answer) ? [answer.error_code, answer.error_msg ?? answer.message ?? answer.detail] : [];
  const said = told
    .filter((part) => typeof part === 'string' || typeof part === 'number')
    .map((part) =>
      maskSecrets(String(part), [apiKey])
        .replace(/[\s\p{C}]+/gu, ' ')
        .trim()
        .slice(0, 300)
        .toWellFormed(),
    )
    .filter((part) => part !== '');
  const remedy =
    status === 401 || status === 403
      ? ' Check its key.'
      : status === 404
        ? ' Check its endpoint, and what it calls the knowledge.'
        : '';
  return `answered with status ${status}.${remedy}${said.length === 0 ? '' : ` It says: ${said.join(', ')}`}`;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
