import { navigate } from '#plugins/ui/web/contract.ts';
import { addressOf, type Place } from './places.ts';

export function goTo(place: Place, options?: { replace?: boolean }): void {
  navigate(addressOf(place), options);
}
