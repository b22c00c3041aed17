import type { ErrorTexts } from '#http';

/** What its errors say besides English. */
export const errorTexts: ErrorTexts = {
  invalid_invoice: {
    zh: '账单的套餐或期间不正确。',
    es: 'El plan o el periodo de la factura no es correcto.',
    fr: 'L’offre ou la période de la facture n’est pas correcte.',
    de: 'Tarif oder Zeitraum der Rechnung ist nicht richtig.',
  },
  not_found: {
    zh: '工作空间没有这张账单。',
    es: 'El espacio de trabajo no tiene esa factura.',
    fr: 'L’espace de travail n’a pas cette facture.',
    de: 'Der Arbeitsbereich hat keine solche Rechnung.',
  },
  settled: {
    zh: '账单已付款或已作废。',
    es: 'La factura ya está pagada o anulada.',
    fr: 'La facture est déjà payée ou annulée.',
    de: 'Die Rechnung ist schon bezahlt oder storniert.',
  },
};
