/** What a function throws; what it returns when it throws nothing. */
export function caught(run: () => unknown): unknown {
  try {
    return run();
  } catch (error) {
    return error;
  }
}
