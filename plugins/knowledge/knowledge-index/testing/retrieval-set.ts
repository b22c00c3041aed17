/** A text of the set. */
export interface SetDocument {
  readonly id: string;
  readonly text: string;
}

/** A question, and what answers it: 2 well, 1 in part. */
export interface SetQuestion {
  readonly text: string;
  readonly relevant: Readonly<Record<string, number>>;
}

/** Texts of one language about everyday subjects, written for this project. */
export interface RetrievalSet {
  readonly language: string;
  readonly documents: readonly SetDocument[];
  readonly questions: readonly SetQuestion[];
}

function documents(prefix: string, texts: readonly string[]): readonly SetDocument[] {
  return texts.map((text, at) => ({ id: `${prefix}${at + 1}`, text }));
}

const english: RetrievalSet = {
  language: 'English',
  documents: documents('e', [
    'Refunds are paid within fourteen days after we have received the returned goods. The buyer pays for sending them back.',
    'Orders leave the warehouse on the next working day. Delivery takes two to four days inside the country.',
    'To reset a forgotten password, open the login page, choose "Forgot password" and follow the link in the e-mail.',
    'Passwords must have twelve characters at least. They expire after one year and can not be used twice.',
    'The office is open from Monday to Friday, nine to five. On public holidays it is closed.',
    'Employees have thirty days of paid holiday a year. Holidays are requested in the calendar and approved by the manager.',
    'Invoices are sent by e-mail on the first of each month. Payment is due within thirty days by bank transfer.',
    'The coffee machine is cleaned every evening. Descale it once a month with citric acid and rinse it twice.',
    'In case of fire leave the building by the stairs, not by the lift, and gather at the car park.',
    'Backups of the database are made every night and kept for thirty days. Restoring one takes about an hour.',
    'The printer on the second floor prints in colour. Paper is stored in the cupboard beside it.',
    'Travel expenses are refunded when the receipts are handed in within four weeks after the journey.',
    'New servers are installed with encrypted disks. The keys lie in the safe of the data centre.',
    'Meetings of the whole team take place on Tuesday at ten. Minutes are written by a different person each time.',
    'Our bakery makes bread of rye flour, water, salt and sourdough. Loaves rise for eighteen hours.',
  ]),
  questions: [
    { text: 'How long does a refund take?', relevant: { e1: 2, e12: 1 } },
    { text: 'When will my order be delivered?', relevant: { e2: 2 } },
    { text: 'I forgot my password, how do I reset it?', relevant: { e3: 2, e4: 1 } },
    { text: 'How many days of holiday do employees get?', relevant: { e6: 2, e5: 1 } },
    { text: 'Is the office open on holidays?', relevant: { e5: 2 } },
    { text: 'how to descale the coffee machine', relevant: { e8: 2 } },
    { text: 'How are backups restored and how long are they kept?', relevant: { e10: 2 } },
    { text: 'When are invoices due for payment?', relevant: { e7: 2 } },
  ],
};

const chinese: RetrievalSet = {
  language: 'Chinese',
  documents: documents('z', [
    '收到退回的商品后，我们会在十四天内退款。退货的运费由买家承担。',
    '订单在下一个工作日从仓库发出，国内配送需要两到四天。',
    '忘记密码时，请打开登录页面，点击“忘记密码”，然后按照邮件中的链接重新设置。',
    '密码至少需要十二个字符，一年后过期，不能重复使用。',
    '办公室周一至周五九点到五点开放，法定节假日关闭。',
    '员工每年有三十天带薪休假，需要在日历中申请，并由经理批准。',
    '发票在每月一日通过电子邮件发送，请在三十天内通过银行转账付款。',
    '咖啡机每天晚上清洗，每月用柠檬酸除垢一次，并冲洗两遍。',
    '发生火灾时请走楼梯离开大楼，不要乘坐电梯，并在停车场集合。',
    '数据库每天夜里备份，备份保留三十天，恢复大约需要一个小时。',
    '二楼的打印机可以彩色打印，纸张放在旁边的柜子里。',
    '出差结束后四周内提交收据，差旅费用即可报销。',
    '新服务器安装时磁盘全部加密，密钥保存在数据中心的保险柜里。',
    '全体会议在星期二上午十点举行，会议记录每次由不同的人撰写。',
    '我们的面包用黑麦粉、水、盐和酸面团制作，需要发酵十八个小时。',
  ]),
  questions: [
    { text: '退款需要多长时间？', relevant: { z1: 2 } },
    { text: '订单什么时候配送？', relevant: { z2: 2 } },
    { text: '我忘记密码了，怎么重新设置？', relevant: { z3: 2, z4: 1 } },
    { text: '员工每年有多少天休假？', relevant: { z6: 2 } },
    { text: '咖啡机怎么除垢', relevant: { z8: 2 } },
    { text: '数据库的备份保留多久？', relevant: { z10: 2 } },
    { text: '发生火灾时可以乘坐电梯吗？', relevant: { z9: 2 } },
  ],
};

