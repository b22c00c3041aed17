import { currentTime, type HealthFinding, type HealthReport } from '#kernel';

const order = { failed: 0, warning: 1, ok: 2 } as const;

/** What is told of checks, the worst first: over the route, and by `weft doctor` where no server answers. */
export function healthAnswer(reports: readonly HealthReport[]) {
  const data = reports.map(shown).sort((one, other) => order[one.state] - order[other.state]);
  const state = data[0]?.state ?? ('ok' as HealthFinding['state']);
  return { state, looked_at: Math.floor(currentTime() / 1000), data };
}

function shown({ check, finding, ms }: HealthReport) {
  return {
    id: check.id,
    title: check.title,
    state: finding.state,
    is_required: check.isRequired ?? false,
    code: finding.state === 'ok' ? null : finding.code,
    summary: finding.summary,
    next: finding.state === 'ok' ? null : finding.next,
    facts: finding.facts ?? {},
    elapsed_ms: ms,
  };
}
