import { AwsV4Signer } from 'aws4fetch';
import { PlatformError } from '#kernel';
import type { Credentials } from '#plugins/models/contract.ts';
import { authHeaders, type Endpoint, timeoutsOf, type UnsignedCall } from '#plugins/provider-http/contract.ts';

const DEFAULT_REGION = 'us-east-1';

/** Where models run, or (`control`) where they are listed. */
export function endpointOf(credentials: Credentials, part: 'runtime' | 'control' = 'runtime'): Endpoint {
  const key = credentials.auth_method === 'access_key' ? undefined : credentials.bedrock_api_key;
  const secrets = [
    key,
    credentials.aws_secret_access_key,
    credentials.aws_session_token,
    credentials.aws_access_key_id,
  ];
  const endpoint: Endpoint = {
    provider: 'Amazon Bedrock',
    base: baseOf(credentials, part),
    headers: authHeaders('bearer', key),
    secrets: secrets.filter((secret): secret is string => secret !== undefined && secret !== ''),
    ...timeoutsOf(credentials),
  };
  return key === undefined || key === '' ? { ...endpoint, sign: (call) => signed(call, credentials) } : endpoint;
}

function regionOf(credentials: Credentials): string {
  const region = credentials.aws_region ?? DEFAULT_REGION;
  if (/^[a-z]{2,4}(-[a-z0-9]+)+$/.test(region)) return region;
  throw new PlatformError(
    'invalid',
    'models.provider_not_initialize',
    'The region of Amazon Bedrock is no region such as us-east-1; choose another in the settings of the provider.',
  );
}

function baseOf(credentials: Credentials, part: 'runtime' | 'control'): string {
  const given = credentials.bedrock_endpoint_url?.trim().replace(/\/+$/, '');
  if (given !== undefined && given !== '') {
    return part === 'runtime' ? given : given.replace('://bedrock-runtime.', '://bedrock.');
  }
  const region = regionOf(credentials);
  const domain = region.startsWith('cn-') ? 'amazonaws.com.cn' : 'amazonaws.com';
  return `https://${part === 'runtime' ? 'bedrock-runtime' : 'bedrock'}.${region}.${domain}`;
}

/** Signature of version 4, of the whole request (Amazon, signing AWS API requests). */
async function signed(call: UnsignedCall, credentials: Credentials): Promise<readonly (readonly [string, string])[]> {
  const { aws_access_key_id: accessKeyId, aws_secret_access_key: secretAccessKey } = credentials;
  if (!accessKeyId || !secretAccessKey) {
    throw new PlatformError(
      'invalid',
      'models.provider_not_initialize',
      'Amazon Bedrock has neither an API key nor an access key with its secret; add one in the settings of the provider.',
    );
  }
  const signer = new AwsV4Signer({
    url: call.url,
    method: call.method,
    ...(call.body === undefined ? {} : { body: call.body as string }),
    accessKeyId,
    secretAccessKey,
    ...(credentials.aws_session_token ? { sessionToken: credentials.aws_session_token } : {}),
    region: regionOf(credentials),
    service: 'bedrock',
  });
  const { headers } = await signer.sign();
  return [...headers].filter(([name]) => name === 'authorization' || name.startsWith('x-amz-'));
}
