import { document } from '#plugins/runs/testing/fault-apps.ts';

/** A workflow whose input `text` goes to a demo model that takes some tenths of a second. */
export function slowWorkflow(): string {
  const model = {
    type: 'llm',
    model: { provider: 'demo', name: 'demo-chat', mode: 'chat', completion_params: { pace_ms: 20, max_tokens: 12 } },
    prompt_template: [{ role: 'user', text: '{{#start.text#}}' }],
    context: { enabled: false, variable_selector: [] },
    vision: { enabled: false },
  };
  const end = {
    type: 'end',
    outputs: [{ variable: 'result', value_selector: ['node1', 'text'], value_type: 'string' }],
  };
  return JSON.stringify(document('workflow', [model, end]));
}
