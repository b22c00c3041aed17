export const de = {
  'Question classifier': 'Fragenklassifizierer',
  'Lets a model choose which way a text goes.': 'Lässt ein Modell wählen, welchen Weg ein Text nimmt.',
  'Text to classify': 'Zu klassifizierender Text',
  Classes: 'Klassen',
  Class: 'Klasse',
  'Each class has an exit of its own.': 'Jede Klasse hat einen eigenen Ausgang.',
  'What belongs to it': 'Was dazugehört',
  'Short name': 'Kurzname',
  'What else helps the model to choose.': 'Was dem Modell sonst bei der Wahl hilft.',
  'The chosen class': 'Die gewählte Klasse',
  'Its id': 'Ihre ID',
  'Its short name': 'Ihr Kurzname',
};
