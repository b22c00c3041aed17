/** A refusal in the words of OAuth (RFC 6749, 5.2; RFC 7591, 3.2.2): for clients, which know no other. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly error: string;
  readonly status: number;

  /** `error`: one of the codes of the RFCs. */
  constructor(error: string, description: string, status = 400) {
    super(description);
    this.error = error;
    this.status = status;
  }
}

export const invalidGrant = (description: string) => new Refusal('invalid_grant', description);
export const invalidRequest = (description: string) => new Refusal('invalid_request', description);