const japanese: RetrievalSet = {
  language: 'Japanese',
  documents: documents('j', [
    '返品された商品が届いてから十四日以内に返金します。返品の送料はお客様の負担です。',
    'ご注文の商品は翌営業日に倉庫から発送し、国内では二日から四日で配達されます。',
    'パスワードを忘れた場合は、ログイン画面で「パスワードを忘れた」を選び、メールのリンクから再設定してください。',
    'パスワードは十二文字以上が必要です。一年で期限が切れ、同じものは使えません。',
    'オフィスは月曜日から金曜日の九時から五時まで開いています。祝日は休みです。',
    '従業員には年間三十日の有給休暇があります。休暇はカレンダーで申請し、上司が承認します。',
    '請求書は毎月一日にメールで送られます。三十日以内に銀行振込でお支払いください。',
    'コーヒーメーカーは毎晩掃除します。月に一度クエン酸で水垢を取り、二回すすいでください。',
    '火災のときはエレベーターを使わず、階段で建物を出て、駐車場に集まってください。',
    'データベースのバックアップは毎晩作成され、三十日間保存されます。復元には約一時間かかります。',
    '二階のプリンターはカラー印刷ができます。用紙は隣の棚にあります。',
    '出張の後四週間以内に領収書を提出すると、交通費が精算されます。',
    '新しいサーバーのディスクは暗号化されています。鍵はデータセンターの金庫にあります。',
    '全員の会議は火曜日の十時に行われます。議事録は毎回違う人が書きます。',
    '私たちのパンはライ麦粉、水、塩、サワー種で作り、十八時間発酵させます。',
  ]),
  questions: [
    { text: '返金までに何日かかりますか？', relevant: { j1: 2 } },
    { text: '注文した商品はいつ配達されますか？', relevant: { j2: 2 } },
    { text: 'パスワードを忘れたときの再設定の方法', relevant: { j3: 2, j4: 1 } },
    { text: '有給休暇は年間何日ありますか？', relevant: { j6: 2 } },
    { text: 'バックアップは何日間保存されますか？', relevant: { j10: 2 } },
    { text: '火災のときエレベーターを使えますか？', relevant: { j9: 2 } },
    { text: 'プリンターの用紙はどこにありますか？', relevant: { j11: 2 } },
  ],
};

const arabic: RetrievalSet = {
  language: 'Arabic',
  documents: documents('a', [
    'نعيد المبلغ المدفوع خلال أربعة عشر يوما بعد استلام البضاعة المرتجعة، ويدفع المشتري تكاليف الإرجاع.',
    'تغادر الطلبات المستودع في يوم العمل التالي، ويستغرق التوصيل داخل البلد من يومين إلى أربعة أيام.',
    'إذا نسيت كلمة المرور فافتح صفحة الدخول واختر نسيت كلمة المرور ثم اتبع الرابط في البريد الإلكتروني.',
    'يجب أن تتكون كلمة المرور من اثني عشر حرفا على الأقل، وتنتهي صلاحيتها بعد سنة.',
    'المكتب مفتوح من الإثنين إلى الجمعة من التاسعة حتى الخامسة، ويغلق في الأعياد الرسمية.',
    'للموظفين ثلاثون يوما من الإجازة المدفوعة في السنة، وتطلب الإجازة في التقويم ويوافق عليها المدير.',
    'ترسل الفواتير بالبريد الإلكتروني في أول كل شهر، ويجب الدفع خلال ثلاثين يوما بتحويل مصرفي.',
    'تنظف آلة القهوة كل مساء، وتزال منها الترسبات مرة في الشهر بحمض الليمون.',
    'عند نشوب حريق غادروا المبنى عبر السلالم وليس بالمصعد، وتجمعوا في موقف السيارات.',
    'تنشأ النسخ الاحتياطية لقاعدة البيانات كل ليلة وتحفظ ثلاثين يوما، وتستغرق استعادتها ساعة تقريبا.',
    'الطابعة في الطابق الثاني تطبع بالألوان، والورق محفوظ في الخزانة بجانبها.',
    'تعوض نفقات السفر عند تسليم الإيصالات خلال أربعة أسابيع بعد الرحلة.',
    'تركب الخوادم الجديدة بأقراص مشفرة، وتحفظ المفاتيح في خزنة مركز البيانات.',
    'يعقد اجتماع الفريق كله يوم الثلاثاء في العاشرة، ويكتب المحضر شخص مختلف كل مرة.',
    'يصنع مخبزنا الخبز من دقيق الجاودار والماء والملح والخميرة الطبيعية، ويتخمر ثماني عشرة ساعة.',
  ]),
  questions: [
    { text: 'كم يوما يستغرق التوصيل؟', relevant: { a2: 2 } },
    { text: 'نسيت كلمة المرور، ماذا أفعل؟', relevant: { a3: 2, a4: 1 } },
    { text: 'كم عدد أيام الإجازة المدفوعة للموظفين؟', relevant: { a6: 2 } },
    { text: 'كيف أنظف آلة القهوة؟', relevant: { a8: 2 } },
    { text: 'كم تحفظ النسخ الاحتياطية؟', relevant: { a10: 2 } },
    { text: 'متى المكتب مفتوح؟', relevant: { a5: 2 } },
    { text: 'أين ورق الطابعة؟', relevant: { a11: 2 } },
    { text: 'هل يُستَخدَمُ المِصعَد عند الحَريق؟', relevant: { a9: 2 } },
  ],
};

/** 60 texts and 30 questions. Languages are asked together: each has to find its own among the others. */
export const retrievalSets: readonly RetrievalSet[] = [english, chinese, japanese, arabic];
