import type { ErrorTexts } from '#http';

/** What its errors say besides English. */
export const errorTexts: ErrorTexts = {
  in_configuration: {
    zh: '此客户端在服务器的配置中设置。请在那里更改。',
    es: 'Este cliente está fijado en la configuración del servidor. Cámbielo allí.',
    fr: 'Ce client est défini dans la configuration du serveur. Modifiez-le à cet endroit.',
    de: 'Dieser Client ist in der Konfiguration des Servers festgelegt. Ändern Sie ihn dort.',
  },
  invalid_client: {
    zh: '客户端的某项设置不正确：{message}',
    es: 'Un ajuste del cliente no es correcto: {message}',
    fr: 'Un paramètre du client n’est pas correct : {message}',
    de: 'Eine Einstellung des Clients ist nicht richtig: {message}',
  },
  no_client: {
    zh: '尚未为此服务设置客户端。',
    es: 'No hay ningún cliente de este servicio.',
    fr: 'Aucun client n’est défini pour ce service.',
    de: 'Für diesen Dienst ist kein Client eingerichtet.',
  },
  no_service: {
    zh: '没有这样的服务。',
    es: 'No existe ese servicio.',
    fr: 'Ce service n’existe pas.',
    de: 'Diesen Dienst gibt es nicht.',
  },
  secret_needed: {
    zh: '请提供此客户端的密钥。',
    es: 'Indique el secreto de este cliente.',
    fr: 'Indiquez le secret de ce client.',
    de: 'Geben Sie das Secret dieses Clients an.',
  },
};
