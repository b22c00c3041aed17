import type { ErrorTexts } from '#http';

/** What its errors say besides English. */
export const errorTexts: ErrorTexts = {
  conversation_not_found: {
    zh: '应用没有这个会话，或它已清除。',
    es: 'La aplicación no tiene esa conversación o ya se borró.',
    fr: 'L’application n’a pas cette conversation, ou elle est déjà effacée.',
    de: 'Die App hat keine solche Unterhaltung, oder sie ist schon gelöscht.',
  },
  end_user_not_found: {
    zh: '应用没有这个用户，或其数据已清除。',
    es: 'La aplicación no tiene ese usuario o ya se borró.',
    fr: 'L’application n’a pas cet utilisateur, ou il est déjà effacé.',
    de: 'Die App hat keinen solchen Nutzer, oder er ist schon gelöscht.',
  },
};
