/** Why a whole run can't go on, in words for people. */
export class RunFailure extends Error {
  /** It may be over soon: the run is tried again a few times. */
  readonly isPassing: boolean;

  constructor(message: string, { isPassing = false } = {}) {
    super(message);
    this.isPassing = isPassing;
  }
}
