import { healthCase } from '#kernel/testing/health-case.ts';
import { mailHealthCheck } from '#plugins/mail/health-check.ts';
import { startMailServer } from './mail-server.ts';

/** With a server of its own for as long as it looks. */
const well = {
  ...mailHealthCheck('smtp://127.0.0.1:25'),
  async check(signal: AbortSignal) {
    await using server = await startMailServer();
    return await mailHealthCheck(server.url).check(signal);
  },
};

export const healthCases = [
  {
    ...healthCase(mailHealthCheck, '', {
      'there is none': '',
      'nobody answers': 'smtp://127.0.0.1:1',
      'the address is wrong': 'mail.example.com',
    }),
    well,
  },
];
