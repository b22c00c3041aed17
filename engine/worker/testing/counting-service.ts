let made = 0;

/** A thread service that tells its settings and how often it was made. */
export async function create(settings: unknown): Promise<{ readonly settings: unknown; readonly made: number }> {
  made += 1;
  return { settings, made };
}
