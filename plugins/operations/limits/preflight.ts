import { definePlugin, HealthChecks } from '#kernel';
import { limitsConfig } from './configuration.ts';
import { connectRedis } from './redis-connection.ts';
import { redisHealthCheck } from './redis-health-check.ts';

export const preflight = definePlugin({
  id: 'limits',
  config: limitsConfig,
  setup({ config: { redisUrl }, logger, contribute }) {
    const ping = async () => {
      const redis = await connectRedis(redisUrl, logger);
      await redis.client.ping().finally(() => redis.close());
    };
    contribute(HealthChecks, redisHealthCheck(redisUrl === '' ? null : ping));
  },
});
