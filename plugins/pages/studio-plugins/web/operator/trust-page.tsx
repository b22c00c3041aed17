import { OperatorFrame } from '#plugins/studio-installation/web/contract.tsx';
import { Blocks } from './blocks.tsx';
import { operatorTexts } from './operator-texts.ts';
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
