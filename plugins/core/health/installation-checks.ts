import { type HealthCheck, lookAtFolder } from '#kernel';

/** The major version of Node from which on it reads TypeScript, which the program is. */
const neededNode = 24;

/** Whether the data folder can be used, and its disk has space. */
export function homeHealthCheck(home: string): HealthCheck {
  const terms = {
    unusable: { code: 'health.home_unusable' },
    littleSpace: { code: 'health.little_space' },
    setting: 'WEFT_HOME',
  };
  return { id: 'health.home', title: 'Data folder', check: () => lookAtFolder(home, terms) };
}

/** What runs, for whoever compares installations or reports a fault. */
export function versionsHealthCheck(version: string, { node, tz = 'none' } = versions()): HealthCheck {
  return {
    id: 'health.versions',
    title: 'Versions',
    async check() {
      const facts = { weft: version, node, time_zones: tz };
      const summary = `Weft ${version} runs on Node ${node}, with the time zones of ${tz}.`;
      if (Number.parseInt(node, 10) >= neededNode) return { state: 'ok', summary, facts };
      const next = `Start it with Node ${neededNode} or newer: \`npm ci\` installs one with the project.`;
      return { state: 'failed', code: 'health.old_node', summary, next, facts };
    },
  };
}

function versions(): { readonly node: string; readonly tz?: string } {
  const { node, tz } = process.versions;
  return { node, ...(tz !== undefined && { tz }) };
}
