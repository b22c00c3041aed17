/** Why a personal key may not do what its person may. `isOfKeys`: whether some personal key may. */
export function keyRefusal(isOfKeys: boolean): string {
  if (!isOfKeys) return 'it takes somebody who is signed in, and this is a personal key';
  return 'you have it, but this personal key was made without it: use one that was made with it';
}
