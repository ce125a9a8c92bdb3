import { countingIn } from './counting';
import type { Strings } from './strings';

const locale = 'de-DE';
const { count, number } = countingIn(locale);
const lists = new Intl.ListFormat(locale);

/** Of an aspect, in the midst of a sentence; '' where a model has only one. */
const about = (aspect: string) => (aspect ? ` beim Aspekt ${aspect}` : '');

const was = (n: number) => (n === 1 ? 'wurde' : 'wurden');

// A review is a Rezension, its rating a Bewertung, a grade a Wertung, a score a Punktwert, a set a
// Sammlung, a row an Eintrag, a line a Zeile; what asks the same is gleichbedeutend.
export const de: Strings = {
  page: {
    locale,
    views: 'Ansichten',
    language: 'Sprache',
    modelsLanguage: 'Die Modelle lesen nur Englisch; bitte schreiben Sie auf Englisch.',
    notHere: 'Noch nicht da',
    partMissing:
      'Dieser Teil der Seite konnte nicht geladen werden. Prüfen Sie Ihre Verbindung und versuchen Sie es erneut.',
    tryAgain: 'Erneut versuchen',
    howItWorks: 'So funktioniert es',
    card: 'Wie es entstand und wie gut es ist',
    documentation: 'Dokumentation',
    package: 'npm-Paket',
    source: 'Quelltext',
    licences: 'Lizenzen',
    modelSize: (size) => `, ${size}`,
  },
  codeBox: {
    title: 'In der eigenen App verwenden',
    guide: 'So benutzt man das Paket',
    terminal: 'Im Terminal',
    module: 'Im Code',
    copy: 'Kopieren',
    copyThis: (title) => `Kopieren: ${title}`,
    copied: 'Kopiert.',
    selected: 'Markiert: mit Strg oder ⌘ und C kopieren.',
  },
  embed: {
    title: 'Eine bewertete Rezension',
    tooLong: (most: number) =>
      `Diese Rezension wird hier nicht bewertet: Sie ist länger als ${number(most)} Zeichen.`,
    noSuchModel:
      'Diese Rezension kann hier nicht bewertet werden: Sie nennt kein vorhandenes Modell.',
  },
  documents: {
    title: (title) => `${title} · Whylight`,
    navigation: 'Whylight',
    toPage: 'Ausprobieren',
    all: 'Dokumentation',
    table: 'Tabelle',
    code: 'Code',
  },
  wording: {
    stars: (stars) => `${stars} von 5`,
    notMentioned: 'nicht erwähnt',
    giveOrTake: (stars) => `plus/minus ${stars}`,
    over: (number) => `über ${number}`,
    lessThan: (number) => `weniger als ${number}`,
    overShare: (share) => `über ${share}`,
    lessThanShare: (share) => `weniger als ${share}`,
    read: (words, time) => `${count(words, 'Wort', 'Wörter')} in ${time}, auf diesem Gerät`,
  },
  names: {
    aspects: {
      appearance: 'Aussehen',
      aroma: 'Geruch',
      palate: 'Mundgefühl',
      taste: 'Geschmack',
      overall: 'Gesamteindruck',
      location: 'Lage',
      cleanliness: 'Sauberkeit',
      service: 'Service',
      room: 'Zimmer',
      value: 'Preis-Leistung',
      polarity: 'Tendenz',
    },
    classes: {
      'very negative': 'sehr negativ',
      negative: 'negativ',
      neutral: 'neutral',
      positive: 'positiv',
      'very positive': 'sehr positiv',
    },
  },
  editor: {
    own: 'Eigener Text',
    knownWeakness: 'bekannte Schwäche',
    weakness: 'Eine bekannte Schwäche: ',
  },
  loading: {
    model: 'Modell wird geladen\u00a0…',
    download: (loaded, total) => `Modell wird geladen: ${loaded} von ${total}`,
    rarerWords: (loaded: string, total: string) =>
      `Häufige Wörter liest das Modell schon. Seltene werden noch geladen: ${loaded} von ${total}`,
    verify: 'Modell wird geprüft\u00a0…',
    start: 'Modell wird gestartet\u00a0…',
    cancelled: 'Das Modell wurde nicht geladen.',
    failed: 'Das Modell konnte nicht geladen werden.',
    cancel: 'Abbrechen',
    tryAgain: 'Erneut versuchen',
    reading: 'Wird gelesen\u00a0…',
    stalled: 'Seit einer Weile kommt nichts mehr an. Sie können warten oder es erneut versuchen.',
  },
  offline: {
    newVersion: 'Eine neue Version ist da.',
    reload: 'Anzeigen',
    later: 'Später',
  },
  problems: {
    details: 'Details',
    offline:
      'Sie sind anscheinend offline, und dieser Teil ist nicht auf Ihrem Gerät gespeichert. Stellen Sie eine Verbindung her und versuchen Sie es erneut.',
    fetch:
      'Eine Datei davon ist nicht angekommen. Prüfen Sie Ihre Verbindung und versuchen Sie es erneut.',
    damaged:
      'Was ankam, ist beschädigt oder gehört zu einer anderen Version. Versuchen Sie es erneut; wenn das nicht hilft, laden Sie die Seite neu.',
    program:
      'Ihr Browser hat das Programm, das hier rechnet, nicht gestartet. Versuchen Sie es erneut oder verwenden Sie eine aktuelle Version von Chrome, Edge, Firefox oder Safari; auch eine strenge Sicherheitseinstellung kann der Grund sein.',
    tooLong: 'Der Text ist länger, als das Modell lesen kann. Lassen Sie etwas davon weg.',
    memory:
      'Der Arbeitsspeicher reicht nicht aus. Schließen Sie andere Tabs und versuchen Sie es erneut.',
    list: 'Die Liste der Modelle ist nicht angekommen. Prüfen Sie Ihre Verbindung und versuchen Sie es erneut.',
    noSuchModel: 'Unter dieser Adresse gibt es kein Modell. Wählen Sie oben eines aus.',
    unknown:
      'Etwas Unerwartetes ist passiert. Versuchen Sie es erneut; wenn das nicht hilft, laden Sie die Seite neu.',
    notStarted:
      'Die Seite ist nicht gestartet: Ein Teil davon ist nicht angekommen, oder Ihr Browser konnte ihn nicht lesen. Prüfen Sie Ihre Verbindung und versuchen Sie es erneut. Sie brauchen eine aktuelle Version von Chrome, Edge, Firefox oder Safari.',
    noSuchView: 'Unter dieser Adresse gibt es nichts. Gezeigt wird stattdessen die erste Ansicht.',
    notFound: 'Hier ist nichts',
    notFoundSays:
      'Unter dieser Adresse gibt es keine Seite. Vielleicht wurde sie verschoben, oder die Adresse enthält einen Tippfehler.',
    nearest: 'Zu dem, was es hier gibt',
    above: 'Einen Ordner höher',
  },
  record: {
    title: 'Stärken und Schwächen',
    says: (tests, right) =>
      `Wir haben ${count(tests, 'kurzen Test', 'kurze Tests')} geschrieben, jeden zu genau einer Sache. Das Modell hat aus keinem davon gelernt und besteht ${number(right)}. Unter jeder Art steht ein Test als Beispiel.`,
    right: (right, of) => `${number(right)} von ${number(of)} richtig`,
    irony: 'Eine bekannte Schwäche ist Ironie: ',
    ironySays: (right, of) =>
      `${number(right)} von ${number(of)} richtig. Worte, die das Gegenteil dessen meinen, was sie sagen, werden oft wörtlich genommen. `,
    kinds: {
      plain: 'Klares Lob, klarer Tadel',
      'negation near': 'Verneinung',
      'negation far': 'Verneinung, mit Wörtern dazwischen',
      negation: 'Verneinung',
      'double negation': 'Doppelte Verneinung',
      contrast: 'Zwei Seiten, von denen eine zählt',
      'other aspect': 'Eines gut, ein anderes schlecht',
      degree: 'Abstufungen',
      comparison: 'Vergleiche',
      opposites: 'Gegenteile',
      roles: 'Wer wem was tut',
      'kinds of things': 'Arten von Dingen',
      'more said': 'Einer sagt mehr',
      quantities: 'Wie viele',
      passive: 'Aktiv und Passiv',
      'same meaning': 'Anders gesagt',
      'everyday scenes': 'Alltagsszenen',
      unrelated: 'Etwas anderes',
      'reported speech': 'Was andere sagen',
      'overall verdict': 'Urteile über das Ganze',
      'written score': 'Noten wie „4 von 5“',
      'side by side': 'Urteile nebeneinander',
      idiom: 'Redewendungen',
      neutral: 'Weder Lob noch Tadel',
      'not mentioned': 'Keine Bewertung, wo nichts erwähnt ist',
      'other subject': 'Texte über etwas anderes',
      'other language': 'Andere Sprachen',
      names: 'Namen spielen keine Rolle',
      numbers: 'Zahlen spielen keine Rolle',
      punctuation: 'Satzzeichen spielen keine Rolle',
      case: 'Groß- oder Kleinschreibung spielt keine Rolle',
      typos: 'Tippfehler',
      irony: 'Ironie',
    },
    higher: (higher, lower, aspect) =>
      `„${higher}“ muss${about(aspect)} höher bewertet werden als „${lower}“`,
    alike: (texts, aspect) =>
      `${lists.format(texts.map((text) => `„${text}“`))} müssen${about(aspect)} gleich bewertet werden.`,
    unrated: (text, aspect) => `„${text}“ darf${about(aspect)} keine Bewertung bekommen.`,
    middle: (text, aspect) => `„${text}“ muss${about(aspect)} eine mittlere Bewertung bekommen.`,
    low: (text, aspect) => `„${text}“ muss${about(aspect)} eine niedrige Bewertung bekommen.`,
    high: (text, aspect) => `„${text}“ muss${about(aspect)} eine hohe Bewertung bekommen.`,
    relations: {
      follows: (text, other) => `Aus „${text}“ muss folgen: „${other}“`,
      contradicts: (text, other) => `„${text}“ und „${other}“ müssen einander widersprechen.`,
      neither: (text, other) => `Aus „${text}“ darf weder „${other}“ folgen noch das Gegenteil.`,
    },
  },
  reviews: {
    label: 'Rezensionen',
    title: 'Whylight: Bewertungen mit Begründung',
    heading: 'Jede Bewertung mit Begründung',
    privacy: 'Nichts, was Sie eingeben, verlässt dieses Gerät.',
    needsScript: 'Diese Seite rechnet im Browser und braucht JavaScript.',
    models: 'Modelle',
    samplesLabel: 'Beispielrezensionen',
    editor: 'Eine Rezension',
    hint: 'Ändern Sie ein Wort oder fügen Sie eine eigene Rezension ein.',
    keys: '<kbd>Strg</kbd> oder <kbd>⌘</kbd> + <kbd>Enter</kbd> bewertet sofort.',
    ratings: 'Bewertungen',
    phrases: 'Die markierten Wörter',
    dropAll: 'Alle Wörter zurückholen',
    dial: 'Wörter für jede Bewertung',
    fewer: 'Weniger Wörter',
    more: 'Mehr Wörter',
    shipped: 'Wie vorgegeben',
    alarmList: 'Begründungen, die mit Vorsicht zu lesen sind',
    record: 'Stärken und Schwächen',
    experts: 'Für Fachleute',
    tradeOff: 'Wenige Wörter oder genaue Bewertungen',
    tradeOffSays:
      'Auf je mehr Wörtern eine Bewertung beruhen darf, desto näher kommt sie der des Verfassers. Jede Linie zeigt für eine Art von Bewertungen, wie weit sie danebenliegen, gemessen am größten Fehler, je nachdem, wie viele Wörter zählen.',
    suffices: 'Sind das die Wörter, auf die es ankommt?',
    sufficesSays:
      'Zwei Proben für jede Bewertung. Werden die markierten Wörter allein so bewertet wie die ganze Rezension, genügen sie: Die <em>Suffizienz</em> liegt nahe 0. Verschiebt sich die Bewertung, sobald sie fehlen, wurden sie gebraucht: Die <em>Vollständigkeit</em> liegt weit von 0. Beides sind Unterschiede auf einer Skala von 0 bis 1.',
    aboutModel: (size) => `Größe dieses Modells: ${size}. `,
    card: 'Wie es entstand und wie gut es ist',
    chooses: 'Es wählt Wörter aus',
    choosesSays:
      'Ein erstes Netz liest die ganze Rezension und behält für jede Bewertung einige kurze Stellen.',
    rates: 'Es bewertet nur diese',
    ratesSays:
      'Ein zweites Netz sieht nur die Wörter, die übrig sind, und bewertet danach: von 1 bis 5 oder, bei einem Film, wie wahrscheinlich die Rezension für ihn ist. Auf den markierten Wörtern beruht also die Bewertung; sie sind keine nachträgliche Erklärung. Wovon die Rezension nicht spricht, das wird nicht bewertet.',
    learned: 'Es hat aus Bewertungen gelernt',
    learnedSays:
      'Niemand hat ihm gezeigt, auf welche Wörter es ankommt. „Plus/minus 0,4“ bedeutet, dass die meisten Bewertungen dieser Art um weniger als 0,4 Sterne danebenliegen. Jedes Modell kennt Rezensionen einer Art, auf Englisch, und sagt es, wenn ein Text etwas anderes zu sein scheint.',
    subjects: {
      beer: {
        name: 'Bier',
        label: 'Eine Bierrezension',
        placeholder: 'Wie sieht es aus, wie riecht es, wie fühlt es sich an?',
        kind: 'eine Bierrezension auf Englisch',
      },
      hotels: {
        name: 'Hotels',
        label: 'Eine Hotelrezension',
        placeholder: 'Wie waren das Zimmer, die Leute, die Lage?',
        kind: 'eine Hotelrezension auf Englisch',
      },
      movies: {
        name: 'Filme',
        label: 'Eine Filmrezension',
        placeholder: 'Wie fanden Sie den Film?',
        kind: 'eine Filmrezension auf Englisch',
        classes: { negative: 'gegen den Film', positive: 'für den Film' },
      },
    },
    anySubject: {
      label: 'Eine Rezension',
      placeholder: 'Wie finden Sie es?',
      kind: 'die Rezensionen, die dieses Modell kennt',
    },
    samples: {
      glowing: 'Begeistert',
      mixed: 'Gemischt',
      mixedHotelWeakness: 'Das Modell hält „sauber genug“ für sauber.',
      poor: 'Schlecht',
      divided: 'Zwiespältig',
      notBad: 'Nicht schlecht',
      onlySmell: 'Nur der Geruch',
      irony: 'Ironie',
      ironyWeakness:
        'Das Modell hört die Ironie nicht heraus und nimmt jedes Wort, wie es dasteht.',
      notBeer: 'Kein Bier',
      neverUnfriendly: 'Nie unfreundlich',
      onlyPlace: 'Nur die Lage',
      notHotel: 'Kein Hotel',
      turns: 'Mit Wende',
      lovedIt: 'Sehr gefallen',
      notDull: 'Nie langweilig',
      noOpinion: 'Keine Meinung',
      notFilm: 'Kein Film',
    },
    notRated: 'Nicht bewertet',
    unmentioned: 'Die Rezension sagt dazu nichts',
    noSide: 'Die Rezension legt sich nicht fest',
    rated: (aspect, rating) => `${aspect} ${rating}`,
    classified: (aspect, rating) => `${aspect}: ${rating}`,
    classText: (name, probability) => `${name}, ${probability}`,
    starsApart: (stars) => `${stars} ${stars === '1,0' ? 'Stern' : 'Sterne'}`,
    pointsApart: (points) => count(points, 'Prozentpunkt', 'Prozentpunkte'),
    takeWithCare: 'mit Vorsicht lesen',
    careFor: (aspects) => `${aspects.join(', ')}: mit Vorsicht lesen. `,
    withoutDropped: 'ohne die weggelassenen Wörter',
    noWordsLeft: 'Keine Wörter übrig',
    deltaPoints: (points) => `${points}\u00a0%`,
    markSays: (quote, aspects, sure) =>
      `${quote} zählt für ${lists.format(aspects)}, zu ${sure} sicher. Wählen Sie es, um es wegzulassen.`,
    droppedSays: (quote, aspects) =>
      `${quote} ist für ${lists.format(aspects)} weggelassen. Wählen Sie es noch einmal, um es zurückzuholen.`,
    cardSays: (rating, quotes, more) =>
      quotes.length === 0
        ? `${rating}.`
        : `${rating}, aufgrund von ${lists.format(more > 0 ? [...quotes, count(more, 'weiteren Stelle', 'weiteren Stellen')] : quotes)}.`,
    rises: (aspect, from, to, size) =>
      `Ohne das Weggelassene steigt die Bewertung für ${aspect} um ${size} (vorher: ${from}, jetzt: ${to}).`,
    falls: (aspect, from, to, size) =>
      `Ohne das Weggelassene sinkt die Bewertung für ${aspect} um ${size} (vorher: ${from}, jetzt: ${to}).`,
    stays: (aspect, rating) =>
      `Ohne das Weggelassene bleibt die Bewertung für ${aspect}, wie sie ist: ${rating}.`,
    noneLeft: (aspect, prior) =>
      `Für ${aspect} sind keine Wörter übrig. Ganz ohne Wörter würde das Modell bei jedem Text sagen: ${prior}.`,
    pointAt:
      'Wählen Sie eine Bewertung, um nur ihre Wörter zu sehen, oder eine Markierung, um deren Wörter wegzulassen.',
    aspectList: (aspects) => lists.format(aspects),
    phrase: (quote, aspects, sure) => `${quote}, ${lists.format(aspects)}, zu ${sure} sicher`,
    quote: (words) => `„${words}“`,
    quoteCut: (first, last) => `„${first}\u00a0… ${last}“`,
    summary: (ratings, reasons) =>
      `${ratings.join('; ')}; ${reasons > 0 ? count(reasons, 'Grund', 'Gründe') : 'keine Wörter wurden ausgewählt'}.`,
    noWords: 'Es gibt keine Wörter zu bewerten.',
    nothing:
      'Schreiben Sie eine Rezension oder fügen Sie eine ein, um ihre Bewertungen mit Begründung zu sehen.',
    strange: (kind) => `Das liest sich nicht wie ${kind} und wird daher nicht bewertet.`,
    knowsNone: 'Das Modell kennt keines dieser Wörter; der Text wird daher nicht bewertet.',
    speaksOfNothing: 'Diese Rezension sagt nichts zu dem, was hier bewertet wird.',
    takesNoSide: 'Diese Rezension legt sich nicht fest.',
    silentOn: (aspect) => `Diese Rezension sagt nichts zum Aspekt ${aspect}.`,
    failed: 'Dieser Text konnte nicht bewertet werden.',
    dropFailed: 'Die Bewertung ohne diese Wörter konnte nicht ermittelt werden.',
    asShipped: 'wie vorgegeben',
    asShippedSays: 'So viele Wörter, wie das Modell von sich aus wählt.',
    ofTheWords: (share) => `${share} der Wörter`,
    pointSays: (share) => `Etwa ${share} der Wörter für jede Bewertung.`,
    wordsSelected: 'ausgewählte Wörter',
    columnWords: 'Ausgewählte Wörter',
    columnError: (aspect) => `Fehler bei ${aspect}`,
    tableTitle:
      'Was an jedem Punkt gegeneinandersteht: ausgewählte Wörter und der mittlere quadratische Fehler der Bewertungen',
    tooLong: 'Dieser Text ist zu lang, um hier gemessen zu werden.',
    notMeasured: 'Das konnte nicht gemessen werden.',
    noneMarked: (prior) =>
      `Es sind keine Wörter markiert. Ganz ohne Wörter würde das Modell bei jedem Text sagen: ${prior}.`,
    whole: 'Ganze Rezension',
    alone: 'Nur die markierten Wörter',
    others: 'Alle anderen Wörter',
    sufficiency: (value) => `Suffizienz ${value}: `,
    comprehensiveness: (value) => `Vollständigkeit ${value}: `,
    enough: 'Die markierten Wörter allein sagen, was die ganze Rezension sagt.',
    wholeHigher: (size) =>
      `Die ganze Rezension wird um ${size} höher bewertet als die markierten Wörter allein.`,
    wholeLower: (size) =>
      `Die ganze Rezension wird um ${size} niedriger bewertet als die markierten Wörter allein.`,
    notNeeded: 'Ohne die markierten Wörter bleibt die Bewertung gleich; der Rest sagt ebenso viel.',
    ratingFalls: (size) => `Ohne die markierten Wörter sinkt die Bewertung um ${size}.`,
    ratingRises: (size) => `Ohne die markierten Wörter steigt die Bewertung um ${size}.`,
    inTests: (alarms) => `In Tests zeigte sich: ${alarms.join('. ')}.`,
    alarmWords: {
      'almost nothing is selected': 'Es wurde kaum ein Wort dafür markiert',
      'almost everything is selected': 'Es wurden fast alle Wörter dafür markiert',
      'the rationale predicts no better than the mean rating':
        'Die markierten Wörter sagten darüber nicht mehr als der Durchschnitt aller Bewertungen',
      'the words that are not selected tell the rating, and those that are tell no more of it than random spans':
        'Der Rest der Rezension sagte darüber mehr als die markierten Wörter',
      'the words that are not selected tell what sets this rating apart from the others, and those that are tell no more of it than random spans':
        'Der Rest der Rezension sagte darüber mehr als die markierten Wörter',
      'random spans predict as well as the rationale':
        'Zufällig gewählte Wörter sagten darüber ebenso viel wie die markierten',
      'spans hold no more words of the aspect than random ones':
        'Die markierten Wörter handelten nicht öfter davon als zufällig gewählte',
      'most selected words are punctuation': 'Das meiste, was markiert wurde, waren Satzzeichen',
    },
  },
  opinions: {
    title: 'Meinungen',
    says: 'Ein zweites Modell, von Rezensionen über Restaurants und Laptops, unterstreicht, wovon der Text spricht: mit einer geraden Linie, was gefällt, mit einer Wellenlinie, was nicht gefällt, mit einer gepunkteten, was nur erwähnt wird. Es findet das meiste, nicht alles, und irrt sich manchmal. Es wird geladen, wenn Sie dies öffnen.',
    positive: 'Gefällt',
    negative: 'Gefällt nicht',
    neutral: 'Erwähnt',
    none: 'Es findet nichts, wovon diese Rezension spricht.',
    failed: 'Wovon die Rezension spricht, ließ sich nicht feststellen.',
  },
  changing: {
    title: 'Was würde eine Bewertung ändern?',
    ask: 'Was würde diese Bewertung ändern?',
    says: 'Die wenigsten Wörter, die fehlen oder anders lauten müssten: für den nächsten Stern nach oben oder unten, mindestens einen halben entfernt, bei Filmen für die andere Seite. Ab 4 Sternen wird nur nach unten gesucht, denn wenige Wörter heben eine Bewertung dann kaum noch. Das Modell liest jede geänderte Rezension neu.',
    goals: 'Eine andere Bewertung',
    whyNot: (goal) => `Warum nicht ${goal}?`,
    stars: (stars) => count(stars, 'Stern', 'Sterne'),
    searching: 'Sucht die wenigsten Wörter …',
    leaveOut: (words) => `${count(words, 'Wort', 'Wörter')} weglassen`,
    replace: (words) => `${count(words, 'Wort', 'Wörter')} ersetzen`,
    replaced: (from, to) => `${from} durch ${to}`,
    moves: (aspect, from, to) => `${aspect}: von ${from} auf ${to}.`,
    tryIt: 'Ausprobieren',
    dropFails: (words, more) =>
      `${words === 1 ? 'Ein Wort' : `Bis zu ${number(words)} Wörter`} wegzulassen reicht nicht${more ? '; mehr wurden nicht probiert' : ''}.`,
    replaceFails: (words, more) =>
      `${words === 1 ? 'Ein Wort' : `Bis zu ${number(words)} Wörter`} zu ersetzen reicht nicht${more ? '; mehr wurden nicht probiert' : ''}.`,
    noneKnown: 'Nichts zu ersetzen: Kein Wort darin hat in unserer Liste ein Gegenteil.',
    triedAll:
      'Jedes Wort wurde einzeln probiert, mehrere zugleich nur von denen, die am meisten bewirkten.',
    triedNear: (words) =>
      `Einzeln probiert wurden die ${count(words, 'Wort', 'Wörter')}, die den Gründen am nächsten stehen, mehrere zugleich nur von denen, die am meisten bewirkten.`,
    tried: 'Die Rezension ist geändert.',
    undo: 'Rückgängig machen',
    undone: 'Die Rezension ist wieder, wie sie war.',
    failed: 'Die Suche ist fehlgeschlagen.',
  },
  comparing: {
    start: 'Mit einer anderen Rezension vergleichen',
    stop: 'Vergleich beenden',
    heading: 'A und B im Vergleich',
    a: 'A: die gemerkte Rezension',
    b: 'B: die Rezension im Textfeld',
    tooLong: 'Diese Rezension ist zu lang für einen Vergleich.',
    same: 'B ist noch dasselbe wie A. Ändern Sie ein Wort, oder fügen Sie eine andere Rezension ein.',
    otherReview: 'B ist eine andere Rezension, keine Bearbeitung von A.',
    edited: (removed, added) =>
      `Von A zu B: ${count(removed, 'Wort', 'Wörter')} entfernt, ${number(added)} hinzugefügt.`,
    aspect: 'Aspekt',
    difference: 'Von A zu B',
    higher: (size) => `${size} höher`,
    lower: (size) => `${size} niedriger`,
    alike: 'gleich',
    otherSide: 'die andere Seite',
    sameSide: 'dieselbe Seite',
    onlyA: 'nur in A erwähnt',
    onlyB: 'nur in B erwähnt',
    neither: 'in beiden nicht erwähnt',
    changes: 'Was geändert wurde',
    removed: 'entfernt:',
    added: 'hinzugefügt:',
    failed: 'A konnte nicht bewertet werden.',
    changesFailed: 'Was geändert wurde, konnte nicht gezeigt werden.',
  },
  sentiment: {
    label: 'Stimmung',
    title: 'Whylight: Stimmung, Wort für Wort',
    heading: 'Stimmung, Wort für Wort',
    lead: 'Wie positiv ist ein Satz, und woran liegt das? Whylight zeigt, wie sein Urteil von Wort zu Wort steigt und fällt und welche Wörter zusammen zählen, etwa „not … good“.',
    privacy:
      'Alles läuft im Browser, ohne Server. <strong>Nichts, was Sie eingeben, verlässt dieses Gerät.</strong>',
    editor: 'Ein Satz oder zwei',
    sampleList: 'Beispielsätze',
    placeholder: 'Wie fanden Sie den Film?',
    hint: 'Fügen Sie ein „not“ ein oder streichen Sie eines; die Kurve folgt beim Tippen.',
    keys: '<kbd>Strg</kbd> oder <kbd>⌘</kbd> + <kbd>Enter</kbd> liest den Text sofort.',
    result: 'Stimmung und Begründung',
    samples: {
      notNearly: 'Längst nicht so gut wie',
      good: 'Gut',
      notGood: 'Nicht gut',
      notBad: 'Nicht schlecht',
      double: 'Doppelte Verneinung',
      doubleWeakness:
        'Das Modell hört „nichts“ und „kann nicht“ einzeln, nicht, dass sie sich aufheben.',
      never: 'Nie langweilig',
      mixed: 'Gemischt',
      turn: 'Wende am Schluss',
      review: 'Eine ganze Rezension',
      irony: 'Ironie',
      ironyWeakness: 'Das Modell nimmt Ironie wörtlich und hält dies für Lob.',
    },
    classes: 'Wie wahrscheinlich jede Klasse ist',
    classesNote:
      'Die Wertung ergibt sich aus dem Mittelwert der Klassen nach diesen Anteilen. Das Urteil ist die wahrscheinlichere der beiden Klassen um diesen Mittelwert und muss nicht die wahrscheinlichste von allen sein.',
    onScale: (grade, low, high) => `${grade} auf einer Skala von ${low} bis ${high}`,
    nothing: 'Schreiben Sie einen Satz, um seine Stimmung und die Begründung zu sehen.',
    noWords: 'Es gibt keine Wörter zu lesen.',
    notEnglish: 'Darin steht kein englisches Wort, also gibt es keine Wertung.',
    knowsFew: (share) =>
      `Das Modell kennt nur ${share} dieser Wörter, die Wertung ist also geraten.`,
    failed: 'Dieser Text konnte nicht gelesen werden.',
    curve: 'Die Wörter, jedes mit seiner Wertung',
    curveHint:
      'Zeigen oder tippen Sie auf ein Wort; auf der Tastatur führen die Pfeiltasten von Wort zu Wort.',
    curveEnds: (shown, all) =>
      `Die Kurve endet nach ${number(shown)} von ${count(all, 'Wort', 'Wörtern')}; Klasse und Begründung gelten für den ganzen Text.`,
    list: 'Die Kurve als Liste',
    columnWord: 'Wort',
    columnGrade: 'Wertung',
    columnName: 'In Worten',
    ngrams: 'Wörter, die zusammen zählen',
    ngramsHint:
      'Was jede Wortkombination zum Punktwert beiträgt, auf dem die Wertung beruht. Wählen Sie eine aus, um sie im Text zu sehen.',
    for: 'Dafür: positiver',
    against: 'Dagegen: negativer',
    none: 'Nichts.',
    summary: (verdict, grade) => `${verdict}, ${grade}.`,
    summaryAndMost: (verdict, grade, words, adds) =>
      `${verdict}, ${grade}. Am meisten zählt: „${words}“, ${adds}.`,
    balance: (sum, bias, score) =>
      `Alle Kombinationen zusammen tragen ${sum} bei, der Grundwert ${bias}; das ergibt einen Punktwert von ${score}.`,
    balanceAndRest: (sum, bias, rest, score) =>
      `Alle Kombinationen zusammen tragen ${sum} bei, der Grundwert ${bias} und was sich nicht so aufteilen lässt ${rest}; das ergibt einen Punktwert von ${score}.`,
    together: 'Es liest Wörter im Zusammenhang',
    togetherSays:
      'Das Modell gewichtet Kombinationen von Wörtern, die nebeneinander oder weiter auseinander stehen; je größer die Lücke, desto weniger zählen sie. So reicht „not“ über „nearly as“ hinweg bis zu „good“.',
    everyWord: 'Es urteilt bei jedem Wort',
    everyWordSays:
      'Nach jedem Wort hat es eine Meinung zu dem, was es bis dahin gelesen hat, von sehr negativ (−2) bis sehr positiv (2). Das sind die Punkte der Kurve; wo sie endet, steht das Urteil.',
    learned: 'Es hat aus bewerteten Sätzen gelernt',
    learnedSays:
      'Menschen haben Sätze aus Filmrezensionen in fünf Klassen eingeteilt; dazu kamen Texte aus Vorlagen, viele mit Verneinungen. Das Modell kann Englisch, und Ironie entgeht ihm oft.',
    model: 'Modell: Stimmung<span class="model-size"></span>.',
  },
  ownClassifier: {
    heading: (name) => `„${name}“: Klasse und Begründung`,
    lead: 'Zu welcher Klasse gehört ein Text, und woran liegt das? Whylight zeigt, wie wahrscheinlich jede Klasse ist und welche Wörter zusammen dafür und dagegen sprechen.',
    editor: 'Ein Text',
    placeholder: 'Ein Text, der klassifiziert werden soll',
    hint: 'Ändern Sie ein Wort; die Klassen folgen beim Tippen.',
    result: 'Klasse und Begründung',
    likely: (share) => `zu ${share} wahrscheinlich`,
    classesNote:
      'Wählen Sie eine Klasse, um zu sehen, was für sie spricht; noch einmal lässt sie wieder los.',
    others: (n) => count(n, 'weitere Klasse', 'weitere Klassen'),
    nothing: 'Schreiben Sie einen Text, um seine Klasse und die Begründung zu sehen.',
    unknown: 'Das Modell kennt keines dieser Wörter und nennt deshalb keine Klasse.',
    knowsFew: (share) =>
      `Das Modell kennt nur ${share} dieser Wörter, die Klasse ist also geraten.`,
    ngramsHint: (name) =>
      `Was jede Wortkombination zum Punktwert von „${name}“ beiträgt. Wählen Sie eine aus, um sie im Text zu sehen.`,
    gradeHint:
      'Was jede Wortkombination zum Punktwert beiträgt, auf dem die Wertung beruht. Wählen Sie eine aus, um sie im Text zu sehen.',
    for: (name) => `Für „${name}“`,
    against: (name) => `Gegen „${name}“`,
    higher: 'Für eine höhere Wertung',
    lower: 'Für eine niedrigere Wertung',
    noReasons:
      'Was dieses Modell sagt, ist keine Summe über Wortkombinationen, deshalb gibt es keine Begründung zu zeigen.',
  },
  ask: {
    label: 'Befragen',
    title: 'Whylight: was Rezensionen zu einer Frage sagen',
    heading: 'Fragen Sie die Rezensionen',
    lead: 'Schreiben Sie eine Frage und fügen Sie eine Rezension ein oder mehrere. Whylight markiert die Wörter, die sie beantworten, sagt, wie sicher es ist, und auch, wenn eine Rezension nichts dazu sagt.',
    privacy:
      'Alles läuft im Browser, ohne Server. <strong>Nichts, was Sie eingeben, verlässt dieses Gerät.</strong>',
    editor: 'Frage und Rezensionen',
    sampleList: 'Beispielrezensionen',
    question: 'Frage',
    questionPlaceholder: 'Was möchten Sie wissen?',
    questions: 'Fragen zum Ausprobieren',
    reviews: 'Rezensionen',
    placeholder: 'Fügen Sie hier eine Rezension ein oder mehrere.',
    hint: 'Zwischen zwei Rezensionen steht eine leere Zeile; ohne eine solche ist jede Zeile eine Rezension.',
    keys: '<kbd>Enter</kbd> in der Frage fragt sofort.',
    samples: { hotel: 'Hotel', restaurant: 'Restaurant', headphones: 'Eine Rezension' },
    result: 'Antwort',
    quotes: 'Was sie sagen',
    nothing: 'Schreiben Sie eine Frage und eine Rezension, um zu sehen, was sie sagt.',
    failed: 'Die Frage konnte nicht beantwortet werden.',
    quoted: (words) => `„${words}“`,
    saying: (n, of) =>
      n === 0
        ? `Keine der ${number(of)} Rezensionen beantwortet das.`
        : `${number(n)} von ${number(of)} Rezensionen ${n === 1 ? 'beantwortet' : 'beantworten'} das.`,
    notSaid: 'Die Rezension sagt es nicht.',
    sure: (probability) => `Mit einer Wahrscheinlichkeit von ${probability} sagt es die Rezension.`,
    unsure: (probability, threshold) =>
      `Zu ${probability} wahrscheinlich sagt sie es; eine Antwort gibt es erst ab ${threshold}.`,
    review: (n) => `Rezension ${number(n)}`,
    theReview: 'Die Rezension',
    saysIt: (probability) => `sagt es, zu ${probability} wahrscheinlich`,
    saysNothing: (probability) =>
      `sagt es nicht (dass sie es sagt, ist zu ${probability} wahrscheinlich)`,
    others: 'Die nächstwahrscheinlichen Stellen',
    nearest: 'Was dem am nächsten kommt',
    words: 'Wörter der Antwort',
    nearestWords: 'Wörter dessen, was am nächsten kommt',
    theQuestion: 'Die Frage',
    theQuestionTo: (review) => `Die Frage, wie ${review} sie liest`,
    questionWords: 'Wörter der Frage',
    why: 'Warum?',
    wordsHint:
      'Zeigen oder tippen Sie auf ein markiertes Wort, um zu sehen, welche Wörter der Frage es gelesen hat.',
    effectsHint:
      'Die Zahl unter einem Wort sagt, wievielmal so wahrscheinlich die wahrscheinlichste Stelle mit dem Wort die Antwort ist wie ohne es. Zeigen oder tippen Sie auf ein Wort hier oder in einer Markierung, um mehr zu sehen.',
    effectsLong:
      'Was jedes Wort bewirkt, wird bei einer so langen Rezension nicht gemessen. Zeigen oder tippen Sie auf ein markiertes Wort, um zu sehen, welche Wörter es gelesen hat.',
    effectsFailed: 'Was jedes Wort der Frage bewirkt, konnte nicht gemessen werden.',
    makes: (times) =>
      `macht es ${times}-mal so wahrscheinlich, dass die wahrscheinlichste Stelle die Antwort ist.`,
    doesLittle: 'ändert kaum, wie wahrscheinlich die wahrscheinlichste Stelle die Antwort ist.',
    instead: (now, before) => `${now} statt ${before}`,
    without: {
      same: (change) => `Ohne es bleibt die Antwort gleich (zu ${change} wahrscheinlich).`,
      none: (change) =>
        `Ohne es sagt es die Rezension nicht (dass sie es sagt, ist zu ${change} wahrscheinlich).`,
      stillNone: (change) =>
        `Auch ohne es sagt es die Rezension nicht (dass sie es sagt, ist zu ${change} wahrscheinlich).`,
    },
    withoutOther: (quote, now) => `Ohne es wäre die Antwort „${quote}“ (zu ${now} wahrscheinlich).`,
    readAlone: (words) => `Die Antwort beruht allein auf diesen Wörtern: „${words}“`,
    knowsFewOfQuestion: (share) =>
      `Das Modell kennt nur ${share} der Wörter der Frage, die Antwort ist also geraten.`,
    knowsFewOfReview: (share) =>
      `Das Modell kennt nur ${share} der Wörter der Rezension, die Antwort ist also geraten.`,
    leftOut: (read, more) =>
      `Nur die ersten ${count(read, 'Rezension', 'Rezensionen')} wurden gelesen, ${number(more)} weitere nicht.`,
    meet: 'Rezension und Frage treffen sich',
    meetSays:
      'Jedes Wort der Rezension liest die ganze Frage, manche ihrer Wörter etwas mehr als andere. Zeigen Sie darauf, um zu sehen, wie viel von jedem. Das sagt, wohin das Modell gesehen hat, nicht, warum es gewählt hat. Was ein Wort der Frage bewirkt, wird gemessen: Die Rezension wird ohne es noch einmal gelesen.',
    places: 'Jede Stelle wird gewogen',
    placesSay:
      'Das Modell sagt, wie wahrscheinlich jede Stelle der Rezension die Antwort ist und wie wahrscheinlich es keine gibt. Die wahrscheinlichste Stelle wird markiert, wenn es überhaupt eine Antwort gibt.',
    learned: 'Es hat aus Fragen zu Rezensionen gelernt',
    learnedSays:
      'Menschen haben in englischen Rezensionen von Hotels, Restaurants, Elektronik und Lebensmitteln markiert, was eine Frage beantwortet, oder dass nichts sie beantwortet. Bei anderen Texten rät das Modell, und es irrt oft: Lesen Sie die Wörter um eine Antwort herum.',
    model: 'Modell: Leser<span class="model-size"></span>.',
  },
  pairs: {
    label: 'Vergleich',
    title: 'Whylight: was für zwei Texte gilt',
    heading: 'Folgt eins aus dem anderen?',
    lead: 'Schreiben Sie zwei Sätze. Whylight sagt, ob der zweite aus dem ersten folgt, ihm widerspricht oder keins von beidem. Es zeigt, welche Wörter es zusammen gelesen hat und was sich ohne ein Wort ändern würde.',
    privacy:
      'Alles läuft im Browser, ohne Server. <strong>Nichts, was Sie eingeben, verlässt dieses Gerät.</strong>',
    editor: 'Zwei Texte',
    sampleList: 'Beispielpaare',
    first: 'Erster Text',
    second: 'Zweiter Text',
    swap: 'Die beiden Texte vertauschen',
    placeholder: 'Schreiben Sie einen Satz.',
    hint: 'Ändern Sie ein Wort; das Urteil folgt beim Tippen.',
    keys: '<kbd>Strg</kbd> oder <kbd>⌘</kbd> + <kbd>Enter</kbd> vergleicht sofort.',
    samples: {
      follows: 'Folgt',
      contradicts: 'Widerspricht',
      neither: 'Keins von beidem',
      negation: 'Verneinung',
      same: 'Anders gesagt',
      swapped: 'Vertauschte Wörter',
      opposites: 'Gegenteile',
      more: 'Sagt mehr',
      unrelated: 'Etwas anderes',
    },
    result: 'Urteil und Begründung',
    directions: {
      forward: 'Vom ersten zum zweiten',
      backward: 'Vom zweiten zum ersten',
    },
    says: {
      forward: {
        follows: 'Der zweite folgt aus dem ersten',
        contradicts: 'Der zweite widerspricht dem ersten',
        neither: 'Keins von beidem',
      },
      backward: {
        follows: 'Der erste folgt aus dem zweiten',
        contradicts: 'Der erste widerspricht dem zweiten',
        neither: 'Keins von beidem',
      },
    },
    relations: { follows: 'Folgt', contradicts: 'Widerspricht', neither: 'Keins von beidem' },
    bothSay: 'Beide sagen dasselbe: Jeder folgt aus dem anderen.',
    likely: (probability) => `zu ${probability} wahrscheinlich`,
    shares: 'Wie wahrscheinlich jedes ist',
    nothing: 'Schreiben Sie in beide Felder etwas, um zu sehen, was für sie gilt.',
    nothingLeft: 'Jeder Text braucht ein Wort. Wählen Sie eines noch einmal, um es zurückzuholen.',
    unknown: 'Von einem dieser Texte kennt das Modell kein Wort, also gibt es kein Urteil.',
    knowsFew: {
      text: (share) =>
        `Das Modell kennt nur ${share} der Wörter des ersten Textes, das Urteil ist also geraten.`,
      other: (share) =>
        `Das Modell kennt nur ${share} der Wörter des zweiten Textes, das Urteil ist also geraten.`,
    },
    knowsFewOfBoth: (first, second) =>
      `Das Modell kennt nur ${first} der Wörter des ersten Textes und ${second} des zweiten, das Urteil ist also geraten.`,
    failed: 'Diese Texte konnten nicht verglichen werden.',
    words: 'Wort für Wort',
    wordsHint:
      'Zeigen oder tippen Sie auf ein Wort, um zu sehen, was es vom anderen Text liest. Wählen Sie es, um es wegzulassen, und noch einmal, um es zurückzuholen.',
    wordsLong: (most) =>
      `Die Wörter werden einzeln gezeigt, wenn beide Texte zusammen höchstens ${number(most)} haben.`,
    effectsHint:
      'Unter jedem Wort: um wie viele Prozentpunkte das Urteil vom ersten zum zweiten mit dem Wort wahrscheinlicher ist als ohne.',
    firstWords: 'Wörter des ersten Textes',
    secondWords: 'Wörter des zweiten Textes',
    leftOut: 'weggelassen',
    restore: 'Alle Wörter zurückholen',
    readWord: (word, share) => `„${word}“ ${share}`,
    comma: ', ',
    reads: (words) => `liest ${words}.`,
    owes: (verdict, points) => `Es ändert „${verdict}“ um ${points} Punkte.`,
    matrix: 'Alle Wörter beider Texte',
    matrixHint: 'Wie viel jedes Wort des ersten Textes (Zeilen) von jedem Wort des zweiten liest.',
    matrixLong: (most) =>
      `Diese Tabelle wird gezeigt, wenn jeder Text höchstens ${count(most, 'Wort', 'Wörter')} hat.`,
    meet: 'Die Wörter treffen sich',
    meetSays:
      'Jedes Wort liest den anderen Text, vor allem die Wörter, die ihm in der Bedeutung nahe sind. Die Linien zeigen, wie viel es von jedem liest.',
    compared: 'Dann werden sie verglichen',
    comparedSays:
      'Das Modell vergleicht jedes Wort mit dem, was es gelesen hat, und macht aus allen Vergleichen ein Urteil. Was ein Wort dazu beiträgt, wird gemessen: Das Urteil wird ohne das Wort noch einmal gefällt.',
    learned: 'Es hat aus Paaren gelernt',
    learnedSays:
      'Menschen haben Tausende Paare kurzer englischer Sätze beurteilt, die beschreiben, was zu sehen ist; viele weitere Paare entstanden aus Vorlagen. Bei anderen Texten rät das Modell, und ihm können Gegenteile entgehen und dasselbe in anderen Worten.',
    model: 'Modell: Paare<span class="model-size"></span>.',
  },
  questions: {
    label: 'Fragen',
    title: 'Whylight: Fragen, die dasselbe meinen',
    heading: 'Fragen, die dasselbe meinen',
    lead: 'Fragen Sie in Ihren eigenen Worten. Whylight findet die Fragen, die dasselbe meinen, markiert die Wörter, auf denen jeder Treffer beruht, und sagt es, wenn nichts passt.',
    privacy:
      'Alles läuft im Browser, ohne Server. <strong>Nichts, was Sie eingeben oder öffnen, verlässt dieses Gerät.</strong>',
    sets: 'Suchen in',
    setNames: {
      all: 'Alle Themen',
      travel: 'Reisen',
      helpDesk: 'Helpdesk',
      computers: 'Computer',
    },
    bringOwn: 'Eigene Fragen\u00a0…',
    question: 'Ihre Frage',
    placeholder: 'Was möchten Sie wissen?',
    hint: 'Antworten erscheinen beim Tippen.',
    keys: '<kbd>Enter</kbd> fragt sofort.',
    examples: 'Zum Beispiel',
    result: 'Gleichbedeutende Fragen',
    ranking: 'Rangfolge',
    combined: 'Kombiniert',
    apart: 'Modell und Wörter getrennt',
    model: 'Modell: Fragen<span class="model-size"></span>.',
    opening: (set) => `„${set}“ wird geöffnet\u00a0…`,
    readingSet: (questions) => `${count(questions, 'Frage wird', 'Fragen werden')} gelesen\u00a0…`,
    notOpened:
      'Die Sammlung wurde nicht geöffnet. Wählen Sie sie noch einmal aus, um es erneut zu versuchen.',
    openFailed: (set) => `„${set}“ konnte nicht geöffnet werden.`,
    reads: 'Es liest, was gefragt wird',
    readsSays:
      'Das Modell macht aus jeder Frage eine Liste von Zahlen, sodass Fragen, die dasselbe meinen, ähnliche Zahlen haben, gleich mit welchen Worten. Bei falsch geschriebenen Wörtern zählt die Schreibweise.',
    compares: 'Es vergleicht auch Wörter',
    comparesSays:
      'Daneben zählt BM25 die Wörter, die beide Fragen enthalten; seltene Wörter zählen mehr. Namen und Zahlen werden so am besten gefunden. Beides wird kombiniert.',
    sure: 'Es sagt, wie sicher es ist',
    sureSays:
      'Wie nah nah genug ist, hängt von der Sammlung ab; darum werden jeder zuerst hundert Fragen zu anderen Dingen gestellt. Was sich davon abhebt, meint wahrscheinlich dasselbe; hebt sich nichts ab, passt nichts. Das Modell kann Englisch und irrt sich hin und wieder; „Warum“ zeigt, woran es sich orientiert hat.',
  },
  certainty: {
    almostCertainly: 'fast sicher',
    veryLikely: 'sehr wahrscheinlich',
    probably: 'wahrscheinlich',
    perhaps: 'vielleicht',
    hardly: 'kaum',
  },
  found: {
    searched: (questions, time) =>
      `${count(questions, 'Frage', 'Fragen')} in ${time} durchsucht, auf diesem Gerät`,
    nothingAsked: 'Geben Sie eine Frage ein, um Fragen zu finden, die dasselbe meinen.',
    failed: 'Nach dieser Frage konnte nicht gesucht werden.',
    byModel: 'Mit dem Modell',
    byModelSays: 'Was gefragt wird, gleich mit welchen Worten',
    byWords: 'Anhand der Wörter (BM25)',
    byWordsSays: 'Gemeinsame Wörter',
    noneByWords: 'Keine Frage enthält eines davon.',
    nearest: 'Die ähnlichsten',
    nearestList: 'Die ähnlichsten Fragen',
    list: 'Gleichbedeutende Fragen',
    lessLikely: 'Weniger wahrscheinlich',
    lessLikelyOf: (questions) => `Weniger wahrscheinlich (${number(questions)})`,
    nothing: 'Diese Frage gibt es hier nicht',
    unknownWords: 'Keines ihrer Wörter ist hier bekannt.',
    nearestChance: (chance) =>
      `Die ähnlichste Frage meint mit einer Wahrscheinlichkeit von ${chance} dasselbe.`,
    keep: 'Für später aufbewahren',
    nothingSummary: 'Diese Frage gibt es hier nicht.',
    nearestSummary: (question, chance) =>
      `Diese Frage gibt es hier nicht. Die ähnlichste: „${question}“, ${chance}.`,
    summary: (questions, first) =>
      `${count(questions, 'Frage', 'Fragen')} gefunden. Die erste: „${first}“.`,
    summaryAndChance: (questions, first, certainty, chance) =>
      `${count(questions, 'Frage', 'Fragen')} gefunden. Die erste: „${first}“, ${certainty} gleichbedeutend, ${chance}.`,
    answer: 'Antwort',
    why: 'Warum',
    score: 'Punktwert',
    sameWord: 'dasselbe Wort',
    alike: 'für das Modell ähnlich',
    words: 'Wörter Ihrer Frage, die passen',
    wordsHint: 'Zeigen Sie auf ein markiertes Wort, um zu sehen, wozu es passt.',
    matches: (words, more, hits, all) =>
      ` passt zu ${words.map((word) => `„${word}“`).join(', ')}${more ? ' und weiteren' : ''} in ${number(hits)} von ${count(all, 'Treffer', 'Treffern')}.`,
  },
  why: {
    looking: 'Wird ermittelt\u00a0…',
    failed: 'Der Grund konnte nicht ermittelt werden.',
    scoreOfBoth: (model, words) =>
      `Punktwert: ${model} vom Modell und ${words} von gemeinsamen Wörtern.`,
    scoreOfModel: (model) => `Punktwert: ${model} vom Modell.`,
    scoreOfWords: (words) => `Punktwert: ${words} von gemeinsamen Wörtern.`,
    scoreOfNothing: 'Punktwert: nichts.',
    alike: 'Was das Modell ähnlich findet',
    alikeSays: (score, pairs, rest) =>
      `Wie ähnlich das Modell die beiden Fragen findet: ${score}, wobei 1 dasselbe wäre. Alle Wortpaare, je ein Wort aus jeder Frage, tragen ${pairs} bei, alles andere ${rest}.`,
    pairs: 'Wortpaare, die am meisten zählen',
    and: ' und ',
    words: 'Gemeinsame Wörter',
    noWords: 'Keine: Die Fragen unterscheiden sich in jedem Wort.',
    youWrote: 'Ihre Frage',
    itHas: 'Treffer',
    adds: 'Beitrag',
    wordsSum: (score, share) =>
      `Insgesamt ${score}, das sind ${share} dessen, was eine Frage höchstens erreichen könnte. Seltene Wörter tragen mehr bei.`,
    without: 'Wenn ein Wort wegfällt',
    withoutStays: (place) => ['Ohne ', ` bleibt dieser Treffer auf Platz ${number(place)} `],
    withoutMoves: (from, to) => [
      'Ohne ',
      ` rückt dieser Treffer von Platz ${number(from)} auf Platz ${number(to)} `,
    ],
    scoreChange: (change) => `Punktwert ${change}`,
    above: (place) => `Warum dieser Treffer vor Nummer ${number(place)} steht`,
    compare: (place) => `Mit Nummer ${number(place)} vergleichen`,
    compareFailed: 'Der Vergleich ist fehlgeschlagen.',
    comparison: ({ alike, other, place, otherAlike, model, words }) =>
      `Ähnlichkeit nach dem Modell: hier ${alike}, bei „${other}“, Nummer ${number(place)}, ${otherAlike}. Vom Unterschied im Punktwert kommen ${model} vom Modell und ${words} von gemeinsamen Wörtern.`,
    speaksFor: 'spricht für diesen Treffer',
    speaksForOther: (place) => `spricht für Nummer ${number(place)}`,
  },
  ownSet: {
    says: (questions) => count(questions, 'eigene Frage', 'eigene Fragen'),
    keep: 'Auf diesem Gerät aufbewahren',
    saveAs: 'Speichern als',
    csv: 'CSV',
    jsonLines: 'JSON Lines',
    index: 'Index',
    delete: 'Löschen',
    deleteIt: 'Ja, löschen',
    keepIt: 'Nein, behalten',
    askDelete: (set) => `„${set}“ hier löschen?`,
    askDeleteKept: (set) => `„${set}“ hier und auf diesem Gerät löschen?`,
    keepFailed: 'Die Sammlung konnte nicht aufbewahrt werden.',
    saveFailed: 'Die Sammlung konnte nicht gespeichert werden.',
    deleteFailed: 'Die Sammlung konnte nicht gelöscht werden.',
    gone: (set) =>
      `„${set}“ wird auf diesem Gerät nicht mehr aufbewahrt. Bringen Sie die Fragen erneut mit.`,
  },
  unanswered: {
    title: 'Fragen ohne Antwort',
    lead: 'Fragen, auf die die Sammlung keine Antwort hat, zeigen, was als Nächstes zu schreiben ist. Aufbewahrt werden sie nur auf Ihren Wunsch und nur auf diesem Gerät; sie verlassen es nur als Datei, die Sie speichern.',
    keep: 'Fragen ohne Antwort aufbewahren, sobald ich Enter drücke oder das Feld verlasse',
    saveCsv: 'Als CSV speichern',
    saveJsonLines: 'Als JSON Lines speichern',
    deleteAll: 'Alle löschen',
    kept: 'Auf diesem Gerät aufbewahrt, in der Liste unten.',
    keepFailed: 'Die Frage konnte nicht aufbewahrt werden.',
    changeFailed: 'Das konnte nicht geändert werden.',
    noteFailed: 'Eine Frage konnte nicht aufbewahrt werden.',
    saveFailed: 'Die Fragen konnten nicht gespeichert werden.',
    deleteFailed: 'Die Fragen konnten nicht gelöscht werden.',
    says: (questions) => `${count(questions, 'Frage', 'Fragen')}, auf diesem Gerät aufbewahrt`,
    aboutNearest: (set, chance) => `${set}, ähnlichste Frage: ${chance}`,
  },
  duplicates: {
    title: 'Beinahe-Duplikate in dieser Sammlung',
    lead: 'Fragen, die fast dasselbe sagen, in Gruppen: wo eine Antwort genügen würde oder ein alter Eintrag übrig geblieben ist.',
    threshold: 'Ähnlichkeit, mindestens',
    comparing: 'Jede Frage wird mit allen anderen verglichen\u00a0…',
    failed: 'Nach Duplikaten konnte nicht gesucht werden.',
    stopped: 'Abgebrochen. ',
    again: 'Erneut suchen',
    none: (questions) =>
      `Von ${count(questions, 'Frage', 'Fragen')} sind sich keine zwei so ähnlich.`,
    groups: (groups, questions, all) =>
      `${count(groups, 'Gruppe', 'Gruppen')} mit ${number(questions)} von ${count(all, 'Frage', 'Fragen')}.`,
    groupsShown: (groups, questions, all, shown) =>
      `${count(groups, 'Gruppe', 'Gruppen')} mit ${number(questions)} von ${count(all, 'Frage', 'Fragen')}; gezeigt werden die ${number(shown)} größten.`,
    search: 'Danach suchen',
    more: (questions) => `und ${number(questions)} weitere`,
    pair: (alike) => `2 Fragen. Ähnlichkeit: ${alike}`,
    group: (questions, least, most) =>
      `${count(questions, 'Frage', 'Fragen')}. Ähnlichkeit: ${least} bis ${most}`,
  },
  evaluation: {
    title: 'Wie gut ist die Suche?',
    lead: 'Hier auf diesem Gerät gemessen, zum Vergleich mit BM25, das nur Wörter abgleicht. Die Zahlen in Klammern geben an, wo ein Wert in 95 von 100 Stichproben dieser Größe liegt.',
    ownPairs: 'An eigenen Paaren',
    ownPairsHint:
      'CSV oder JSON Lines: zwei Fragen pro Zeile und 1 oder ja, wo beide dasselbe meinen, 0 oder nein, wo nicht. Nichts wird hochgeladen.',
    ourQuestions: 'An unseren eigenen Fragen',
    ourQuestionsHint:
      'Wir haben 105 Fragen zu den drei mitgelieferten Sammlungen geschrieben, in anderen Worten als dort; auf 15 davon hat keine Sammlung eine Antwort.',
    measure: 'Messen',
    measuring: 'Wird gemessen\u00a0…',
    stopped: 'Abgebrochen. Es wurde nichts gemessen.',
    failed: 'Das konnte nicht gemessen werden.',
    rankers: { combined: 'Kombiniert', model: 'Modell', bm25: 'BM25' },
    yourPairs: 'An Ihren Paaren',
    pairs: (pairs, same) =>
      `${count(pairs, 'Paar', 'Paare')}, davon ${number(same)} gleichbedeutend.`,
    leftOut: (measured, left) =>
      `Gemessen wurden die ersten ${number(measured)}; ${number(left)} ${was(left)} ausgelassen.`,
    unusable: (rows, line, problem) =>
      `${count(rows, 'Eintrag konnte', 'Einträge konnten')} nicht verwendet werden. Zeile ${line}: ${problem}`,
    oneKind:
      'Alle Paare haben dasselbe Label. Darum lässt sich nicht die Reihenfolge beurteilen, sondern nur das Urteil über jedes Paar.',
    auc: 'AUC',
    averagePrecision: 'Mittlere Präzision',
    right: 'Richtig',
    rightFirst: 'Richtige Frage zuerst',
    difference: (value, low, high) =>
      `AUC des Modells minus AUC von BM25, an denselben Stichproben: ${value} (${low} bis ${high}).`,
    explanation: (probability) =>
      `Die AUC sagt, wie oft ein gleichbedeutendes Paar einen höheren Punktwert hat als ein anderes; der Zufall erreicht 0,5. „Richtig“ ist der Anteil der Paare, über die richtig geurteilt wird: von dieser Seite ab einer Wahrscheinlichkeit von ${probability}, von den anderen Verfahren ab der Schwelle, die für genau diese Paare die beste ist, was sie begünstigt.`,
    answerable: (questions) =>
      `${count(questions, 'Frage', 'Fragen')}, die eine Sammlung beantwortet, jede in ihrer eigenen gesucht.`,
    refused: (ofOthers, others, ofAnswerable, answerable) =>
      `„Diese Frage gibt es hier nicht“ heißt es bei ${ofOthers} der ${number(others)} Fragen, die keine Sammlung beantwortet, und zu Unrecht bei ${ofAnswerable} der ${number(answerable)}, die eine beantwortet. Wo das beginnt, wurde an genau diesen Fragen festgelegt; bei anderen gelingt es daher weniger gut.`,
    estimate: (value, low, high) => `${value} (${low} bis ${high})`,
    figures: 'Messwerte',
  },
  importing: {
    title: 'Eigene Fragen',
    close: 'Schließen',
    privacy:
      'Die Fragen werden auf diesem Gerät gelesen. <strong>Nichts wird hochgeladen.</strong>',
    hint: 'Tabellen (CSV), JSON Lines, eine Seite mit FAQ (schema.org), eine Frage pro Zeile oder ein hier gespeicherter Index. Höchstens 50\u00a0MB und 100.000 Fragen.',
    chooseFile: 'Datei auswählen',
    orDrop: ' oder hier ablegen',
    oneFile: (name) => `Es wird immer nur eine Datei gelesen, hier „${name}“.`,
    orPaste: 'Oder einfügen',
    readPasted: 'Eingefügtes lesen',
    example: 'question,answer\nWhere is my parcel?,Look at …',
    pairsExample: 'a,b,same\nWhere is my parcel?,My parcel has not come,1',
    name: 'Name der Sammlung',
    ownName: 'Meine Fragen',
    division: 'Eine Frage ist',
    divisions: { line: 'eine Zeile', paragraph: 'ein Absatz', row: 'eine Tabellenzeile' },
    separator: 'Trennzeichen',
    separators: {
      comma: 'Komma',
      semicolon: 'Semikolon',
      tab: 'Tabulator',
      bar: 'senkrechter Strich',
    },
    header: 'Die erste Zeile enthält die Spaltennamen',
    uses: 'Welche Spalte ist was',
    useNames: { question: 'Frage', answer: 'Antwort', category: 'Kategorie', id: 'ID' },
    none: 'keine',
    preview: 'Die ersten Einträge',
    keep: 'Für meinen nächsten Besuch auf diesem Gerät aufbewahren',
    back: 'Zurück',
    reading: 'Wird gelesen\u00a0…',
    readingFile: 'Datei wird gelesen\u00a0…',
    parsing: 'Wird ausgewertet\u00a0…',
    rowsRead: (rows, format) => `${count(rows, 'Eintrag', 'Einträge')}, gelesen als ${format}.`,
    formats: {
      table: 'Tabelle',
      'json-lines': 'JSON Lines',
      'json-array': 'JSON-Array',
      'faq-page': 'FAQ-Seite',
      'plain-text': 'eine Frage pro Zeile',
      paragraphs: 'eine Frage pro Absatz',
    },
    search: (questions) =>
      questions === 1 ? 'In dieser Frage suchen' : `In diesen ${number(questions)} Fragen suchen`,
    searchThese: 'In diesen Fragen suchen',
    problems: (rows) => `${count(rows, 'Eintrag', 'Einträge')} zu prüfen`,
    line: (line) => `Zeile ${line}`,
    moreProblems: (problems) => `Und ${count(problems, 'weiteres', 'weitere')}.`,
    making: (questions) => `${count(questions, 'Frage wird', 'Fragen werden')} gelesen\u00a0…`,
    made: (done, all, share) =>
      `${number(done)} von ${count(all, 'Frage', 'Fragen')} gelesen, ${share}`,
    openingIndex: 'Index wird geöffnet\u00a0…',
    badIndex:
      'Dieser Index ist beschädigt oder von einem anderen Modell. Wählen Sie eine andere Datei oder bringen Sie die Fragen selbst als Tabelle mit.',
    otherIndex: (fields) =>
      `Erwartet wurde ein Index mit dem Feld "question"; gefunden ${was(fields.length)} ${fields.map((field) => `"${field}"`).join(', ')}.`,
  },
  many: {
    label: 'Viele Rezensionen',
    title: 'Whylight: viele Rezensionen auf einmal',
    heading: 'Viele Rezensionen auf einmal',
    lead: 'Öffnen Sie eine Tabelle oder Liste mit bis zu 10.000 Rezensionen. Whylight bewertet sie alle, fasst zusammen, was sie zu jedem Aspekt sagen, und zeigt die Wörter hinter jeder Bewertung.',
    privacy:
      'Die Rezensionen werden auf diesem Gerät gelesen und bewertet, ohne Server. <strong>Nichts wird hochgeladen.</strong>',
    source: 'Ihre Rezensionen',
    hint: 'Eine Tabelle (CSV oder TSV), JSON Lines oder einfacher Text mit einer Rezension pro Zeile oder pro Absatz. Höchstens 50\u00a0MB und 10.000 Rezensionen.',
    gone: (reviews) =>
      `Hier haben Sie ${count(reviews, 'Rezension', 'Rezensionen')} bewertet. Was Sie mitbringen, wird nicht gespeichert; bringen Sie es erneut mit.`,
    example: 'Spotless room and kind staff.\nThe bed was hard and the street is loud.',
    sample: (reviews) => `Mit ${count(reviews, 'Hotelrezension', 'Hotelrezensionen')} ausprobieren`,
    sampleName: 'hotelrezensionen',
    ownName: 'rezensionen',
    setup: 'Was bewertet wird und wie',
    model: 'Es geht um',
    column: 'Spalte der Rezensionen',
    division: 'Eine Rezension ist',
    divisions: { line: 'eine Zeile', paragraph: 'ein Absatz', row: 'eine Tabellenzeile' },
    firstOnes: 'Die ersten davon',
    rowsRead: (rows, format) => `${count(rows, 'Eintrag', 'Einträge')}, gelesen als ${format}.`,
    formats: {
      table: 'Tabelle',
      'json-lines': 'JSON Lines',
      'json-array': 'JSON-Array',
      'faq-page': 'Seite',
      'plain-text': 'eine Rezension pro Zeile',
      paragraphs: 'eine Rezension pro Absatz',
    },
    leftOut: (most, rest) =>
      `Auf einmal ${most === 1 ? 'kann nur die erste Rezension' : `können nur die ersten ${number(most)} Rezensionen`} bewertet werden; ${rest === 1 ? 'die letzte wird' : `die letzten ${number(rest)} werden`} ausgelassen.`,
    rate: (reviews) => `${count(reviews, 'Rezension', 'Rezensionen')} bewerten`,
    rateThese: 'Diese Rezensionen bewerten',
    back: 'Zurück',
    startOver: 'Andere Rezensionen öffnen',
    result: 'Was sie sagen',
    failed: 'Die Rezensionen konnten nicht bewertet werden.',
    progress: (done, all) =>
      `${number(done)} von ${count(all, 'Rezension', 'Rezensionen')} bewertet`,
    progressSeconds: (done, all, seconds) =>
      `${number(done)} von ${count(all, 'Rezension', 'Rezensionen')} bewertet, noch etwa ${count(seconds, 'Sekunde', 'Sekunden')}`,
    progressMinutes: (done, all, minutes) =>
      `${number(done)} von ${count(all, 'Rezension', 'Rezensionen')} bewertet, noch etwa ${count(minutes, 'Minute', 'Minuten')}`,
    finished: (reviews, time) =>
      `${count(reviews, 'Rezension', 'Rezensionen')} in ${time} bewertet, auf diesem Gerät.`,
    stopped: (done, all) =>
      `Abgebrochen. ${number(done)} von ${count(all, 'Rezension', 'Rezensionen')} ${was(done)} bewertet.`,
    rateRest: (reviews) =>
      reviews === 1 ? 'Die letzte bewerten' : `Die übrigen ${number(reviews)} bewerten`,
    seconds: (seconds) => `${seconds}\u00a0s`,
    otherSubject: (reviews, kind) =>
      reviews === 1
        ? `1 Text liest sich nicht wie ${kind}. Er wurde nicht bewertet.`
        : `${number(reviews)} Texte lesen sich nicht wie ${kind}. Sie wurden nicht bewertet.`,
    byAspect: 'Aspekt für Aspekt',
    mentions: (reviews, all) =>
      `${number(reviews)} von ${count(all, 'Rezension', 'Rezensionen')} ${reviews === 1 ? 'sagt' : 'sagen'} etwas dazu`,
    nobody: 'Keine Rezension sagt etwas dazu',
    mean: (stars) => `im Schnitt ${stars} von 5`,
    shareOf: (share, name) => `${share} ${name}`,
    stars: (stars) => count(stars, 'Stern', 'Sterne'),
    praise: 'Am stärksten dafür',
    blame: 'Am stärksten dagegen',
    outliers: 'Anders als die übrigen',
    far: (aspect, found, usual) => `${aspect} ${found}, bei den übrigen um ${usual}`,
    divided: (high, highStars, low, lowStars) =>
      `Zwiespältig: ${high} ${highStars}, ${low} ${lowStars}`,
    list: 'Rezension für Rezension',
    search: 'Mit den Wörtern',
    aspect: 'Erwähnter Aspekt',
    anything: 'beliebig',
    from: 'Bewertung von',
    to: 'bis',
    sort: 'Sortiert nach',
    sorts: {
      order: 'ursprünglicher Reihenfolge',
      shortest: 'Länge, kürzeste zuerst',
      longest: 'Länge, längste zuerst',
      lowest: (aspect) => `${aspect}, niedrigste zuerst`,
      highest: (aspect) => `${aspect}, höchste zuerst`,
    },
    clear: 'Alle anzeigen',
    shown: (shown, all) =>
      shown !== all
        ? `${number(shown)} von ${count(all, 'Rezension', 'Rezensionen')}`
        : all === 1
          ? '1 Rezension'
          : `Alle ${number(all)} Rezensionen`,
    none: 'Keine Rezension passt dazu.',
    columns: { line: 'Zeile', review: 'Rezension', words: 'Wörter' },
    sortBy: (column) => `Nach „${column}“ sortieren`,
    compare: 'Mit einer anderen vergleichen',
    compareNext: 'Öffnen Sie nun eine andere Rezension, und drücken Sie auch deren Knopf.',
    notMentioned: 'nicht erwähnt',
    pages: 'Seiten der Liste',
    previous: 'Zurück',
    next: 'Weiter',
    page: (page, pages) => `Seite ${number(page)} von ${number(pages)}`,
    saveCsv: (reviews) => `${count(reviews, 'Rezension', 'Rezensionen')} als CSV speichern`,
    saveJson: (reviews) => `${count(reviews, 'Rezension', 'Rezensionen')} als JSON speichern`,
    sure: (share) => `zu ${share} sicher`,
  },
  unread: {
    // Stands behind "gefunden wurde".
    atLine: (line, problem) => `in Zeile ${line}: ${problem}`,
    tooLarge: (most, megabytes) =>
      `Erwartet wurden höchstens ${number(most)}\u00a0MB; gefunden wurden ${number(megabytes)}\u00a0MB oder mehr. Teilen Sie die Datei oder behalten Sie nur die Spalten, die Sie brauchen.`,
    tooManyRows: (most, line) =>
      `Erwartet wurden höchstens ${number(most)} Einträge, aber ab Zeile ${line} sind es mehr. Teilen Sie die Datei oder behalten Sie nur die Einträge, die Sie brauchen.`,
    tooManyColumns: (most, found, line) =>
      `Erwartet wurden höchstens ${number(most)} Spalten; gefunden wurden ${number(found)} in Zeile ${line}.`,
    endlessRow: (most, line) =>
      `Erwartet wurden Einträge mit höchstens ${number(most)} Zeichen; der Eintrag in Zeile ${line} endet nicht. Wahrscheinlich steht dort ein Anführungszeichen, zu dem das schließende fehlt.`,
    noText: 'Erwartet wurde Text; gefunden wurde keiner.',
    emptyFile: 'Erwartet wurde Text; gefunden wurde eine leere Datei.',
    noRows: 'Erwartet wurde mindestens ein Eintrag unter der Kopfzeile; gefunden wurde keiner.',
    unreadable: (file) =>
      `Der Browser konnte "${file}" nicht lesen. Vielleicht wurde die Datei verschoben oder geändert; wählen Sie sie noch einmal aus.`,
    windows1252:
      'Die Datei ist nicht in UTF-8 und wurde als Windows-1252 gelesen. Wenn Umlaute oder Akzente falsch aussehen, speichern Sie die Datei als UTF-8.',
    brokenEncoding: (encoding, line) =>
      `Erwartet wurde Text; gefunden wurde fehlerhaftes ${encoding} nach Zeile ${line}.`,
    notText:
      'Erwartet wurde Text, etwa CSV, JSON oder einfache Zeilen; gefunden wurden Bytes, die kein Text sind.',
    workbook:
      'Erwartet wurde Text, etwa CSV, JSON oder einfache Zeilen; gefunden wurde eine Arbeitsmappe oder ein anderes ZIP-Archiv. Wählen Sie in Excel „Speichern unter“ und dann „CSV UTF-8“.',
    oldOffice:
      'Erwartet wurde Text, etwa CSV, JSON oder einfache Zeilen; gefunden wurde ein altes Office-Dokument. Wählen Sie in Excel „Speichern unter“ und dann „CSV UTF-8“.',
    pdf: 'Erwartet wurde Text, etwa CSV, JSON oder einfache Zeilen; gefunden wurde ein PDF. Kopieren Sie seinen Text und fügen Sie ihn ein.',
    noQuestion:
      'Erwartet wurde eine Frage; gefunden wurde eine leere Zelle. Der Eintrag wurde ausgelassen.',
    idTaken: (id, line, made) =>
      `Erwartet wurde eine eigene ID; gefunden wurde "${id}", wie in Zeile ${line}. Sie lautet jetzt "${made}".`,
    noId: (made) =>
      `Erwartet wurde eine ID; gefunden wurde eine leere Zelle. Sie lautet jetzt "${made}".`,
    noQuestions: (rows) =>
      `Erwartet wurde eine Frage in mindestens einem von ${count(rows, 'Eintrag', 'Einträgen')}; gefunden wurden nur leere Zellen. Wählen Sie eine andere Spalte für die Frage.`,
    noReview:
      'Erwartet wurde eine Rezension; gefunden wurde eine leere Zelle. Der Eintrag wurde ausgelassen.',
    noWords: (found) =>
      `Erwartet wurde eine Rezension; gefunden wurde „${found}“. Der Eintrag wurde ausgelassen.`,
    longReview: (most, found) =>
      `Erwartet wurde eine Rezension mit höchstens ${number(most)} Zeichen; gefunden wurden ${number(found)}. Der Eintrag wurde ausgelassen.`,
    noReviews: (rows) =>
      `Erwartet wurde eine Rezension in mindestens einem von ${count(rows, 'Eintrag', 'Einträgen')}; gefunden wurden keine Wörter. Wählen Sie eine andere Spalte für die Rezension.`,
    column: (place) => `Spalte ${place}`,
    cellsOfHeader: (expected, found) =>
      `Erwartet ${was(expected)} ${count(expected, 'Zelle', 'Zellen')}, wie in der Kopfzeile; gefunden ${was(found)} ${number(found)}.`,
    cellsOfMost: (expected, found) =>
      `Erwartet ${was(expected)} ${count(expected, 'Zelle', 'Zellen')}, wie in den meisten Einträgen; gefunden ${was(found)} ${number(found)}.`,
    missingQuotes:
      'Erwartet wurde ein Anführungszeichen, das die Zelle schließt; gefunden wurde keines, sodass die Zelle bis zum Ende reicht.',
    invalidQuotes:
      'Erwartet wurde nach einem schließenden Anführungszeichen ein Trennzeichen oder das Ende des Eintrags; gefunden wurde anderer Text. Ein Anführungszeichen innerhalb von Anführungszeichen wird doppelt geschrieben.',
    unnamedQuestion: 'Erwartet wurde eine Question mit "name"; gefunden wurde eine ohne.',
    unanswered: (question) =>
      `Erwartet wurde eine "acceptedAnswer" zu "${question}"; gefunden wurde keine.`,
    faqPage: (found) =>
      `Erwartet wurde eine FAQPage von schema.org, deren "mainEntity" Questions enthält; gefunden wurde ${found}`,
    faqPageWithoutJson: 'eine Seite ohne <script type="application/ld+json">.',
    faqPageWithoutQuestion: 'JSON-LD ohne Question.',
    jsonLines: (found) => `Erwartet wurde ein JSON-Objekt pro Zeile; gefunden wurde ${found}`,
    jsonArray: (found) => `Erwartet wurde ein Array von JSON-Objekten; gefunden wurde ${found}`,
    nothingInIt: 'nichts.',
    notObject: (found) =>
      `Erwartet wurde ein Objekt in geschweiften Klammern; gefunden wurde ${found}.`,
    afterArray:
      'Nach der Klammer, die das Array schließt, wurde nichts mehr erwartet; was folgt, wurde ausgelassen.',
    openArray:
      'Erwartet wurde eine Klammer, die das Array schließt; gefunden wurde das Ende des Textes.',
    singleObject:
      'Erwartet wurde ein JSON-Objekt pro Zeile oder ein Array von Objekten; gefunden wurde ein einzelnes Objekt.',
    singleObjectWithList: (list) =>
      `Erwartet wurde ein JSON-Objekt pro Zeile oder ein Array von Objekten; gefunden wurde ein einzelnes Objekt mit einer Liste namens "${list}". Behalten Sie nur diese Liste.`,
    kinds: {
      list: 'eine Liste in eckigen Klammern',
      null: 'null',
      number: 'eine Zahl',
      boolean: 'ein Wahrheitswert',
    },
    notJson: (expected, found) =>
      `Das ist kein gültiges JSON: erwartet wurde ${expected}, gefunden wurde ${found}.`,
    expected: {
      value: 'ein Wert',
      valueOrBracket: 'ein Wert oder "]"',
      name: 'ein Name in Anführungszeichen',
      nameOrBrace: 'ein Name in Anführungszeichen oder "}"',
      colon: 'ein Doppelpunkt',
      commaOrBrace: 'ein Komma oder "}"',
      commaOrBracket: 'ein Komma oder "]"',
      end: 'das Ende',
      escape: 'eine Escape-Sequenz wie \\n oder \\"',
      quote: 'ein Anführungszeichen, das den Text schließt',
    },
    found: {
      end: 'das Ende',
      lineBreak: 'ein Zeilenumbruch',
      quote: 'ein Anführungszeichen',
      text: (text) => `"${text}"`,
    },
    emptyQuestion:
      'Erwartet wurden zwei Fragen; gefunden wurde eine leere Zelle. Der Eintrag wurde ausgelassen.',
    noLabel:
      'Erwartet wurde ein Label wie 1 oder 0, ja oder nein; gefunden wurde eine leere Zelle. Der Eintrag wurde ausgelassen.',
    otherLabel: (found) =>
      `Erwartet wurde ein Label wie 1 oder 0, ja oder nein; gefunden wurde "${found}". Der Eintrag wurde ausgelassen.`,
    noPairs:
      'Erwartet wurden Einträge mit zwei Fragen und der Angabe, ob sie dasselbe meinen; gefunden wurde keiner.',
    noPairsBut: (line, problem) =>
      `Erwartet wurden Einträge mit zwei Fragen und der Angabe, ob sie dasselbe meinen; gefunden wurde keiner. Zeile ${line}: ${problem}`,
    onePairColumn: (column) =>
      `Erwartet wurden zwei Spalten mit Fragen und, wenn manche nicht dasselbe meinen, eine mit Labels; gefunden wurde eine Spalte, "${column}".`,
    otherPairColumns: (columns) =>
      `Erwartet wurden zwei Spalten mit Fragen und, wenn manche nicht dasselbe meinen, eine mit Labels; gefunden wurden ${columns.map((name) => `"${name}"`).join(', ')}.`,
  },
  share: {
    heading: 'Mitnehmen',
    link: 'Link kopieren',
    image: 'Als Bild kopieren',
    json: 'Als JSON kopieren',
    html: 'Als HTML kopieren',
    print: 'Drucken',
    linkCopied: 'Der Link ist kopiert. Er enthält den Text selbst, den kein Server sieht.',
    linkWithoutA: 'Der Link ist kopiert, ohne Rezension A: Für beide ist in einem Link kein Platz.',
    linkInAddress:
      'Der Browser hat das Kopieren nicht erlaubt. Der Link steht jetzt in der Adresszeile.',
    tooLong: 'Dieser Text ist zu lang für einen Link. Kopieren Sie ihn als JSON oder HTML.',
    imageCopied: 'Das Bild ist kopiert.',
    jsonCopied: 'Das JSON ist kopiert.',
    htmlCopied: 'Das HTML ist kopiert.',
    saved: (file) => `Der Browser hat das Kopieren nicht erlaubt. Gespeichert als ${file}.`,
    notRated: 'Es gibt noch keine Bewertungen.',
    failed: 'Das hat in diesem Browser nicht geklappt.',
    ratedBy: 'Bewertet von Whylight, allein aus den markierten Wörtern.',
    nothingRated: 'Nicht bewertet: Whylight hat darin nichts gefunden, was sich bewerten ließe.',
    fromLink: 'Dieser Text kam mit einem Link.',
    linkBroken: 'Dieser Link ist beschädigt oder abgeschnitten; sein Text fehlt daher.',
    linkNewer:
      'Dieser Link stammt von einer neueren Version der Seite. Laden Sie die Seite neu und öffnen Sie ihn noch einmal.',
  },
  ownModel: {
    bring: 'Ihr Modell…',
    says: 'Zeigen Sie ein Begründungsmodell oder einen Klassifikator, den Sie selbst trainiert haben. Das Modell bleibt auf diesem Gerät.',
    guide: 'Wie man eines trainiert',
    choose: 'Seine drei Dateien auswählen',
    orDrop: ' oder seinen Ordner hier ablegen',
    shown: (name, size) => `„${name}“ ist ein eigenes Modell mit ${size}.`,
    keep: 'Auf diesem Gerät aufbewahren',
    remove: 'Von hier entfernen',
    keepFailed: 'Es konnte nicht aufbewahrt werden.',
    removeFailed: 'Es konnte nicht entfernt werden.',
    gone: (name) =>
      `„${name}“ wurde aus Dateien geöffnet und ist nicht auf diesem Gerät. Bringen Sie die Dateien noch einmal mit oder wählen Sie ein anderes Modell.`,
    missing: (expected, missing) =>
      `Erwartet wurden die drei Dateien eines Modells, ${lists.format(expected)}; nicht dabei: ${lists.format(missing)}.`,
    tooLarge: (most, megabytes) =>
      `Erwartet wurde ein Modell mit höchstens ${number(most)}\u00a0MB; gefunden wurden ${number(megabytes)}\u00a0MB.`,
    unreadable: (file) =>
      `Der Browser konnte „${file}“ nicht lesen. Vielleicht wurde die Datei verschoben oder geändert; wählen Sie sie noch einmal aus.`,
    notOurs: 'Erwartet wurde ein Modell von Whylight; diese config.json gehört zu etwas anderem.',
    otherTask: (task) =>
      `Erwartet wurde ein Begründungsmodell oder ein Klassifikator; gefunden wurde ein Modell der Art „${task}“.`,
  },
  keeping: {
    noRoom:
      'Dieser Browser hat dafür keinen Platz mehr. Löschen Sie etwas Aufbewahrtes oder geben Sie Speicherplatz auf dem Gerät frei.',
    notKept:
      'Dieser Browser speichert für die Seite nichts, etwa weil das Fenster privat oder das Speichern abgeschaltet ist. Nehmen Sie ein anderes Fenster oder erlauben Sie der Seite das Speichern und versuchen Sie es dann erneut.',
    otherTab:
      'Ein anderer Tab zeigt eine ältere Version dieser Seite. Schließen Sie ihn und versuchen Sie es dann erneut.',
    newerTab: 'Ein anderer Tab zeigt eine neuere Version dieser Seite. Laden Sie diese hier neu.',
  },
  kept: {
    heading: 'Auf diesem Gerät gespeichert',
    none: 'Nichts von dem, was Sie geschrieben haben, ist gespeichert.',
    texts: (places) =>
      `Was Sie an ${count(places, 'Stelle', 'Stellen')} im Verlauf dieses Tabs geschrieben haben. Es verschwindet mit dem Tab.`,
    delete: 'Geschriebenes löschen',
    deleted:
      'Es ist gelöscht, auch in anderen Tabs dieser Seite. Was Sie ab jetzt schreiben, bleibt wieder, bis der Tab geschlossen wird.',
    device: (sets, questions) =>
      `Für alle Tabs: ${count(sets, 'eigene Fragensammlung', 'eigene Fragensammlungen')} und ${count(questions, 'Frage', 'Fragen')} ohne Antwort.`,
    deleteDevice: 'Diese Sammlungen und Fragen löschen',
    deletedDevice:
      'Sie sind gelöscht. Ein Tab, der eine der Sammlungen zeigt, behält sie, bis er geschlossen wird.',
    deleteFailed: 'Sie konnten nicht gelöscht werden.',
    models: (models, size) =>
      `Für alle Tabs: ${count(models, 'eigenes Modell', 'eigene Modelle')}, ${size}.`,
    deleteModels: 'Diese Modelle löschen',
    deletedModels:
      'Sie sind gelöscht. Ein Tab, der eines davon zeigt, behält es, bis er geschlossen wird.',
  },
};
