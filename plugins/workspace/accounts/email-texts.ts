import type { InLanguages } from '#http';

interface EmailText {
  readonly subject: string;
  readonly text: string;
}

/** What e-mails about accounts say; each is for one address and may hold one link. */
interface EmailTexts {
  reset(email: string, link: string): EmailText;
  noPassword(email: string): EmailText;
  signUp(email: string, link: string): EmailText;
  hasAccount(email: string): EmailText;
}

export const emailTexts: InLanguages<EmailTexts> = {
  en: {
    reset: (email, link) => ({
      subject: 'Set a new password',
      text: `Somebody, most likely you, asked for a new password for ${email}.\n\nSet it here within an hour:\n${link}\n\nIf it was not you, do nothing.`,
    }),
    noPassword: (email) => ({
      subject: 'No password to set',
      text: `Somebody, most likely you, asked for a new password for ${email}. It has none: sign in over your identity provider. Signed in, you can set a password.\n\nIf it was not you, do nothing.`,
    }),
    signUp: (email, link) => ({
      subject: 'Make your account',
      text: `Somebody, most likely you, wants an account for ${email}.\n\nMake it here within an hour:\n${link}\n\nIf it was not you, do nothing.`,
    }),
    hasAccount: (email) => ({
      subject: 'You have an account',
      text: `Somebody, most likely you, wants an account for ${email}, which has one already: sign in with it, or ask for a new password if you have forgotten yours.\n\nIf it was not you, do nothing.`,
    }),
  },
  zh: {
    reset: (email, link) => ({
      subject: '设置新密码',
      text: `有人（很可能是您）为 ${email} 申请了新密码。\n\n请在一小时内打开此链接进行设置：\n${link}\n\n如果不是您本人操作，请忽略此邮件。`,
    }),
    noPassword: (email) => ({
      subject: '没有可设置的密码',
      text: `有人（很可能是您）为 ${email} 申请了新密码。此账户没有密码：请通过您的身份提供商登录。登录后可以设置密码。\n\n如果不是您本人操作，请忽略此邮件。`,
    }),
    signUp: (email, link) => ({
      subject: '创建您的账户',
      text: `有人（很可能是您）想用 ${email} 创建账户。\n\n请在一小时内打开此链接完成创建：\n${link}\n\n如果不是您本人操作，请忽略此邮件。`,
    }),
    hasAccount: (email) => ({
      subject: '您已有账户',
      text: `有人（很可能是您）想用 ${email} 创建账户，但此地址已有账户：请直接登录；如果忘记了密码，可以申请新密码。\n\n如果不是您本人操作，请忽略此邮件。`,
    }),
  },
  es: {
    reset: (email, link) => ({
      subject: 'Establezca una contraseña nueva',
      text: `Alguien, probablemente usted, pidió una contraseña nueva para ${email}.\n\nEstablézcala aquí en el plazo de una hora:\n${link}\n\nSi no fue usted, no haga nada.`,
    }),
    noPassword: (email) => ({
      subject: 'No hay contraseña que cambiar',
      text: `Alguien, probablemente usted, pidió una contraseña nueva para ${email}. La cuenta no tiene contraseña: inicie sesión con su proveedor de identidad. Una vez dentro, puede establecer una contraseña.\n\nSi no fue usted, no haga nada.`,
    }),
    signUp: (email, link) => ({
      subject: 'Cree su cuenta',
      text: `Alguien, probablemente usted, quiere una cuenta para ${email}.\n\nCréela aquí en el plazo de una hora:\n${link}\n\nSi no fue usted, no haga nada.`,
    }),
    hasAccount: (email) => ({
      subject: 'Usted ya tiene una cuenta',
      text: `Alguien, probablemente usted, quiere una cuenta para ${email}, que ya tiene una: inicie sesión con ella, o pida una contraseña nueva si olvidó la suya.\n\nSi no fue usted, no haga nada.`,
    }),
  },
  fr: {
    reset: (email, link) => ({
      subject: 'Définissez un nouveau mot de passe',
      text: `Quelqu’un, sans doute vous, a demandé un nouveau mot de passe pour ${email}.\n\nDéfinissez-le ici dans l’heure :\n${link}\n\nSi ce n’était pas vous, ne faites rien.`,
    }),
    noPassword: (email) => ({
      subject: 'Aucun mot de passe à définir',
      text: `Quelqu’un, sans doute vous, a demandé un nouveau mot de passe pour ${email}. Ce compte n’en a pas : connectez-vous par votre fournisseur d’identité. Une fois connecté, vous pourrez en définir un.\n\nSi ce n’était pas vous, ne faites rien.`,
    }),
    signUp: (email, link) => ({
      subject: 'Créez votre compte',
      text: `Quelqu’un, sans doute vous, souhaite un compte pour ${email}.\n\nCréez-le ici dans l’heure :\n${link}\n\nSi ce n’était pas vous, ne faites rien.`,
    }),
    hasAccount: (email) => ({
      subject: 'Vous avez déjà un compte',
      text: `Quelqu’un, sans doute vous, souhaite un compte pour ${email}, qui en a déjà un : connectez-vous, ou demandez un nouveau mot de passe si vous avez oublié le vôtre.\n\nSi ce n’était pas vous, ne faites rien.`,
    }),
  },
  de: {
    reset: (email, link) => ({
      subject: 'Neues Passwort setzen',
      text: `Jemand, vermutlich Sie, hat ein neues Passwort für ${email} angefordert.\n\nSetzen Sie es hier innerhalb einer Stunde:\n${link}\n\nWenn Sie das nicht waren, brauchen Sie nichts zu tun.`,
    }),
    noPassword: (email) => ({
      subject: 'Kein Passwort vorhanden',
      text: `Jemand, vermutlich Sie, hat ein neues Passwort für ${email} angefordert. Dieses Konto hat keines: Melden Sie sich über Ihren Identitätsanbieter an. Danach können Sie ein Passwort setzen.\n\nWenn Sie das nicht waren, brauchen Sie nichts zu tun.`,
    }),
    signUp: (email, link) => ({
      subject: 'Legen Sie Ihr Konto an',
      text: `Jemand, vermutlich Sie, möchte ein Konto für ${email}.\n\nLegen Sie es hier innerhalb einer Stunde an:\n${link}\n\nWenn Sie das nicht waren, brauchen Sie nichts zu tun.`,
    }),
    hasAccount: (email) => ({
      subject: 'Sie haben schon ein Konto',
      text: `Jemand, vermutlich Sie, möchte ein Konto für ${email}, das schon eines hat: Melden Sie sich damit an, oder fordern Sie ein neues Passwort an, wenn Sie Ihres vergessen haben.\n\nWenn Sie das nicht waren, brauchen Sie nichts zu tun.`,
    }),
  },
};
