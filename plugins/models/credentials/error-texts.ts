import type { ErrorTexts } from '#http';

/** What its errors say besides English. */
export const errorTexts: ErrorTexts = {
  name_taken: {
    zh: '此提供商已有同名的凭据。请换一个名称。',
    es: 'El proveedor ya tiene credenciales con este nombre. Elija otro.',
    fr: 'Le fournisseur a déjà des identifiants de ce nom. Choisissez-en un autre.',
    de: 'Der Anbieter hat schon Zugangsdaten dieses Namens. Wählen Sie einen anderen.',
  },
  too_many_sets: {
    zh: '此提供商的凭据已达上限。请删除一组。',
    es: 'El proveedor tiene tantas credenciales como se permiten. Elimine unas.',
    fr: 'Le fournisseur a autant d’identifiants que permis. Supprimez-en.',
    de: 'Der Anbieter hat so viele Zugangsdaten wie erlaubt. Löschen Sie welche.',
  },
};
