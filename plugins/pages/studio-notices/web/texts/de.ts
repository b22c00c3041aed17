import type { texts as english } from './en.ts';

export const texts: typeof english = {
  title: 'Mitteilungen',
  about: 'Was in diesem Arbeitsbereich wichtig ist, Ungelesenes zuerst. Wird 90 Tage aufbewahrt.',
  unreadCount: (count: number) => `Mitteilungen: ${count} ungelesen`,
  unread: 'Ungelesen',
  readAll: 'Alle als gelesen markieren',
  none: 'Keine Mitteilungen',
  noneAbout: 'Hier steht, wenn ein Budget zu Ende geht oder sich jemand von einem neuen Ort anmeldet.',
  what: 'Was',
  when: 'Wann',
  budgetNear: 'Vier Fünftel eines Budgets sind verbraucht',
  budgetReached: 'Ein Budget ist verbraucht',
  newSignIn: (address: string) => `Eine neue Anmeldung von ${address}`,
};
