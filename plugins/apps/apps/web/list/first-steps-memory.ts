import { navigate, readStored, writeStored } from '#plugins/ui/web/contract.ts';
import { ownKey } from './recents.ts';

export type Step = 'talk' | 'change' | 'publish' | 'page';

export interface KeptSteps {
  readonly isHidden: boolean;
  readonly done: readonly Step[];
  /** The app they are about, once it was found: it may be called otherwise later. */
  readonly appId?: string;
}

export const noSteps: KeptSteps = { isHidden: false, done: [] };

/** In the address, where somebody has asked for them: then they are shown even when all is done. */
export const STEPS_MARK = 'steps';

export const stepsKey = () => ownKey('first-steps');

/** For the palette: they come back, though they were hidden. */
export function showFirstSteps(): void {
  writeStored(stepsKey(), { ...noSteps, ...readStored<KeptSteps>(stepsKey()), isHidden: false });
  navigate(`/apps?${STEPS_MARK}=shown`);
}
