import type { InLanguages } from '#http';

interface OrderFacts {
  readonly workspace: string;
  readonly workspaceId: string;
  readonly plan: string;
  /** Of `price`, or empty. */
  readonly price: string;
}

interface OrderTexts {
  /** In brackets, after the name of the plan. */
  price(price: { readonly amount: string; readonly currency: string; readonly per: 'month' | 'year' }): string;
  order(facts: OrderFacts): { readonly subject: string; readonly text: string };
}

/** The e-mail to whoever runs the server, in the language of their account where they have one. */
export const orderTexts: InLanguages<OrderTexts> = {
  en: {
    price: ({ amount, currency, per }) => ` (${amount} ${currency} per ${per})`,
    order: ({ workspace, workspaceId, plan, price }) => ({
      subject: `A plan was ordered: ${plan}`,
      text: `The workspace ${workspace} (${workspaceId}) ordered the plan ${plan}${price}, and waits for an invoice.\n\nAll open orders: weft invoices orders\nThe invoice: weft invoices issue, and weft invoices pay when it is paid.`,
    }),
  },
  zh: {
    price: ({ amount, currency, per }) => `（每${per === 'year' ? '年' : '月'} ${amount} ${currency}）`,
    order: ({ workspace, workspaceId, plan, price }) => ({
      subject: `有人订购了套餐：${plan}`,
      text: `工作空间 ${workspace}（${workspaceId}）订购了套餐 ${plan}${price}，正在等待账单。\n\n所有未处理的订单：weft invoices orders\n开具账单：weft invoices issue；付款后：weft invoices pay。`,
    }),
  },
  es: {
    price: ({ amount, currency, per }) => ` (${amount} ${currency} por ${per === 'year' ? 'año' : 'mes'})`,
    order: ({ workspace, workspaceId, plan, price }) => ({
      subject: `Se pidió un plan: ${plan}`,
      text: `El espacio de trabajo ${workspace} (${workspaceId}) pidió el plan ${plan}${price} y espera una factura.\n\nTodos los pedidos abiertos: weft invoices orders\nLa factura: weft invoices issue, y weft invoices pay cuando esté pagada.`,
    }),
  },
  fr: {
    price: ({ amount, currency, per }) => ` (${amount} ${currency} par ${per === 'year' ? 'an' : 'mois'})`,
    order: ({ workspace, workspaceId, plan, price }) => ({
      subject: `Une offre a été commandée : ${plan}`,
      text: `L’espace de travail ${workspace} (${workspaceId}) a commandé l’offre ${plan}${price} et attend une facture.\n\nToutes les commandes ouvertes : weft invoices orders\nLa facture : weft invoices issue, puis weft invoices pay une fois payée.`,
    }),
  },
  de: {
    price: ({ amount, currency, per }) => ` (${amount} ${currency} pro ${per === 'year' ? 'Jahr' : 'Monat'})`,
    order: ({ workspace, workspaceId, plan, price }) => ({
      subject: `Ein Tarif wurde bestellt: ${plan}`,
      text: `Der Arbeitsbereich ${workspace} (${workspaceId}) hat den Tarif ${plan}${price} bestellt und wartet auf eine Rechnung.\n\nAlle offenen Bestellungen: weft invoices orders\nDie Rechnung: weft invoices issue, und weft invoices pay, wenn sie bezahlt ist.`,
    }),
  },
};
