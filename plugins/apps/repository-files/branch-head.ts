import { PlatformError } from '#kernel';
import type { OpenRepository } from '#plugins/repository-hosts/contract.ts';

/** A branch and what it names; "": the one that the repository stands on. Throws `repository-files.no_branch`. */
export async function headOf(
  remote: Pick<OpenRepository, 'refs'>,
  wanted: string,
): Promise<{ readonly branch: string; readonly commit: string }> {
  const refs = await remote.refs(wanted === '' ? ['HEAD'] : [`refs/heads/${wanted}`]);
  const name = wanted === '' ? 'HEAD' : `refs/heads/${wanted}`;
  const found = refs.find((ref) => ref.name === name);
  if (found === undefined) throw noBranch(wanted);
  return { branch: wanted === '' ? (found.target ?? '').replace(/^refs\/heads\//, '') : wanted, commit: found.id };
}

export function noBranch(branch: string): PlatformError {
  const named = branch === '' ? 'any branch' : `a branch ${JSON.stringify(branch.slice(0, 200))}`;
  const message = `The repository does not have ${named}: push it, or choose another.`;
  return new PlatformError('not-found', 'repository-files.no_branch', message, { field: 'branch' });
}
