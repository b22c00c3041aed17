import { type NodeContext, NodeError, type NodeImplementation, type NodeResult } from '#engine';
import { type CompiledConditions, type ConditionOutcome, compileConditions, evaluateConditions } from './conditions.ts';
import { readMappings, readText, type Settings } from './settings.ts';

interface Case {
  readonly id: string;
  readonly conditions: CompiledConditions;
  /** The case as written, for the run's record. */
  readonly settings: Settings;
}

/** The first case that holds names the handle, else `false` (app DSL, if-else). */
export const node: NodeImplementation<readonly Case[]> = {
  compile: (data) =>
    casesOf(data).map((settings) => ({
      id: readText(settings.case_id ?? settings.id),
      conditions: compileConditions(settings.conditions, settings.logical_operator),
      settings,
    })),

  run(cases, context): NodeResult {
    const record = new CaseRecord();
    for (const candidate of cases) {
      const outcome = evaluateCase(candidate, context, record);
      record.add(candidate, outcome);
      if (outcome.holds) return result(candidate.id, true, record);
    }
    return result('false', false, record);
  },
};

/** Documents before `cases` had one group of conditions; it becomes the case `true`. */
function casesOf(data: Settings): readonly Settings[] {
  if (Array.isArray(data.cases)) return readMappings(data.cases);
  if (!Array.isArray(data.conditions)) return [];
  return [{ case_id: 'true', logical_operator: data.logical_operator, conditions: data.conditions }];
}

class CaseRecord {
  readonly results: unknown[] = [];
  readonly compared: unknown[] = [];

  add(candidate: Case, outcome: ConditionOutcome): void {
    this.compared.push(...outcome.compared);
    this.results.push({ group: candidate.settings, results: outcome.results, final_result: outcome.holds });
  }

  get inputs() {
    return { conditions: this.compared };
  }

  get processData() {
    return { condition_results: this.results };
  }
}

function evaluateCase(candidate: Case, context: NodeContext, record: CaseRecord): ConditionOutcome {
  try {
    return evaluateConditions(candidate.conditions, context);
  } catch (error) {
    if (!(error instanceof NodeError)) throw error;
    const details = { inputs: record.inputs, processData: record.processData };
    throw new NodeError(error.type, error.message, { details, cause: error });
  }
}

function result(handle: string, holds: boolean, record: CaseRecord): NodeResult {
  return {
    outputs: { result: holds, selected_case_id: handle },
    handle,
    inputs: record.inputs,
    processData: record.processData,
  };
}
