import type { HealthCheck, Logger } from '#kernel';
import type { Confinement } from './contract.ts';

const next =
  'Run Weft on Linux 5.13 or newer with Landlock and seccomp (x86-64 or ARM64), in a container that allows both; WEFT_ACCEPT_WEAKER_CONFINEMENT=true runs them without.';

/** Tells the log how child processes are kept in: a server that can't do it serves everything else. */
export async function logConfinement(
  confinement: Pick<Confinement, 'state'>,
  logger: Pick<Logger, 'info' | 'warn'>,
): Promise<void> {
  const { kind, description, refusals } = await confinement.state();
  if (kind === 'walled') logger.info({ confinement: description, refusals }, 'Child processes are walled off');
  else logger.warn({ confinement: kind, refusals }, description);
}

/** Whether child processes are walled off. What was found out at the first use is what is told. */
export function confinementHealthCheck(confinement: Pick<Confinement, 'state'>): HealthCheck {
  return {
    id: 'confined-processes',
    title: 'Walls of child processes',
    limit: 10_000,
    async check() {
      const { kind, description } = await confinement.state();
      const facts = { kind };
      if (kind === 'walled') return { state: 'ok', summary: `Child processes are walled off: ${description}.`, facts };
      const unwell = { state: 'warning', summary: description, next, facts } as const;
      if (kind === 'off') return { ...unwell, code: 'confined-processes.off' };
      return { ...unwell, code: 'confined-processes.weaker' };
    },
  };
}
