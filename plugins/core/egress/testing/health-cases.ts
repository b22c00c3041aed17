import type { Environment } from '#kernel';
import { healthCase } from '#kernel/testing/health-case.ts';
import { egressHealthCheck } from '#plugins/egress/health-check.ts';

const check = ([allow, env]: readonly [readonly string[], Environment]) => egressHealthCheck(allow, env);

export const healthCases = [
  healthCase(check, [['models.internal:8080', '10.1.0.0/16'], {}], {
    'the metadata service is open': [['169.254.0.0/16'], {}],
    'all networks are open': [['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16'], {}],
    'an entry is wrong': [['a/b/c'], {}],
    'a proxy is set': [[], { https_proxy: 'http://proxy.internal:3128' }],
  }),
];
