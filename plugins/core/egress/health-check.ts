import { type Environment, type HealthCheck, isPlatformError } from '#kernel';
import { createAllowList } from './allow-list.ts';

/** Where clouds give credentials to whoever asks from the machine. */
const metadata = ['169.254.169.254', 'fd00:ec2::254'];
/** One address of each range that networks are made of. */
const inside = ['10.1.2.3', '172.16.1.2', '192.168.1.2'];
/** Settings of other programs, under which they go through a proxy. */
const proxies = ['HTTPS_PROXY', 'HTTP_PROXY', 'ALL_PROXY'];

/** Whether what goes out is held to public addresses, and whether this machine expects it to take another way. */
export function egressHealthCheck(allow: readonly string[], env: Environment): HealthCheck {
  return {
    id: 'egress',
    title: 'Outgoing calls',
    async check() {
      const facts = { allowed: allow.length };
      try {
        const list = createAllowList(allow);
        const reached = (addresses: readonly string[]) =>
          addresses.filter((address) => list.allows(address, 443, address)).length;
        if (reached(metadata) > 0) {
          const summary = `Apps may call the metadata service of a cloud (${metadata[0]}), which gives out credentials of this machine.`;
          const next = 'Take the range that holds it out of WEFT_EGRESS_ALLOW (egress.allow).';
          return { state: 'warning', code: 'egress.metadata_allowed', summary, next, facts };
        }
        if (reached(inside) === inside.length) {
          const summary = 'Apps may call any address of private networks: nothing keeps their authors out of yours.';
          const next =
            'Name hosts, ports or small ranges in WEFT_EGRESS_ALLOW (egress.allow) in place of whole networks.';
          return { state: 'warning', code: 'egress.all_allowed', summary, next, facts };
        }
      } catch (error) {
        if (!isPlatformError(error)) throw error;
        const next = 'Correct the entry in WEFT_EGRESS_ALLOW (egress.allow).';
        return { state: 'failed', code: error.code, summary: error.message, next, facts };
      }
      const proxy = proxies.find((name) => env[name] || env[name.toLowerCase()]);
      if (proxy !== undefined) {
        const summary = `${proxy} is set, and Weft uses no proxy: it checks the addresses it connects to, so it connects itself.`;
        const next = `Let this machine reach models and tools directly, and unset ${proxy} for Weft; addresses inside are allowed by WEFT_EGRESS_ALLOW.`;
        return { state: 'warning', code: 'egress.proxy_unused', summary, next, facts };
      }
      const exceptions = allow.length === 0 ? '' : `, and what WEFT_EGRESS_ALLOW names (${allow.length})`;
      return { state: 'ok', summary: `Apps reach public addresses only${exceptions}.`, facts };
    },
  };
}
