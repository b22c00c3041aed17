import type { ErrorTexts } from '#http';

/** What its errors say besides English. */
export const errorTexts: ErrorTexts = {
  invalid_signature: {
    zh: '这不是插件包的签名。请发送签名命令在插件包旁生成的文件。',
    es: 'No es una firma de paquete. Envíe el archivo que se creó al firmarlo.',
    fr: 'Ce n’est pas une signature de paquet. Envoyez le fichier créé à la signature.',
    de: 'Das ist keine Signatur eines Pakets. Senden Sie die Datei, die beim Signieren entstand.',
  },
  no_file: {
    zh: '没有收到插件包。请选择一个 .tgz 文件。',
    es: 'No llegó ningún paquete. Elija un archivo .tgz.',
    fr: 'Aucun paquet n’a été envoyé. Choisissez un fichier .tgz.',
    de: 'Es kam kein Paket an. Wählen Sie eine .tgz-Datei.',
  },
  other_bytes: {
    zh: '来源中同名同版本的插件包与锁定文件不符，因此未安装。',
    es: 'La fuente tiene otro paquete con ese nombre y versión que el fichero de bloqueo. No se instaló.',
    fr: 'La source a, sous ce nom et cette version, un autre paquet que le fichier de verrouillage. Il n’a pas été installé.',
    de: 'Die Quelle hat unter diesem Namen und dieser Version ein anderes Paket als die Sperrdatei. Es wurde nicht installiert.',
  },
  other_signer: {
    zh: '锁定文件中的签名者与此处的不同，因此未安装。请按名称安装，安装前会显示签名者。',
    es: 'El fichero de bloqueo nombra otra firma que la de aquí. No se instaló: instálelo por su nombre, donde se muestra su firma.',
    fr: 'Le fichier de verrouillage nomme un autre signataire. Il n’a pas été installé : installez-le par son nom, où son signataire est affiché.',
    de: 'Die Sperrdatei nennt eine andere Signatur als hier. Es wurde nicht installiert: Installieren Sie es über seinen Namen, wo die Signatur gezeigt wird.',
  },
  other_source: {
    zh: '锁定文件中的来源与此处的不同，因此未安装。请按名称安装，安装前会显示来源。',
    es: 'El fichero de bloqueo nombra otra fuente que la de aquí. No se instaló: instálelo por su nombre, donde se muestra su fuente.',
    fr: 'Le fichier de verrouillage nomme une autre source. Il n’a pas été installé : installez-le par son nom, où sa source est affichée.',
    de: 'Die Sperrdatei nennt eine andere Quelle als hier. Es wurde nicht installiert: Installieren Sie es über seinen Namen, wo die Quelle gezeigt wird.',
  },
  other_permissions: {
    zh: '锁定文件没有如实说明该插件的权限，因此未安装。请按名称安装，安装前会显示其权限。',
    es: 'El fichero de bloqueo no dice bien qué puede hacer el complemento. No se instaló: instálelo por su nombre, donde se muestran sus permisos.',
    fr: 'Le fichier de verrouillage n’indique pas correctement ce que le module peut faire. Il n’a pas été installé : installez-le par son nom, où ses autorisations sont affichées.',
    de: 'Die Sperrdatei sagt nicht richtig, was das Plugin darf. Es wurde nicht installiert: Installieren Sie es über seinen Namen, wo seine Rechte gezeigt werden.',
  },
};
