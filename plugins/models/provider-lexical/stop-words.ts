/** Words that say nothing of what a text is about, by language; in lower case. */
const BY_LANGUAGE: Readonly<Record<string, string>> = {
  english:
    "a about above after again against all also am an and any are aren't as at be because been before being below between both but by can cannot could did didn't do does doesn't doing don't down during each few for from further had has have having he her here hers herself him himself his how i if in into is isn't it it's its itself just me more most my myself no nor not of off on once only or other our ours out over own same she should so some such than that the their theirs them then there these they this those through to too under until up very was we were what when where which while who whom whose why will with would you your yours",
  german:
    'aber alle allem allen aller alles als also am an auch auf aus bei bin bis bist da damit dann das dass dein deine dem den denn der des dich die dies diese diesem diesen dieser dieses dir doch dort du durch ein eine einem einen einer eines er es euer für hat hatte hatten hier hin ich ihm ihn ihnen ihr ihre im in ins ist ja jede jeder jedes kann kein keine können man mehr mein meine mich mir mit muss nach nicht noch nun nur ob oder ohne sehr sein seine sich sie sind so soll über um und uns unter vom von vor wann war waren warum was weil welche welcher wenn wer werden wie wieder will wir wird wo wurde wurden zu zum zur',
  french:
    "ai au aux avec c'est ce ces cet cette chez comme comment d'un d'une dans de des dont du elle elles en est et été être eu il ils je la le les leur leurs lors lui ma mais me mes moi mon ne nos notre nous on ont ou où par pas plus pour pourquoi qu'il qu'on quand que quel quelle quelles quels qui sa sans se ses si son sont sous sur ta te tes toi ton tous tout toute très tu un une vos votre vous y à",
  spanish:
    'a al algo ante antes aquel aquella como con contra cual cuál cuando cuándo de del desde donde dónde dos el él ella ellas ellos en entre era es esa ese eso esta está están este esto estos fue ha hasta hay la las le les lo los más me mi muy nada ni no nos nosotros o os otra otro para pero poco por porque qué que quien quién se según ser si sí sin sobre son su sus también te tiene todo todos tu un una uno unos y ya yo',
  portuguese:
    'a ao aos as até com como da das de dela dele do dos e é ela elas ele eles em entre era essa esse esta está este eu foi foram há isso isto já lhe mais mas me mesmo meu minha muito na não nas nem no nos nós o os ou para pela pelo por qual quando quem que são se sem ser seu seus só sua suas também te tem um uma você',
  italian:
    "a ad agli ai al alla alle allo anche avere c'è che chi ci come con cosa da dagli dai dal dalla dalle dei del dell della delle dello di dove e è ed era essere fra gli ha hanno i il in io la le lei lo loro lui ma mi nei nel nella nelle noi non o per perché più qual quale quando quella quello questa questo se si sia sono su sua sul sulla suo tra tu un una uno voi",
  dutch:
    'aan al als bij dan dat de deze die dit doen door een en er ge had heb hebben heeft het hier hij hoe hun ik in is ja je kan kunnen maar me meer men met mij mijn na naar niet nog nu of om ons ook op over te tot uit van veel voor waar waarom wanneer was wat we welke wel werd wie wij worden wordt zal ze zelf zich zij zijn zo',
  russian:
    'а без более бы был была были было быть в вам вас весь во вот все всё вы где да для до его ее её если есть еще ещё же за здесь и из или им их к как какая какие какой когда которые который кто ли мы на над не нет ни но о об она они оно от по под почему при с со так также там то только тот ты у уже чего чем что чтобы эта эти это этот я',
  swedish:
    'alla att av blev bli då de dem den denna det detta dig din du efter ej eller en er ett för från ha hade han har hon hur i icke inte jag kan man med men mig min mot när ni något några nu och om oss på så sig sin ska som till under upp ur ut vad var vara varför vem vi vid vilken vill år än är över',
  polish:
    'a aby ale bez by być był była było co czy dla do gdy gdzie go i ich ile im ja jak jaka jaki jako je jego jej jest już kiedy kto która które który ma na nad nie nim od oraz po pod przez przy są się ta tak także tam te tego tej ten to tu tylko w we więc z za ze że',
  turkish:
    'acaba ama bir biri bu çok çünkü da daha de değil diye en gibi hem her için ile ise kadar ki kim mı mi mu mü nasıl ne neden nerede niçin o olan olarak oldu onu sonra şu var ve veya ya yani',
};

const SETS = new Map<string, ReadonlySet<string>>();

/** Codes that documents may have in the place of a name. */
const CODES: Readonly<Record<string, string>> = {
  de: 'german',
  en: 'english',
  es: 'spanish',
  fr: 'french',
  it: 'italian',
  nl: 'dutch',
  pl: 'polish',
  pt: 'portuguese',
  ru: 'russian',
  sv: 'swedish',
  tr: 'turkish',
};

/** Stop words of a language by its name or code, in any case; an empty set for one that has none here. */
export function stopWordsOf(language: string): ReadonlySet<string> {
  const name = language.trim().toLowerCase();
  const key =
    CODES[name.slice(0, 2)] !== undefined && /^[a-z]{2}(?:[-_]|$)/.test(name) ? CODES[name.slice(0, 2)] : name;
  return setOf(key ?? name);
}

let all: ReadonlySet<string> | undefined;

/** Those of all languages together. */
export function allStopWords(): ReadonlySet<string> {
  all ??= new Set(Object.keys(BY_LANGUAGE).flatMap((language) => [...setOf(language)]));
  return all;
}

function setOf(language: string): ReadonlySet<string> {
  const known = SETS.get(language);
  if (known !== undefined) return known;
  const words = Object.hasOwn(BY_LANGUAGE, language) ? (BY_LANGUAGE[language] ?? '') : '';
  const set: ReadonlySet<string> = new Set(words === '' ? [] : words.split(' '));
  if (set.size > 0) SETS.set(language, set);
  return set;
}

/** Pairs of characters of Chinese and Japanese that ask and join. */
export const STOP_PAIRS: ReadonlySet<string> = new Set(
  (
    '什么 哪些 哪个 哪一 哪里 哪儿 多少 怎么 怎样 如何 为何 是谁 是什 是哪 有哪 的是 几个 是多 谁的 何时 什麼 哪裡 多少 怎麼 ' +
    'です でし ます まし した する され れた てい いる いた ある あっ った って どこ なに 何で で何 何か 何と と何 どの どん んな ' +
    'いつ つか から まで ので こと もの よう ため など とい いう ここ これ それ では には とは のは すか たか るか のか は何 は誰 誰で'
  ).split(' '),
);

/** Single characters of that kind. */
export const STOP_CHARACTERS: ReadonlySet<string> = new Set('的是了在和有也与與及其之何什么麼谁誰哪几幾吗嗎呢');
