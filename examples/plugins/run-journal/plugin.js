const kept = 100;

const read = async (host) => (await host.storage.get('runs')) ?? [];
const line = ({ at, status, app, run, seconds, price }) =>
  `${at} ${status} app ${app} run ${run} ${seconds} s ${price ?? '-'}`;

/** Told again after a failure: a run stands in the list once. */
async function keep({ timestamp, data }, host) {
  const entry = {
    at: timestamp,
    run: data.workflow_run_id,
    app: data.app_id,
    status: data.status,
    seconds: data.elapsed_time,
    price: data.total_price,
    tokens: data.total_tokens,
  };
  const others = (await read(host)).filter(({ run }) => run !== entry.run);
  const runs = [entry, ...others].sort((a, b) => (a.at < b.at ? 1 : -1)).slice(0, kept);
  await host.storage.set('runs', runs);
}

export default {
  events: { 'run.succeeded': keep, 'run.failed': keep, 'run.stopped': keep },

  tools: {
    async latest_runs({ arguments: { limit } }, host) {
      const runs = (await read(host)).slice(0, Number(limit) || 10);
      return { text: runs.map(line).join('\n'), json: [{ runs }] };
    },
  },

  async endpoint({ path }, host) {
    const runs = await read(host);
    if (path === '/text') return { body: runs.map(line).join('\n') };
    if (path === '/health') {
      const isBad = runs[0]?.status === 'failed';
      return { status: isBad ? 503 : 200, body: { status: isBad ? 'failing' : 'ok', latest: runs[0] ?? null } };
    }
    return path === '/' ? { body: { runs } } : { status: 404, body: { error: 'There is /, /text and /health.' } };
  },
};
