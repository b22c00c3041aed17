/** Why a whole run can't go on, in words for people. */
export class RunFailure extends Error {
  /** It may be over soon: the run is tried again a few times. */
  readonly isPassing: boolean;
  /** The account of the source does not work: the source stands still until it does. */
  readonly isOfAccount: boolean;

  constructor(message: string, { isPassing = false, isOfAccount = false } = {}) {
    super(message);
    this.isPassing = isPassing;
    this.isOfAccount = isOfAccount;
  }
}
