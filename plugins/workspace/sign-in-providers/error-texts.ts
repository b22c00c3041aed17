import type { ErrorTexts } from '#http';

/** What its errors say besides English. */
export const errorTexts: ErrorTexts = {
  invalid_return: {
    zh: '返回地址不是本站的路径。',
    es: 'La dirección de vuelta no es una ruta de este sitio.',
    fr: 'L’adresse de retour n’est pas un chemin de ce site.',
    de: 'Die Rückkehradresse ist kein Pfad dieser Seite.',
  },
  last_way: {
    zh: '这是您唯一的登录方式。请先设置密码或关联另一项服务。',
    es: 'Es su única forma de iniciar sesión. Ponga antes una contraseña o vincule otro servicio.',
    fr: 'C’est votre seule façon de vous connecter. Définissez d’abord un mot de passe ou liez un autre service.',
    de: 'Es ist Ihr einziger Weg zur Anmeldung. Legen Sie zuerst ein Passwort fest oder verknüpfen Sie einen anderen Dienst.',
  },
  linked_elsewhere: {
    zh: '此身份已关联到另一个账户，或者您的账户已关联到该服务的另一个身份。',
    es: 'Esta persona está vinculada a otra cuenta, o su cuenta a otra persona de ese servicio.',
    fr: 'Cette personne est liée à un autre compte, ou votre compte à une autre personne de ce service.',
    de: 'Diese Person ist mit einem anderen Konto verknüpft oder Ihr Konto mit einer anderen Person dieses Dienstes.',
  },
  no_link: {
    zh: '此浏览器中没有等待关联到此账户的身份。请重新开始。',
    es: 'En este navegador nada espera a vincularse con esta cuenta. Empiece de nuevo.',
    fr: 'Rien n’attend dans ce navigateur d’être lié à ce compte. Recommencez.',
    de: 'In diesem Browser wartet nichts darauf, mit diesem Konto verknüpft zu werden. Beginnen Sie noch einmal.',
  },
  no_service: {
    zh: '此处无法使用该服务登录。',
    es: 'Aquí no se inicia sesión con ese servicio.',
    fr: 'On ne se connecte pas ici avec ce service.',
    de: 'Mit diesem Dienst meldet sich hier niemand an.',
  },
  not_invited: {
    zh: '此地址在这里没有账户。请打开邀请中的链接并从那里继续，或者请求邀请。',
    es: 'Nadie con esta dirección tiene cuenta aquí. Abra el enlace de su invitación y siga desde allí, o pida que le inviten.',
    fr: 'Personne avec cette adresse n’a de compte ici. Ouvrez le lien de votre invitation et continuez à partir de là, ou demandez à être invité.',
    de: 'Niemand mit dieser Adresse hat hier ein Konto. Öffnen Sie den Link Ihrer Einladung und machen Sie dort weiter, oder bitten Sie um eine.',
  },
  proof_needed: {
    zh: '通过链接设置的密码不能证明此账户是您的。请用之前的方式登录后重试。',
    es: 'Una contraseña puesta por un enlace no prueba que la cuenta sea suya. Inicie sesión como antes y vuelva a intentarlo.',
    fr: 'Un mot de passe défini par un lien ne prouve pas que le compte est à vous. Connectez-vous comme avant et réessayez.',
    de: 'Ein über einen Link gesetztes Passwort beweist nicht, dass das Konto Ihnen gehört. Melden Sie sich wie zuvor an und versuchen Sie es noch einmal.',
  },
  sign_in_over: {
    zh: '此次登录不是在此浏览器中开始的，或者已过期。请重新开始。',
    es: 'Este inicio de sesión no empezó en este navegador, tardó demasiado o ya terminó. Empiece de nuevo.',
    fr: 'Cette connexion n’a pas été commencée dans ce navigateur, a pris trop de temps ou est terminée. Recommencez.',
    de: 'Diese Anmeldung wurde nicht in diesem Browser begonnen, hat zu lange gedauert oder ist vorbei. Beginnen Sie noch einmal.',
  },
  unverified_address: {
    zh: '该服务未说明您的邮箱地址已验证。请在那里验证后重试。',
    es: 'El servicio no dice que su dirección esté verificada. Verifíquela allí y vuelva a intentarlo.',
    fr: 'Le service ne dit pas que votre adresse est vérifiée. Vérifiez-la là-bas et réessayez.',
    de: 'Der Dienst sagt nicht, dass Ihre E-Mail-Adresse bestätigt ist. Bestätigen Sie sie dort und versuchen Sie es noch einmal.',
  },
};
