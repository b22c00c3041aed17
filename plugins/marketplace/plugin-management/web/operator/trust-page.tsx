import { OperatorFrame } from '#plugins/management-token/web/contract.tsx';
import { Blocks } from './blocks.tsx';
import { operatorTexts } from './texts/en.ts';
import { TrustedKeys } from './trusted-keys.tsx';

/** Which plugins may be installed and run on this server, for whoever runs it. */
export function Page() {
  const t = operatorTexts();
  return (
    <OperatorFrame title={t.trust} about={t.trustAbout} wide>
      <TrustedKeys />
      <Blocks />
    </OperatorFrame>
  );
}
