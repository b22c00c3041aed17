import { randomInt } from 'node:crypto';

/** From here on Linux systems give numbers to nobody, neither to people nor to containers; below 2,147,352,576. */
const lowest = 1_879_048_192;
const usersEach = 256;
/** Parts of the numbers, of which each server takes one: ids of processes are the same in many containers of a machine. */
const parts = 1_000_000;

/** Users for child processes that live at the same time: none can touch what belongs to another. */
export class Users {
  readonly #first = lowest + randomInt(parts) * usersEach;
  readonly #taken = new Set<number>();

  /** One that nobody has. When all are taken the last is shared. */
  take(): number {
    let user = this.#first;
    while (this.#taken.has(user) && user < this.#first + usersEach - 1) user += 1;
    this.#taken.add(user);
    return user;
  }

  give(user: number): void {
    this.#taken.delete(user);
  }
}
