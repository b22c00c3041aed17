/** Visitors of web apps: who comes in, with which token, and what ends it. */
import { type Contribution, extensionPoint } from '#kernel';

/** Who limits visits. */
export interface VisitGate extends Contribution {
  /** Asked before anything is looked up for a visit; throws where it is one too many. `limit`: visits from one address a minute. */
  allow(visit: { readonly address: string; readonly limit: number }): Promise<void>;
}

/** Contribute here what may refuse visits. */
export const VisitGates = extensionPoint<VisitGate>('visitors.visit-gates');
