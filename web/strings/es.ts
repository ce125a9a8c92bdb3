// What the page says, in Spanish as it is understood in Spain and Latin America. A rating is
// «valoración», a grade «calificación», a score «puntuación»; to keep is «conservar», to save to a
// file «guardar».
import { countingIn } from './counting';
import type { Strings } from './strings';

const locale = 'es';
const { count, number } = countingIn(locale);
const lists = new Intl.ListFormat(locale);

/** Of an aspect, in the midst of a sentence; '' where a model has only one. */
const about = (aspect: string) => (aspect ? ` en cuanto a ${aspect.toLowerCase()}` : '');

export const es: Strings = {
  page: {
    locale,
    views: 'Vistas',
    language: 'Idioma',
    modelsLanguage: 'Los modelos solo leen inglés, así que escribe en inglés.',
    notHere: 'Todavía no está aquí',
    partMissing:
      'No se pudo cargar esta parte de la página. Comprueba tu conexión y vuelve a intentarlo.',
    tryAgain: 'Reintentar',
    howItWorks: 'Cómo funciona',
    card: 'Cómo se creó y cuánto acierta',
    documentation: 'Documentación',
    package: 'Paquete de npm',
    source: 'Código fuente',
    licences: 'Licencias',
    modelSize: (size) => `, ${size}`,
  },
  codeBox: {
    title: 'Úsalo en tu aplicación',
    guide: 'Cómo usar el paquete',
    terminal: 'En una terminal',
    module: 'En tu código',
    copy: 'Copiar',
    copyThis: (title) => `Copiar: ${title}`,
    copied: 'Copiado.',
    selected: 'Seleccionado: cópialo con Ctrl o ⌘ y C.',
  },
  embed: {
    title: 'Una reseña valorada',
    tooLong: (most: number) =>
      `Esta reseña no se valora aquí: tiene más de ${number(most)} caracteres.`,
    noSuchModel: 'Esta reseña no se puede valorar aquí: nombra un modelo que no existe.',
  },
  documents: {
    title: (title) => `${title} · Whylight`,
    navigation: 'Whylight',
    toPage: 'Pruébalo',
    all: 'Documentación',
    table: 'Tabla',
    code: 'Código',
  },
  wording: {
    stars: (stars) => `${stars} de 5`,
    notMentioned: 'no se menciona',
    giveOrTake: (stars) => `con un margen de ${stars}`,
    over: (number) => `más de ${number}`,
    lessThan: (number) => `menos de ${number}`,
    overShare: (share) => `más del ${share}`,
    lessThanShare: (share) => `menos del ${share}`,
    read: (words, time) => `${count(words, 'palabra', 'palabras')} en ${time}, en tu dispositivo`,
  },
  names: {
    aspects: {
      appearance: 'Apariencia',
      aroma: 'Aroma',
      palate: 'Sensación en boca',
      taste: 'Sabor',
      overall: 'Impresión general',
      location: 'Ubicación',
      cleanliness: 'Limpieza',
      service: 'Servicio',
      room: 'Habitación',
      value: 'Calidad-precio',
      polarity: 'Polaridad',
    },
    classes: {
      'very negative': 'muy negativo',
      negative: 'negativo',
      neutral: 'neutral',
      positive: 'positivo',
      'very positive': 'muy positivo',
    },
  },
  editor: {
    own: 'Tu texto',
    knownWeakness: 'debilidad conocida',
    weakness: 'Una debilidad conocida: ',
  },
  loading: {
    model: 'Cargando el modelo…',
    download: (loaded, total) => `Cargando el modelo: ${loaded} de ${total}`,
    rarerWords: (loaded: string, total: string) =>
      `El modelo ya lee las palabras comunes. Aún se cargan las raras: ${loaded} de ${total}`,
    verify: 'Comprobando el modelo…',
    start: 'Iniciando el modelo…',
    cancelled: 'El modelo no se cargó.',
    failed: 'No se pudo cargar el modelo.',
    cancel: 'Cancelar',
    tryAgain: 'Reintentar',
    reading: 'Leyendo…',
    stalled: 'Hace un rato que no llega nada. Puedes esperar o reintentarlo.',
  },
  offline: {
    newVersion: 'Hay una versión nueva.',
    reload: 'Mostrarla',
    later: 'Más tarde',
  },
  problems: {
    details: 'Detalles',
    offline:
      'Parece que no tienes conexión y esta parte no se conservó en tu dispositivo. Conéctate y reinténtalo.',
    fetch: 'No llegó uno de sus archivos. Comprueba tu conexión y reinténtalo.',
    damaged:
      'Lo que llegó está dañado o es de otra versión. Reinténtalo; si no sirve, recarga la página.',
    program:
      'Tu navegador no inició el programa que hace los cálculos aquí. Reinténtalo o usa una versión actual de Chrome, Edge, Firefox o Safari; también puede deberse a un ajuste de seguridad estricto.',
    tooLong: 'El texto es más largo de lo que lee el modelo. Quita una parte.',
    memory: 'No hay memoria suficiente. Cierra otras pestañas y reinténtalo.',
    list: 'La lista de modelos no llegó. Comprueba tu conexión y reinténtalo.',
    noSuchModel: 'No hay ningún modelo en esta dirección. Elige uno de los de arriba.',
    unknown: 'Ocurrió algo inesperado. Reinténtalo; si no sirve, recarga la página.',
    notStarted:
      'La página no se inició: no llegó una de sus partes o tu navegador no pudo leerla. Comprueba tu conexión y reinténtalo. Se necesita una versión actual de Chrome, Edge, Firefox o Safari.',
    noSuchView: 'No hay nada en esta dirección. En su lugar se muestra la primera vista.',
    notFound: 'Aquí no hay nada',
    notFoundSays:
      'No hay ninguna página en esta dirección. Puede que se haya movido o que la dirección tenga una errata.',
    nearest: 'Ir a lo que sí hay',
    above: 'Subir una carpeta',
  },
  record: {
    title: 'En qué acierta y en qué falla',
    says: (tests, right) =>
      `Escribimos ${count(tests, 'prueba breve', 'pruebas breves')}, cada una sobre una sola cosa. El modelo no aprendió de ninguna y acierta ${number(right)}. Debajo de cada tipo aparece una de sus pruebas.`,
    right: (right, of) => `acierta ${number(right)} de ${number(of)}`,
    irony: 'Una debilidad conocida es la ironía: ',
    ironySays: (right, of) =>
      `acierta ${number(right)} de ${number(of)}. A menudo toma al pie de la letra palabras que quieren decir lo contrario. `,
    kinds: {
      plain: 'Elogios y críticas sin rodeos',
      'negation near': 'Negación',
      'negation far': 'Negación, con palabras de por medio',
      negation: 'Negación',
      'double negation': 'Doble negación',
      contrast: 'Dos caras, de las que cuenta una',
      'other aspect': 'Una cosa buena y otra mala',
      degree: 'Intensidad',
      comparison: 'Comparaciones',
      opposites: 'Contrarios',
      roles: 'Quién hace qué a quién',
      'kinds of things': 'Clases de cosas',
      'more said': 'Uno dice más',
      quantities: 'Cuántos',
      passive: 'Voz activa y pasiva',
      'same meaning': 'Con otras palabras',
      'everyday scenes': 'Escenas cotidianas',
      unrelated: 'Otra cosa',
      'reported speech': 'Lo que dicen otros',
      'overall verdict': 'Juicios sobre el conjunto',
      'written score': 'Notas como «4 de 5»',
      'side by side': 'Opiniones una junto a otra',
      idiom: 'Frases hechas',
      neutral: 'Ni elogio ni crítica',
      'not mentioned': 'Calla sobre lo que no se menciona',
      'other subject': 'Textos sobre otros temas',
      'other language': 'Otros idiomas',
      names: 'Los nombres no influyen',
      numbers: 'Los números no influyen',
      punctuation: 'Los signos de puntuación no influyen',
      case: 'Las mayúsculas no influyen',
      typos: 'Palabras mal escritas',
      irony: 'Ironía',
    },
    higher: (higher, lower, aspect) =>
      `«${higher}» debe recibir una valoración más alta${about(aspect)} que «${lower}»`,
    alike: (texts, aspect) =>
      `${lists.format(texts.map((text) => `«${text}»`))} deben recibir valoraciones parecidas${about(aspect)}.`,
    unrated: (text, aspect) => `«${text}» no debe recibir ninguna valoración${about(aspect)}.`,
    middle: (text, aspect) => `«${text}» debe recibir una valoración intermedia${about(aspect)}.`,
    low: (text, aspect) => `«${text}» debe recibir una valoración baja${about(aspect)}.`,
    high: (text, aspect) => `«${text}» debe recibir una valoración alta${about(aspect)}.`,
    relations: {
      follows: (text, other) => `De «${text}» debe deducirse «${other}»`,
      contradicts: (text, other) => `«${text}» y «${other}» deben contradecirse.`,
      neither: (text, other) => `De «${text}» no debe deducirse ni «${other}» ni lo contrario.`,
    },
  },
  reviews: {
    label: 'Reseñas',
    title: 'Whylight: valoraciones con sus razones',
    heading: 'Cada valoración, con sus razones',
    privacy: 'Nada de lo que escribes sale de este dispositivo.',
    needsScript: 'Esta página hace sus cálculos en tu navegador y necesita JavaScript.',
    models: 'Modelos',
    samplesLabel: 'Reseñas de ejemplo',
    editor: 'Una reseña',
    hint: 'Cambia una palabra o pega una reseña tuya.',
    keys: '<kbd>Ctrl</kbd> o <kbd>⌘</kbd> + <kbd>Enter</kbd> valora el texto al instante.',
    ratings: 'Valoraciones',
    phrases: 'Las palabras marcadas',
    dropAll: 'Recuperar todas las palabras',
    dial: 'Palabras para cada valoración',
    fewer: 'Menos palabras',
    more: 'Más palabras',
    shipped: 'Tal como viene',
    alarmList: 'Razones que conviene tomar con cautela',
    record: 'En qué acierta y en qué falla',
    experts: 'Para expertos',
    tradeOff: 'Pocas palabras o valoraciones exactas',
    tradeOffSays:
      'Cuantas más palabras respaldan una valoración, más se acerca a la que dieron los autores. Cada línea muestra cuánto se desvían las valoraciones de un tipo, en relación con la desviación máxima, según cuántas palabras cuentan.',
    suffices: '¿Son estas las palabras que importan?',
    sufficesSays:
      'Dos pruebas de cada valoración. Si las palabras marcadas por sí solas se valoran igual que la reseña entera, bastan: la <em>suficiencia</em> está cerca de 0. Si la valoración cambia al quitarlas, hacían falta: la <em>exhaustividad</em> está lejos de 0. Ambas son diferencias en una escala de 0 a 1.',
    aboutModel: (size) => `Este modelo ocupa ${size}. `,
    card: 'Cómo se creó y cuánto acierta',
    chooses: 'Elige palabras',
    choosesSays:
      'Una primera red lee la reseña entera y conserva unos pocos fragmentos breves para cada valoración.',
    rates: 'Valora solo esas palabras',
    ratesSays:
      'Una segunda red ve solo las palabras conservadas y valora a partir de ellas: de 1 a 5 o, si se trata de una película, la probabilidad de que la reseña esté a favor. Por eso, las palabras marcadas son la base de la valoración, no una explicación inventada después. Lo que la reseña no menciona no se valora.',
    learned: 'Aprendió de valoraciones',
    learnedSays:
      'Nadie le indicó qué palabras importan. «Con un margen de 0,4» significa que la mayoría de las valoraciones de este tipo se desvían menos de 0,4 estrellas. Cada modelo conoce un tipo de reseñas, en inglés, y avisa cuando un texto parece otra cosa.',
    subjects: {
      beer: {
        name: 'Cerveza',
        label: 'Una reseña de cerveza',
        placeholder: '¿Qué aspecto, aroma y textura tiene?',
        kind: 'una reseña de cerveza en inglés',
      },
      hotels: {
        name: 'Hoteles',
        label: 'Una reseña de hotel',
        placeholder: '¿Qué tal la habitación, el personal y el lugar?',
        kind: 'una reseña de hotel en inglés',
      },
      movies: {
        name: 'Películas',
        label: 'Una reseña de cine',
        placeholder: '¿Qué te pareció la película?',
        kind: 'una reseña de cine en inglés',
        classes: { negative: 'en contra de la película', positive: 'a favor de la película' },
      },
    },
    anySubject: {
      label: 'Una reseña',
      placeholder: '¿Qué te parece?',
      kind: 'una reseña como las que conoce este modelo',
    },
    samples: {
      glowing: 'Entusiasta',
      mixed: 'Con dos caras',
      mixedHotelWeakness: 'toma «bastante limpia» por limpia.',
      poor: 'Mala',
      divided: 'Dividida',
      notBad: 'No está mal',
      onlySmell: 'Solo el aroma',
      irony: 'Ironía',
      ironyWeakness: 'no capta la ironía y lo toma todo al pie de la letra.',
      notBeer: 'No es cerveza',
      neverUnfriendly: 'Nunca antipáticos',
      onlyPlace: 'Solo la ubicación',
      notHotel: 'No es un hotel',
      turns: 'Cambia de rumbo',
      lovedIt: 'Le encantó',
      notDull: 'Ni un momento aburrido',
      noOpinion: 'Sin opinión',
      notFilm: 'No es una película',
    },
    notRated: 'Sin valoración',
    unmentioned: 'La reseña no lo menciona',
    noSide: 'La reseña no toma partido',
    rated: (aspect, rating) => `${aspect}: ${rating}`,
    classified: (aspect, rating) => `${aspect}: ${rating}`,
    classText: (name, probability) => `${name}, ${probability}`,
    starsApart: (stars) => `${stars} ${stars === '1,0' ? 'estrella' : 'estrellas'}`,
    pointsApart: (points) => count(points, 'punto porcentual', 'puntos porcentuales'),
    takeWithCare: 'con cautela',
    careFor: (aspects) => `${aspects.join(', ')}: con cautela. `,
    withoutDropped: 'sin las palabras que quitaste',
    noWordsLeft: 'No quedan palabras',
    deltaPoints: (points) => `${points}\u00a0%`,
    markSays: (quote, aspects, sure) =>
      `${quote} cuenta para ${lists.format(aspects)}, con una seguridad del ${sure}. Elígelo para quitarlo.`,
    droppedSays: (quote, aspects) =>
      `${quote} no cuenta para ${lists.format(aspects)} porque lo quitaste. Elígelo otra vez para recuperarlo.`,
    cardSays: (rating, quotes, more) =>
      quotes.length === 0
        ? `${rating}.`
        : `${rating}, por ${lists.format(more > 0 ? [...quotes, `${number(more)} más`] : quotes)}.`,
    // A class begins with «a» or «en», so that «de» and «a» cannot stand before it.
    rises: (aspect, from, to, size) =>
      `Sin lo que quitaste, ${aspect} sube ${size}. Antes: ${from}; ahora: ${to}.`,
    falls: (aspect, from, to, size) =>
      `Sin lo que quitaste, ${aspect} baja ${size}. Antes: ${from}; ahora: ${to}.`,
    stays: (aspect, rating) => `Sin lo que quitaste, ${aspect} sigue igual: ${rating}.`,
    noneLeft: (aspect, prior) =>
      `No quedan palabras para ${aspect}. Sin ninguna, el modelo diría lo siguiente, sea cual sea el texto: ${prior}.`,
    pointAt: 'Elige una valoración para ver solo sus palabras, o una marca para quitar las suyas.',
    aspectList: (aspects) => lists.format(aspects),
    phrase: (quote, aspects, sure) =>
      `${quote}, ${lists.format(aspects)}, con una seguridad del ${sure}`,
    quote: (words) => `«${words}»`,
    quoteCut: (first, last) => `«${first} … ${last}»`,
    summary: (ratings, reasons) =>
      `${ratings.join('; ')}; ${reasons > 0 ? count(reasons, 'razón', 'razones') : 'no se eligió ninguna palabra'}.`,
    noWords: 'No hay palabras que valorar.',
    nothing: 'Escribe o pega una reseña para ver sus valoraciones y las razones.',
    strange: (kind) => `Esto no parece ${kind}, así que no se valora.`,
    knowsNone: 'El modelo no conoce ninguna de estas palabras, así que el texto no se valora.',
    speaksOfNothing: 'Esta reseña no menciona nada de lo que se valora aquí.',
    takesNoSide: 'Esta reseña no toma partido.',
    silentOn: (aspect) => `Esta reseña no dice nada${about(aspect)}.`,
    failed: 'No se pudo valorar este texto.',
    dropFailed: 'No se pudo obtener la valoración sin estas palabras.',
    asShipped: 'tal como viene',
    asShippedSays: 'Tantas palabras como se diseñó que eligiera el modelo.',
    ofTheWords: (share) => `${share} de las palabras`,
    pointSays: (share) => `Cerca del ${share} de las palabras para cada valoración.`,
    wordsSelected: 'palabras elegidas',
    columnWords: 'Palabras elegidas',
    columnError: (aspect) => `Error (${aspect.toLowerCase()})`,
    tableTitle:
      'El equilibrio en cada punto: palabras elegidas y error cuadrático medio de las valoraciones',
    tooLong: 'Este texto es demasiado largo para medirlo aquí.',
    notMeasured: 'No se pudo medir.',
    noneMarked: (prior) =>
      `No hay palabras marcadas. Sin ninguna, el modelo diría lo siguiente, sea cual sea el texto: ${prior}.`,
    whole: 'La reseña entera',
    alone: 'Solo las palabras marcadas',
    others: 'Todas las demás palabras',
    sufficiency: (value) => `Suficiencia ${value}: `,
    comprehensiveness: (value) => `Exhaustividad ${value}: `,
    enough: 'las palabras marcadas por sí solas dicen lo mismo que la reseña entera.',
    wholeHigher: (size) =>
      `leída entera, la reseña recibe ${size} más que las palabras marcadas por sí solas.`,
    wholeLower: (size) =>
      `leída entera, la reseña recibe ${size} menos que las palabras marcadas por sí solas.`,
    notNeeded: 'sin las palabras marcadas, la valoración no cambia; el resto dice lo mismo.',
    ratingFalls: (size) => `sin las palabras marcadas, la valoración baja ${size}.`,
    ratingRises: (size) => `sin las palabras marcadas, la valoración sube ${size}.`,
    inTests: (alarms) => `En las pruebas, ${alarms.join('; ')}.`,
    alarmWords: {
      'almost nothing is selected': 'apenas se marcaron palabras para este aspecto',
      'almost everything is selected': 'se marcaron casi todas las palabras para este aspecto',
      'the rationale predicts no better than the mean rating':
        'las palabras marcadas no decían más de este aspecto que el promedio de todas las valoraciones',
      'the words that are not selected tell the rating, and those that are tell no more of it than random spans':
        'el resto de la reseña decía más de este aspecto que las palabras marcadas',
      'the words that are not selected tell what sets this rating apart from the others, and those that are tell no more of it than random spans':
        'el resto de la reseña decía más de este aspecto que las palabras marcadas',
      'random spans predict as well as the rationale':
        'unas palabras elegidas al azar decían tanto de este aspecto como las marcadas',
      'spans hold no more words of the aspect than random ones':
        'las palabras marcadas no trataban de este aspecto más a menudo que las elegidas al azar',
      'most selected words are punctuation':
        'la mayor parte de lo marcado eran signos de puntuación',
    },
  },
  opinions: {
    title: 'Opiniones',
    says: 'Un segundo modelo, de reseñas de restaurantes y portátiles, subraya de qué habla el texto: con una línea lisa lo que gusta, con una ondulada lo que no gusta y con una de puntos lo que solo se menciona. Encuentra casi todo, no todo, y a veces se equivoca. Se descarga al abrir esta parte.',
    positive: 'Gusta',
    negative: 'No gusta',
    neutral: 'Se menciona',
    none: 'No encuentra nada de lo que hable esta reseña.',
    failed: 'No se pudo averiguar de qué habla la reseña.',
  },
  changing: {
    title: '¿Qué cambiaría una valoración?',
    ask: '¿Qué cambiaría esta valoración?',
    says: 'El menor número de palabras que tendrían que faltar, o ser otras, para la siguiente estrella hacia arriba o hacia abajo, a media estrella como mínimo; en las películas, para el lado contrario. A partir de 4 estrellas solo se busca hacia abajo, porque unas pocas palabras ya apenas suben la valoración. El modelo vuelve a leer cada reseña cambiada.',
    goals: 'Otra valoración',
    whyNot: (goal) => `¿Por qué no ${goal}?`,
    stars: (stars) => count(stars, 'estrella', 'estrellas'),
    searching: 'Buscando las palabras…',
    leaveOut: (words) => `Quitar ${count(words, 'palabra', 'palabras')}`,
    replace: (words) => `Cambiar ${count(words, 'palabra', 'palabras')}`,
    replaced: (from, to) => `${from} por ${to}`,
    moves: (aspect, from, to) => `${aspect}: de ${from} a ${to}.`,
    tryIt: 'Probar',
    dropFails: (words, more) =>
      `Quitar ${words === 1 ? 'una palabra' : `hasta ${number(words)} palabras`} no basta${more ? '; no se probó con más' : ''}.`,
    replaceFails: (words, more) =>
      `Cambiar ${words === 1 ? 'una palabra' : `hasta ${number(words)} palabras`} no basta${more ? '; no se probó con más' : ''}.`,
    noneKnown: 'Nada que cambiar: ninguna de sus palabras tiene un contrario en nuestra lista.',
    triedAll:
      'Se probó cada palabra por separado; varias a la vez, solo de las que más influyeron.',
    triedNear: (words) =>
      `${words === 1 ? 'Se probó por separado la palabra más cercana' : `Se probaron por separado las ${number(words)} palabras más cercanas`} a las razones; varias a la vez, solo de las que más influyeron.`,
    tried: 'La reseña ha cambiado.',
    undo: 'Deshacer',
    undone: 'La reseña está como estaba.',
    failed: 'La búsqueda no funcionó.',
  },
  comparing: {
    start: 'Comparar con otra reseña',
    stop: 'Dejar de comparar',
    heading: 'A y B, comparadas',
    a: 'A: la reseña que guardaste',
    b: 'B: la reseña que editas',
    tooLong: 'Esta reseña es demasiado larga para compararla.',
    same: 'B sigue siendo igual que A. Cambia una palabra o pega otra reseña.',
    otherReview: 'B es otra reseña, no una edición de A.',
    edited: (removed, added) =>
      `De A a B: ${count(removed, 'palabra quitada', 'palabras quitadas')}, ${count(added, 'añadida', 'añadidas')}.`,
    aspect: 'Aspecto',
    difference: 'De A a B',
    higher: (size) => `${size} más`,
    lower: (size) => `${size} menos`,
    alike: 'igual',
    otherSide: 'el lado contrario',
    sameSide: 'el mismo lado',
    onlyA: 'solo A lo menciona',
    onlyB: 'solo B lo menciona',
    neither: 'ninguna lo menciona',
    changes: 'Lo que cambió',
    removed: 'quitado:',
    added: 'añadido:',
    failed: 'No se pudo valorar A.',
    changesFailed: 'No se pudo mostrar lo que cambió.',
  },
  sentiment: {
    label: 'Sentimiento',
    title: 'Whylight: el sentimiento, palabra por palabra',
    heading: 'El sentimiento, palabra por palabra',
    lead: '¿Hasta qué punto es positiva una frase, y qué la hace así? Whylight muestra cómo su juicio sube y baja a lo largo de las palabras, y cuáles cuentan juntas, como «not … good».',
    privacy:
      'Funciona en tu navegador, sin servidor. <strong>Nada de lo que escribes sale de este dispositivo.</strong>',
    editor: 'Una o dos frases',
    sampleList: 'Frases de ejemplo',
    placeholder: '¿Qué te pareció la película?',
    hint: 'Añade un «not» o quita uno; la curva cambia mientras escribes.',
    keys: '<kbd>Ctrl</kbd> o <kbd>⌘</kbd> + <kbd>Enter</kbd> lee el texto al instante.',
    result: 'Sentimiento y razones',
    samples: {
      notNearly: 'Ni de lejos tan buena',
      good: 'Buena',
      notGood: 'No es buena',
      notBad: 'No está mal',
      double: 'Doble negación',
      doubleWeakness: 'atiende a cada negación por separado, y no a que se anulan.',
      never: 'Nunca aburrida',
      mixed: 'Con dos caras',
      turn: 'Un giro al final',
      review: 'Una reseña entera',
      irony: 'Ironía',
      ironyWeakness: 'toma la ironía al pie de la letra, y esto por un elogio.',
    },
    classes: 'Probabilidad de cada clase',
    classesNote:
      'La calificación se obtiene del promedio de las clases, ponderado por estas probabilidades. El veredicto es la más probable de las dos clases que rodean ese promedio, así que puede no ser la más probable de todas.',
    onScale: (grade, low, high) => `${grade} en una escala de ${low} a ${high}`,
    nothing: 'Escribe una frase para ver su sentimiento y las razones.',
    noWords: 'No hay palabras que leer.',
    notEnglish: 'No contiene ninguna palabra en inglés, así que no recibe calificación.',
    knowsFew: (share) =>
      `El modelo solo conoce el ${share} de estas palabras, así que su calificación es una suposición.`,
    failed: 'No se pudo leer este texto.',
    curve: 'Las palabras, cada una con su calificación',
    curveHint:
      'Apunta a una palabra o tócala; con el teclado, recórrelas con las teclas de flecha.',
    curveEnds: (shown, all) =>
      `La curva termina tras ${count(shown, 'palabra', 'palabras')} de ${number(all)}; la clase y las razones son las del texto completo.`,
    list: 'La curva en forma de lista',
    columnWord: 'Palabra',
    columnGrade: 'Calificación',
    columnName: 'En palabras',
    ngrams: 'Palabras que cuentan juntas',
    ngramsHint:
      'Lo que cada combinación de palabras aporta a la puntuación en la que se basa la calificación. Elige una para verla en el texto.',
    for: 'A favor: más positivo',
    against: 'En contra: más negativo',
    none: 'Nada.',
    summary: (verdict, grade) => `${verdict}, ${grade}.`,
    summaryAndMost: (verdict, grade, words, adds) =>
      `${verdict}, ${grade}. Lo que más cuenta: «${words}», ${adds}.`,
    balance: (sum, bias, score) =>
      `Todas las combinaciones juntas aportan ${sum} y el sesgo, ${bias}; en total, una puntuación de ${score}.`,
    balanceAndRest: (sum, bias, rest, score) =>
      `Todas las combinaciones juntas aportan ${sum} y el sesgo, ${bias}; lo que no se puede desglosar así aporta ${rest}; en total, una puntuación de ${score}.`,
    together: 'Lee las palabras juntas',
    togetherSays:
      'El modelo sopesa combinaciones de palabras, seguidas o con otras de por medio; cuanto más separadas están, menos cuentan. Así llega «not» hasta «good» por encima de «nearly as».',
    everyWord: 'Juzga en cada palabra',
    everyWordSays:
      'Después de cada palabra tiene una opinión de lo que ha leído hasta ahí, de muy negativa (−2) a muy positiva (2). Esos son los puntos de la curva; donde termina está el veredicto.',
    learned: 'Aprendió de frases calificadas',
    learnedSays:
      'Varias personas calificaron frases de reseñas de cine en cinco clases; se añadieron textos hechos a partir de plantillas, muchos con una negación. El modelo sabe inglés, y la ironía se le escapa a menudo.',
    model: 'Modelo: sentimiento<span class="model-size"></span>.',
  },
  ownClassifier: {
    heading: (name) => `«${name}»: clase y razones`,
    lead: '¿A qué clase pertenece un texto, y por qué? Whylight muestra la probabilidad de cada clase y qué palabras, juntas, hablan a favor y en contra.',
    editor: 'Un texto',
    placeholder: 'Un texto que clasificar',
    hint: 'Cambia una palabra; las clases cambian mientras escribes.',
    result: 'Clase y razones',
    likely: (share) => `probabilidad: ${share}`,
    classesNote: 'Elige una clase para ver qué habla a su favor; elígela otra vez para soltarla.',
    others: (n) => count(n, 'clase más', 'clases más'),
    nothing: 'Escribe un texto para ver su clase y las razones.',
    unknown: 'El modelo no conoce ninguna de estas palabras, así que no nombra ninguna clase.',
    knowsFew: (share) =>
      `El modelo solo conoce el ${share} de estas palabras, así que su clase es una suposición.`,
    ngramsHint: (name) =>
      `Lo que cada combinación de palabras aporta a la puntuación de «${name}». Elige una para verla en el texto.`,
    gradeHint:
      'Lo que cada combinación de palabras aporta a la puntuación en la que se basa la calificación. Elige una para verla en el texto.',
    for: (name) => `A favor de «${name}»`,
    against: (name) => `En contra de «${name}»`,
    higher: 'A favor de una calificación más alta',
    lower: 'A favor de una calificación más baja',
    noReasons:
      'Lo que dice este modelo no es una suma de combinaciones de palabras, así que no hay razones que mostrar.',
  },
  ask: {
    label: 'Consultar',
    title: 'Whylight: qué dicen las reseñas sobre una pregunta',
    heading: 'Pregunta a las reseñas',
    lead: 'Escribe una pregunta y pega una reseña o varias. Whylight marca las palabras que la responden, dice cuánta seguridad tiene y avisa cuando una reseña no lo dice.',
    privacy:
      'Funciona en tu navegador, sin servidor. <strong>Nada de lo que escribes sale de este dispositivo.</strong>',
    editor: 'Pregunta y reseñas',
    sampleList: 'Reseñas de ejemplo',
    question: 'Pregunta',
    questionPlaceholder: '¿Qué te gustaría saber?',
    questions: 'Preguntas para probar',
    reviews: 'Reseñas',
    placeholder: 'Pega aquí una reseña o varias.',
    hint: 'Entre dos reseñas va una línea vacía; si no hay ninguna, cada línea es una reseña.',
    keys: '<kbd>Enter</kbd> en la pregunta pregunta al instante.',
    samples: { hotel: 'Hotel', restaurant: 'Restaurante', headphones: 'Una sola reseña' },
    result: 'Respuesta',
    quotes: 'Lo que dicen',
    nothing: 'Escribe una pregunta y una reseña para ver qué dice.',
    failed: 'No se ha podido responder a la pregunta.',
    quoted: (words) => `«${words}»`,
    saying: (n, of) =>
      n === 0
        ? `Ninguna de las ${number(of)} reseñas lo dice.`
        : `${number(n)} de ${number(of)} reseñas lo ${n === 1 ? 'dice' : 'dicen'}.`,
    notSaid: 'La reseña no lo dice.',
    sure: (probability) => `Probabilidad de que la reseña lo diga: ${probability}.`,
    unsure: (probability, threshold) =>
      `Probabilidad de que lo diga: ${probability}; solo se da una respuesta a partir del ${threshold}.`,
    review: (n) => `Reseña ${number(n)}`,
    theReview: 'La reseña',
    saysIt: (probability) => `lo dice, probabilidad: ${probability}`,
    saysNothing: (probability) => `no lo dice (probabilidad de que lo diga: ${probability})`,
    others: 'Las siguientes más probables',
    nearest: 'Lo más parecido que dice',
    words: 'Palabras de la respuesta',
    nearestWords: 'Palabras de lo más parecido',
    theQuestion: 'La pregunta',
    theQuestionTo: (review) => `La pregunta, tal como la lee la ${review.toLowerCase()}`,
    questionWords: 'Palabras de la pregunta',
    why: '¿Por qué?',
    wordsHint: 'Señala o toca una palabra marcada para ver qué palabras de la pregunta ha leído.',
    effectsHint:
      'El número debajo de una palabra dice por cuánto multiplica la probabilidad de que el pasaje más probable sea la respuesta. Señala o toca una palabra, aquí o en lo marcado, para ver más.',
    effectsLong:
      'En una reseña tan larga no se mide qué hace cada palabra. Señala o toca una palabra marcada para ver cuáles ha leído.',
    effectsFailed: 'No se ha podido medir qué hace cada palabra de la pregunta.',
    makes: (times) =>
      `multiplica por ${times} la probabilidad de que el pasaje más probable sea la respuesta.`,
    doesLittle: 'apenas cambia la probabilidad de que el pasaje más probable sea la respuesta.',
    instead: (now, before) => `${now} en lugar de ${before}`,
    without: {
      same: (change) => `Sin ella, la respuesta es la misma (probabilidad: ${change}).`,
      none: (change) => `Sin ella, la reseña no lo dice (probabilidad de que lo diga: ${change}).`,
      stillNone: (change) =>
        `Sin ella, la reseña tampoco lo dice (probabilidad de que lo diga: ${change}).`,
    },
    withoutOther: (quote, now) => `Sin ella, la respuesta sería «${quote}» (probabilidad: ${now}).`,
    readAlone: (words) => `Responde solo a partir de estas palabras: «${words}»`,
    knowsFewOfQuestion: (share) =>
      `El modelo solo conoce el ${share} de las palabras de la pregunta, así que esto es una suposición.`,
    knowsFewOfReview: (share) =>
      `El modelo solo conoce el ${share} de las palabras de la reseña, así que esto es una suposición.`,
    leftOut: (read, more) =>
      `Solo se han leído ${count(read, 'reseña', 'reseñas')}; quedan ${number(more)} sin leer.`,
    meet: 'La reseña y la pregunta se encuentran',
    meetSays:
      'Cada palabra de la reseña lee la pregunta entera, unas palabras un poco más que otras. Señálala para ver cuánto de cada una. Dice dónde ha mirado el modelo, no por qué ha elegido. Lo que hace una palabra de la pregunta se mide: la reseña se lee otra vez sin ella.',
    places: 'Se sopesa cada pasaje',
    placesSay:
      'El modelo dice qué probabilidad tiene cada pasaje de la reseña de ser la respuesta, y cuál hay de que no exista ninguna. Si hay respuesta, se marca el pasaje más probable.',
    learned: 'Aprendió de preguntas sobre reseñas',
    learnedSays:
      'Varias personas marcaron en reseñas en inglés de hoteles, restaurantes, electrónica y alimentos qué responde a una pregunta, o que nada la responde. Con otros textos el modelo hace suposiciones, y se equivoca a menudo: lee las palabras que rodean una respuesta.',
    model: 'Modelo: lector<span class="model-size"></span>.',
  },
  pairs: {
    label: 'Comparar',
    title: 'Whylight: qué relación hay entre dos textos',
    heading: '¿Se deduce uno del otro?',
    lead: 'Escribe dos frases. Whylight dice si la segunda se deduce de la primera, la contradice o ninguna de las dos cosas. Muestra qué palabras ha leído juntas y qué cambiaría sin una palabra.',
    privacy:
      'Funciona en tu navegador, sin servidor. <strong>Nada de lo que escribes sale de este dispositivo.</strong>',
    editor: 'Dos textos',
    sampleList: 'Pares de ejemplo',
    first: 'Primer texto',
    second: 'Segundo texto',
    swap: 'Intercambiar los dos textos',
    placeholder: 'Escribe una frase.',
    hint: 'Cambia una palabra; el veredicto se actualiza mientras escribes.',
    keys: '<kbd>Ctrl</kbd> o <kbd>⌘</kbd> + <kbd>Enter</kbd> compara al instante.',
    samples: {
      follows: 'Se deduce',
      contradicts: 'Contradice',
      neither: 'Ninguna',
      negation: 'Negación',
      same: 'Con otras palabras',
      swapped: 'Palabras cambiadas de sitio',
      opposites: 'Contrarios',
      more: 'Dice más',
      unrelated: 'Otra cosa',
    },
    result: 'Veredicto y razones',
    directions: {
      forward: 'Del primero al segundo',
      backward: 'Del segundo al primero',
    },
    says: {
      forward: {
        follows: 'El segundo se deduce del primero',
        contradicts: 'El segundo contradice al primero',
        neither: 'Ninguna de las dos cosas',
      },
      backward: {
        follows: 'El primero se deduce del segundo',
        contradicts: 'El primero contradice al segundo',
        neither: 'Ninguna de las dos cosas',
      },
    },
    relations: { follows: 'Se deduce', contradicts: 'Contradice', neither: 'Ninguna' },
    bothSay: 'Los dos dicen lo mismo: cada uno se deduce del otro.',
    likely: (probability) => `probabilidad: ${probability}`,
    shares: 'Probabilidad de cada una',
    nothing: 'Escribe algo en los dos campos para ver qué relación hay entre ellos.',
    nothingLeft: 'Cada texto necesita una palabra. Elige una otra vez para recuperarla.',
    unknown:
      'El modelo no conoce ninguna palabra de uno de estos textos, así que no da un veredicto.',
    knowsFew: {
      text: (share) =>
        `El modelo solo conoce el ${share} de las palabras del primer texto, así que esto es una suposición.`,
      other: (share) =>
        `El modelo solo conoce el ${share} de las palabras del segundo texto, así que esto es una suposición.`,
    },
    knowsFewOfBoth: (first, second) =>
      `El modelo solo conoce el ${first} de las palabras del primer texto y el ${second} de las del segundo, así que esto es una suposición.`,
    failed: 'No se han podido comparar estos textos.',
    words: 'Palabra por palabra',
    wordsHint:
      'Señala o toca una palabra para ver qué lee del otro texto. Elígela para quitarla, y otra vez para recuperarla.',
    wordsLong: (most) =>
      `Las palabras se muestran una a una si los dos textos juntos tienen como máximo ${number(most)}.`,
    effectsHint:
      'Debajo de cada palabra: cuántos puntos porcentuales más probable es el veredicto del primero al segundo con la palabra que sin ella.',
    firstWords: 'Palabras del primer texto',
    secondWords: 'Palabras del segundo texto',
    leftOut: 'quitada',
    restore: 'Recuperar todas las palabras',
    readWord: (word, share) => `“${word}” ${share}`,
    comma: ', ',
    reads: (words) => `lee ${words}.`,
    owes: (verdict, points) => `Cambia “${verdict}” en ${points} puntos.`,
    matrix: 'Todas las palabras de ambos',
    matrixHint: 'Cuánto lee cada palabra del primer texto (filas) de cada palabra del segundo.',
    matrixLong: (most) =>
      `Esta tabla se muestra si cada texto tiene como máximo ${count(most, 'palabra', 'palabras')}.`,
    meet: 'Las palabras se encuentran',
    meetSays:
      'Cada palabra lee el otro texto, sobre todo las palabras cercanas a ella en significado. Las líneas muestran cuánto lee de cada una.',
    compared: 'Después se comparan',
    comparedSays:
      'El modelo compara cada palabra con lo que ha leído y, con todas esas comparaciones, forma un solo veredicto. Lo que aporta una palabra se mide: el veredicto se vuelve a formar sin ella.',
    learned: 'Aprendió de pares',
    learnedSays:
      'Varias personas juzgaron miles de pares de frases cortas en inglés que describen lo que se ve; muchos más pares se crearon a partir de plantillas. Con otros textos el modelo hace suposiciones, y pueden escapársele los contrarios y lo mismo dicho con otras palabras.',
    model: 'Modelo: pares<span class="model-size"></span>.',
  },
  questions: {
    label: 'Preguntas',
    title: 'Whylight: la misma pregunta, con otras palabras',
    heading: 'La misma pregunta, con otras palabras',
    lead: 'Pregunta con tus propias palabras. Whylight encuentra las preguntas que significan lo mismo, marca las palabras en las que se basa cada coincidencia y avisa cuando nada encaja.',
    privacy:
      'Funciona en tu navegador, sin servidor. <strong>Nada de lo que escribes o abres sale de este dispositivo.</strong>',
    sets: 'Buscar en',
    setNames: {
      all: 'Todos los temas',
      travel: 'Viajes',
      helpDesk: 'Atención al cliente',
      computers: 'Informática',
    },
    bringOwn: 'Usar las tuyas…',
    question: 'Tu pregunta',
    placeholder: '¿Qué te gustaría saber?',
    hint: 'Los resultados aparecen mientras escribes.',
    keys: '<kbd>Enter</kbd> pregunta al instante.',
    examples: 'Por ejemplo',
    result: 'Preguntas equivalentes',
    ranking: 'Orden de los resultados',
    combined: 'Combinado',
    apart: 'Modelo y palabras por separado',
    model: 'Modelo: preguntas<span class="model-size"></span>.',
    opening: (set) => `Abriendo «${set}»…`,
    readingSet: (questions) => `Leyendo ${count(questions, 'pregunta', 'preguntas')}…`,
    notOpened: 'La colección no se abrió. Elígela de nuevo para reintentarlo.',
    openFailed: (set) => `No se pudo abrir «${set}».`,
    reads: 'Lee lo que se pregunta',
    readsSays:
      'El modelo convierte cada pregunta en una lista de números, de modo que las preguntas equivalentes tienen números parecidos, sean cuales sean sus palabras. Las palabras mal escritas cuentan por cómo están escritas.',
    compares: 'También compara palabras',
    comparesSays:
      'Además, BM25 tiene en cuenta las palabras que ambas preguntas comparten; las poco frecuentes cuentan más. Así se encuentran mejor los nombres y los números. Los dos resultados se combinan.',
    sure: 'Dice lo seguro que está',
    sureSays:
      'Lo que se considera parecido varía de una colección a otra; por eso, a cada una se le hacen primero cien preguntas sobre otras cosas. Lo que destaca frente a ellas probablemente es equivalente; si nada destaca, nada encaja. Sabe inglés y a veces se equivoca; «Por qué» muestra en qué se basó.',
  },
  certainty: {
    almostCertainly: 'casi seguro',
    veryLikely: 'muy probable',
    probably: 'probable',
    perhaps: 'posible',
    hardly: 'poco probable',
  },
  found: {
    searched: (questions, time) =>
      `${count(questions, 'pregunta revisada', 'preguntas revisadas')} en ${time}, en tu dispositivo`,
    nothingAsked: 'Escribe una pregunta para encontrar las equivalentes.',
    failed: 'No se pudo buscar esta pregunta.',
    byModel: 'Según el modelo',
    byModelSays: 'Lo que se pregunta, sean cuales sean las palabras',
    byWords: 'Según las palabras (BM25)',
    byWordsSays: 'Palabras en común',
    noneByWords: 'Ninguna pregunta tiene palabras en común.',
    nearest: 'Las más cercanas',
    nearestList: 'Las preguntas más cercanas',
    list: 'Preguntas equivalentes',
    lessLikely: 'Menos probables',
    lessLikelyOf: (questions) => `Menos probables (${number(questions)})`,
    nothing: 'Aquí no está esa pregunta',
    unknownWords: 'Aquí no se conoce ninguna de sus palabras.',
    nearestChance: (chance) =>
      `Probabilidad de que la pregunta más cercana sea equivalente: ${chance}.`,
    keep: 'Conservarla para más tarde',
    nothingSummary: 'Aquí no está esa pregunta.',
    nearestSummary: (question, chance) =>
      `Aquí no está esa pregunta. La más cercana: «${question}», ${chance}.`,
    summary: (questions, first) =>
      `${count(questions, 'pregunta encontrada', 'preguntas encontradas')}. La primera: «${first}».`,
    summaryAndChance: (questions, first, certainty, chance) =>
      `${count(questions, 'pregunta encontrada', 'preguntas encontradas')}. La primera: «${first}»; es ${certainty} que sea equivalente, ${chance}.`,
    answer: 'Respuesta',
    why: 'Por qué',
    score: 'puntuación',
    sameWord: 'la misma palabra',
    alike: 'parecida, según el modelo',
    words: 'Palabras de tu pregunta que coinciden',
    wordsHint: 'Apunta a una palabra marcada para ver con cuáles coincide.',
    matches: (words, more, hits, all) =>
      ` coincide con ${words.map((word) => `«${word}»`).join(', ')}${more ? ' y otras' : ''} en ${number(hits)} de ${number(all)}.`,
  },
  why: {
    looking: 'Buscando…',
    failed: 'No se pudo averiguar por qué.',
    scoreOfBoth: (model, words) =>
      `Su puntuación: ${model} del modelo y ${words} de las palabras en común.`,
    scoreOfModel: (model) => `Su puntuación: ${model} del modelo.`,
    scoreOfWords: (words) => `Su puntuación: ${words} de las palabras en común.`,
    scoreOfNothing: 'Su puntuación: nada.',
    alike: 'Lo que el modelo ve parecido',
    alikeSays: (score, pairs, rest) =>
      `Semejanza según el modelo: ${score}, donde 1 es lo mismo. Todos los pares de palabras, una de cada pregunta, aportan ${pairs}; lo que no se puede desglosar así, ${rest}.`,
    pairs: 'Pares de palabras que más cuentan',
    and: ' y ',
    words: 'Palabras en común',
    noWords: 'Ninguna: todas sus palabras son distintas.',
    youWrote: 'En la tuya',
    itHas: 'En esta',
    adds: 'Aporta',
    wordsSum: (score, share) =>
      `En total, ${score}, el ${share} del máximo que podría alcanzar cualquier pregunta. Las palabras poco frecuentes aportan más.`,
    without: 'Si se quita una palabra',
    withoutStays: (place) => ['Sin ', ` sigue en el puesto ${number(place)} `],
    withoutMoves: (from, to) => ['Sin ', ` pasa del puesto ${number(from)} al ${number(to)} `],
    scoreChange: (change) => `puntuación ${change}`,
    above: (place) => `Por qué está por encima de la número ${number(place)}`,
    compare: (place) => `Comparar con la número ${number(place)}`,
    compareFailed: 'No se pudieron comparar.',
    comparison: ({ alike, other, place, otherAlike, model, words }) =>
      `El modelo le da una semejanza de ${alike} y a «${other}», la número ${number(place)}, una de ${otherAlike}. De la diferencia de puntuación, ${model} viene del modelo y ${words} de las palabras en común.`,
    speaksFor: 'habla a su favor',
    speaksForOther: (place) => `habla a favor de la número ${number(place)}`,
  },
  ownSet: {
    says: (questions) => count(questions, 'pregunta tuya', 'preguntas tuyas'),
    keep: 'Conservar en este dispositivo',
    saveAs: 'Guardar como',
    csv: 'CSV',
    jsonLines: 'JSON Lines',
    index: 'Índice',
    delete: 'Eliminar',
    deleteIt: 'Sí, eliminarla',
    keepIt: 'No, dejarla',
    askDelete: (set) => `¿Eliminar «${set}» de aquí?`,
    askDeleteKept: (set) => `¿Eliminar «${set}» de aquí y de este dispositivo?`,
    keepFailed: 'No se pudo conservar.',
    saveFailed: 'No se pudo guardar.',
    deleteFailed: 'No se pudo eliminar.',
    gone: (set) => `«${set}» ya no está en este dispositivo. Vuelve a traer sus preguntas.`,
  },
  unanswered: {
    title: 'Preguntas sin respuesta',
    lead: 'Lo que la gente pregunta y la colección no responde es lo próximo que conviene escribir. Esas preguntas solo se conservan si tú quieres, en este dispositivo, y solo salen de él en un archivo que guardes tú.',
    keep: 'Conservar las preguntas sin respuesta cuando pulse Enter o salga del campo',
    saveCsv: 'Guardar como CSV',
    saveJsonLines: 'Guardar como JSON Lines',
    deleteAll: 'Eliminar todas',
    kept: 'Conservada en este dispositivo, en la lista de abajo.',
    keepFailed: 'No se pudo conservar.',
    changeFailed: 'No se pudo cambiar.',
    noteFailed: 'No se pudo conservar una pregunta.',
    saveFailed: 'No se pudieron guardar.',
    deleteFailed: 'No se pudieron eliminar.',
    says: (questions) =>
      `${count(questions, 'pregunta conservada', 'preguntas conservadas')} en este dispositivo`,
    aboutNearest: (set, chance) => `${set}; la más cercana, ${chance}`,
  },
  duplicates: {
    title: 'Preguntas casi duplicadas en esta colección',
    lead: 'Preguntas que dicen casi lo mismo, en grupos: ahí bastaría una sola respuesta o sobra una entrada antigua.',
    threshold: 'Semejanza mínima',
    comparing: 'Comparando cada pregunta con todas las demás…',
    failed: 'No se pudieron buscar preguntas duplicadas.',
    stopped: 'Búsqueda detenida. ',
    again: 'Buscar de nuevo',
    none: (questions) => `${count(questions, 'pregunta', 'preguntas')}: no hay dos tan parecidas.`,
    groups: (groups, questions, all) =>
      `${count(groups, 'grupo', 'grupos')} con ${count(questions, 'pregunta', 'preguntas')} de ${number(all)}.`,
    groupsShown: (groups, questions, all, shown) =>
      `${count(groups, 'grupo', 'grupos')} con ${count(questions, 'pregunta', 'preguntas')} de ${number(all)}; se muestran los ${number(shown)} más grandes.`,
    search: 'Buscarla',
    more: (questions) => `y ${number(questions)} más`,
    pair: (alike) => `2 preguntas. Semejanza: ${alike}`,
    group: (questions, least, most) =>
      `${count(questions, 'pregunta', 'preguntas')}. Semejanza: de ${least} a ${most}`,
  },
  evaluation: {
    title: '¿Cuánto acierta?',
    lead: 'Se mide aquí, en tu dispositivo, y junto a BM25, que solo compara palabras. Los números entre paréntesis indican entre qué valores está una cifra en 95 de cada 100 muestras de este tamaño.',
    ownPairs: 'Con tus propios pares',
    ownPairsHint:
      'CSV o JSON Lines: dos preguntas por fila, y 1 o yes si son equivalentes, 0 o no si no lo son. No se sube nada.',
    ourQuestions: 'Con nuestras preguntas',
    ourQuestionsHint:
      'Escribimos 105 preguntas para las tres colecciones incluidas, con palabras distintas de las suyas; 15 de ellas no tienen respuesta en ninguna colección.',
    measure: 'Medir',
    measuring: 'Midiendo…',
    stopped: 'Medición detenida. No se midió nada.',
    failed: 'No se pudo medir.',
    rankers: { combined: 'Combinado', model: 'Modelo', bm25: 'BM25' },
    yourPairs: 'Con tus pares',
    pairs: (pairs, same) =>
      `${count(pairs, 'par', 'pares')}, ${number(same)} con preguntas equivalentes.`,
    leftOut: (measured, left) =>
      `Se midieron los primeros ${number(measured)}; ${left === 1 ? 'quedó' : 'quedaron'} fuera ${number(left)}.`,
    unusable: (rows, line, problem) =>
      `No se ${rows === 1 ? 'pudo' : 'pudieron'} usar ${count(rows, 'fila', 'filas')}. Línea ${line}: ${problem}`,
    oneKind:
      'Todos los pares tienen la misma etiqueta, así que no hay un orden que juzgar, solo lo que se dice de cada uno.',
    auc: 'AUC',
    averagePrecision: 'Precisión media',
    right: 'Aciertos',
    rightFirst: 'Una correcta en primer lugar',
    difference: (value, low, high) =>
      `El AUC del modelo menos el de BM25, con las mismas muestras: ${value} (${low} a ${high}).`,
    explanation: (probability) =>
      `El AUC es la frecuencia con la que un par de preguntas equivalentes tiene una puntuación más alta que uno que no lo es; el azar da 0,5. «Aciertos» es la proporción de pares cuyo veredicto es correcto: el de esta página, a partir de una probabilidad del ${probability}; el de los demás, con el umbral que mejor funciona en estos mismos pares, lo que los favorece.`,
    answerable: (questions) =>
      `${count(questions, 'pregunta', 'preguntas')} con respuesta en alguna colección, cada una buscada en la suya.`,
    refused: (ofOthers, others, ofAnswerable, answerable) =>
      `«Aquí no está esa pregunta» se dice en el ${ofOthers} de las ${number(others)} preguntas sin respuesta en ninguna colección y, por error, en el ${ofAnswerable} de las ${number(answerable)} con respuesta. El punto a partir del cual se dice se eligió con estas mismas preguntas, así que otras sin respuesta se detectan peor.`,
    estimate: (value, low, high) => `${value} (${low} a ${high})`,
    figures: 'Cifras',
  },
  importing: {
    title: 'Tus propias preguntas',
    close: 'Cerrar',
    privacy: 'Se leen en este dispositivo. <strong>No se sube nada.</strong>',
    hint: 'Tablas (CSV), JSON Lines, una página de preguntas frecuentes (schema.org), una pregunta por línea o un índice guardado aquí. Como máximo, 50 MB y 100.000 preguntas.',
    chooseFile: 'Elegir un archivo',
    orDrop: ' o suelta uno aquí',
    oneFile: (name) => `Solo se lee un archivo a la vez: “${name}”.`,
    orPaste: 'O pega el texto',
    readPasted: 'Leer lo pegado',
    example: 'question,answer\nWhere is my parcel?,Look at …',
    pairsExample: 'a,b,same\nWhere is my parcel?,My parcel has not come,1',
    name: 'Nombre de la colección',
    ownName: 'Mis preguntas',
    division: 'Cada pregunta es',
    divisions: { line: 'una línea', paragraph: 'un párrafo', row: 'una fila de una tabla' },
    separator: 'Separador',
    separators: {
      comma: 'coma',
      semicolon: 'punto y coma',
      tab: 'tabulación',
      bar: 'barra vertical',
    },
    header: 'La primera fila contiene los nombres de las columnas',
    uses: 'Qué es cada columna',
    useNames: { question: 'Pregunta', answer: 'Respuesta', category: 'Categoría', id: 'ID' },
    none: 'ninguna',
    preview: 'Las primeras filas',
    keep: 'Conservarlas en este dispositivo para mi próxima visita',
    back: 'Volver',
    reading: 'Leyendo…',
    readingFile: 'Leyendo el archivo…',
    parsing: 'Analizando el contenido…',
    rowsRead: (rows, format) => `${count(rows, 'fila leída', 'filas leídas')} como ${format}.`,
    formats: {
      table: 'tabla',
      'json-lines': 'JSON Lines',
      'json-array': 'array JSON',
      'faq-page': 'página de preguntas frecuentes',
      'plain-text': 'una pregunta por línea',
      paragraphs: 'una pregunta por párrafo',
    },
    search: (questions) =>
      questions === 1
        ? 'Buscar en esta pregunta'
        : `Buscar en estas ${number(questions)} preguntas`,
    searchThese: 'Buscar en estas preguntas',
    problems: (rows) =>
      rows === 1 ? '1 fila necesita revisión' : `${number(rows)} filas necesitan revisión`,
    line: (line) => `Línea ${line}`,
    moreProblems: (problems) => `Y ${number(problems)} más.`,
    making: (questions) => `Leyendo ${count(questions, 'pregunta', 'preguntas')}…`,
    made: (done, all, share) =>
      `${number(done)} de ${count(all, 'pregunta leída', 'preguntas leídas')}, ${share}`,
    openingIndex: 'Abriendo el índice…',
    badIndex:
      'Este índice está dañado o lo creó otro modelo. Elige otro archivo o trae las preguntas mismas en una tabla.',
    otherIndex: (fields) =>
      `Se esperaba un índice del campo "question"; se encontró uno de ${fields.map((field) => `"${field}"`).join(', ')}.`,
  },
  many: {
    label: 'Muchas reseñas',
    title: 'Whylight: muchas reseñas a la vez',
    heading: 'Muchas reseñas a la vez',
    lead: 'Trae una tabla o una lista de hasta 10.000 reseñas. Whylight las valora todas, resume lo que dicen de cada aspecto y muestra las palabras en las que se basa cada valoración.',
    privacy:
      'Se leen y se valoran en este dispositivo, sin servidor. <strong>No se sube nada.</strong>',
    source: 'Tus reseñas',
    hint: 'Una tabla (CSV o TSV), JSON Lines o texto con una reseña por línea o por párrafo. Como máximo, 50 MB y 10.000 reseñas.',
    gone: (reviews) =>
      `Aquí valoraste ${count(reviews, 'reseña', 'reseñas')}. Lo que traes no se guarda, así que vuelve a traerlo.`,
    example: 'Spotless room and kind staff.\nThe bed was hard and the street is loud.',
    sample: (reviews) => `Probar con ${number(reviews)} reseñas de hotel`,
    sampleName: 'reseñas-de-hotel',
    ownName: 'reseñas',
    setup: 'Qué valorar y cómo',
    model: 'Tratan de',
    column: 'Columna de las reseñas',
    division: 'Cada reseña es',
    divisions: { line: 'una línea', paragraph: 'un párrafo', row: 'una fila de una tabla' },
    firstOnes: 'Las primeras',
    rowsRead: (rows, format) => `${count(rows, 'fila leída', 'filas leídas')} como ${format}.`,
    formats: {
      table: 'tabla',
      'json-lines': 'JSON Lines',
      'json-array': 'array JSON',
      'faq-page': 'página',
      'plain-text': 'una reseña por línea',
      paragraphs: 'una reseña por párrafo',
    },
    leftOut: (most, rest) =>
      `Solo se pueden valorar a la vez ${count(most, 'reseña', 'reseñas')}; ${rest === 1 ? 'la última queda' : `las últimas ${number(rest)} quedan`} fuera.`,
    rate: (reviews) => `Valorar ${count(reviews, 'reseña', 'reseñas')}`,
    rateThese: 'Valorar estas reseñas',
    back: 'Volver',
    startOver: 'Traer otras reseñas',
    result: 'Lo que dicen',
    failed: 'No se pudieron valorar las reseñas.',
    progress: (done, all) =>
      `${number(done)} de ${count(all, 'reseña valorada', 'reseñas valoradas')}`,
    progressSeconds: (done, all, seconds) =>
      `${number(done)} de ${count(all, 'reseña valorada', 'reseñas valoradas')}; ${seconds === 1 ? 'queda' : 'quedan'} aproximadamente ${count(seconds, 'segundo', 'segundos')}`,
    progressMinutes: (done, all, minutes) =>
      `${number(done)} de ${count(all, 'reseña valorada', 'reseñas valoradas')}; ${minutes === 1 ? 'queda' : 'quedan'} aproximadamente ${count(minutes, 'minuto', 'minutos')}`,
    finished: (reviews, time) =>
      `${count(reviews, 'reseña valorada', 'reseñas valoradas')} en ${time}, en tu dispositivo.`,
    stopped: (done, all) =>
      `Detenido. Se ${done === 1 ? 'valoró' : 'valoraron'} ${number(done)} de ${count(all, 'reseña', 'reseñas')}.`,
    rateRest: (reviews) =>
      reviews === 1 ? 'Valorar la última' : `Valorar las otras ${number(reviews)}`,
    seconds: (seconds) => `${seconds} s`,
    otherSubject: (reviews, kind) =>
      reviews === 1
        ? `1 texto no parece ${kind}. No se valoró.`
        : `${number(reviews)} textos no parecen ${kind}. No se valoraron.`,
    byAspect: 'Aspecto por aspecto',
    mentions: (reviews, all) =>
      `Lo ${reviews === 1 ? 'menciona' : 'mencionan'} ${number(reviews)} de ${count(all, 'reseña', 'reseñas')}`,
    nobody: 'Ninguna reseña lo menciona',
    mean: (stars) => `${stars} de 5 en promedio`,
    shareOf: (share, name) => `${share} ${name}`,
    stars: (stars) => count(stars, 'estrella', 'estrellas'),
    praise: 'Lo más favorable',
    blame: 'Lo más desfavorable',
    outliers: 'Distintas de las demás',
    far: (aspect, found, usual) =>
      `${aspect}: ${found}, cuando las demás están en torno a ${usual}`,
    divided: (high, highStars, low, lowStars) =>
      `Con dos caras: ${high}, ${highStars}; ${low}, ${lowStars}`,
    list: 'Reseña por reseña',
    search: 'Con las palabras',
    aspect: 'Que hablan de',
    anything: 'cualquier cosa',
    from: 'Valoradas de',
    to: 'a',
    sort: 'Ordenadas por',
    sorts: {
      order: 'su orden original',
      shortest: 'longitud, primero las más cortas',
      longest: 'longitud, primero las más largas',
      lowest: (aspect) => `${aspect}, de menor a mayor`,
      highest: (aspect) => `${aspect}, de mayor a menor`,
    },
    clear: 'Mostrar todas',
    shown: (shown, all) => {
      if (shown < all) return `${number(shown)} de ${count(all, 'reseña', 'reseñas')}`;
      return all === 1 ? 'La única reseña' : `Todas: ${count(all, 'reseña', 'reseñas')}`;
    },
    none: 'Ninguna reseña es así.',
    columns: { line: 'Línea', review: 'Reseña', words: 'Palabras' },
    sortBy: (column) => `Ordenar por ${column}`,
    compare: 'Comparar con otra',
    compareNext: 'Ahora abre otra reseña y pulsa también su botón.',
    notMentioned: 'no se menciona',
    pages: 'Páginas de la lista',
    previous: 'Anterior',
    next: 'Siguiente',
    page: (page, pages) => `Página ${number(page)} de ${number(pages)}`,
    saveCsv: (reviews) => `Guardar ${count(reviews, 'reseña', 'reseñas')} como CSV`,
    saveJson: (reviews) => `Guardar ${count(reviews, 'reseña', 'reseñas')} como JSON`,
    sure: (share) => `seguridad del ${share}`,
  },
  unread: {
    // Goes on after «se encontró».
    atLine: (line, problem) => `este problema en la línea ${line}: ${problem}`,
    tooLarge: (most, megabytes) =>
      `Se esperaba un máximo de ${number(most)} MB; hay ${number(megabytes)} MB o más. Divide el archivo o deja solo las columnas que necesites.`,
    tooManyRows: (most, line) =>
      `Se esperaba un máximo de ${number(most)} filas, pero hay más a partir de la línea ${line}. Divide el archivo o deja solo las filas que necesites.`,
    tooManyColumns: (most, found, line) =>
      `Se esperaba un máximo de ${number(most)} columnas; hay ${number(found)} en la línea ${line}.`,
    endlessRow: (most, line) =>
      `Se esperaban filas de ${number(most)} caracteres como máximo; la de la línea ${line} no termina. Lo más probable es que ahí se abran unas comillas que no se cierran.`,
    noText: 'Se esperaba algo que leer; no se encontró ningún texto.',
    emptyFile: 'Se esperaba algo que leer; se encontró un archivo vacío.',
    noRows: 'Se esperaba al menos una fila debajo del encabezado; no se encontró ninguna.',
    unreadable: (file) =>
      `El navegador no pudo leer "${file}". Es posible que se haya movido o modificado; elígelo de nuevo.`,
    windows1252:
      'El archivo no está en UTF-8 y se leyó como Windows-1252. Si los acentos se ven mal, guárdalo en UTF-8.',
    brokenEncoding: (encoding, line) =>
      `Se esperaba texto; se encontró ${encoding} dañado después de la línea ${line}.`,
    notText:
      'Se esperaba texto, como CSV, JSON o líneas sueltas; se encontraron bytes que no son texto.',
    workbook:
      'Se esperaba texto, como CSV, JSON o líneas sueltas; se encontró una hoja de cálculo u otro archivo ZIP. En Excel, elige "Guardar como" y después CSV UTF-8.',
    oldOffice:
      'Se esperaba texto, como CSV, JSON o líneas sueltas; se encontró un documento antiguo de Office. En Excel, elige "Guardar como" y después CSV UTF-8.',
    pdf: 'Se esperaba texto, como CSV, JSON o líneas sueltas; se encontró un PDF. Copia su texto y pégalo.',
    noQuestion: 'Se esperaba una pregunta; se encontró una celda vacía. La fila se omitió.',
    idTaken: (id, line, made) =>
      `Se esperaba un ID propio; se encontró "${id}", como en la línea ${line}. Ahora es "${made}".`,
    noId: (made) => `Se esperaba un ID; se encontró una celda vacía. Ahora es "${made}".`,
    noQuestions: (rows) =>
      `Se esperaba al menos una pregunta en ${count(rows, 'fila', 'filas')}; solo se encontraron celdas vacías. Elige otra columna para la pregunta.`,
    noReview: 'Se esperaba una reseña; se encontró una celda vacía. La fila se omitió.',
    noWords: (found) => `Se esperaba una reseña; se encontró «${found}». La fila se omitió.`,
    longReview: (most, found) =>
      `Se esperaba una reseña de ${count(most, 'carácter', 'caracteres')} como máximo; tiene ${number(found)}. La fila se omitió.`,
    noReviews: (rows) =>
      `Se esperaba al menos una reseña en ${count(rows, 'fila', 'filas')}; no se encontraron palabras. Elige otra columna para la reseña.`,
    column: (place) => `Columna ${place}`,
    cellsOfHeader: (expected, found) =>
      `Se ${expected === 1 ? 'esperaba' : 'esperaban'} ${count(expected, 'celda', 'celdas')}, como en el encabezado; hay ${number(found)}.`,
    cellsOfMost: (expected, found) =>
      `Se ${expected === 1 ? 'esperaba' : 'esperaban'} ${count(expected, 'celda', 'celdas')}, como en la mayoría de las filas; hay ${number(found)}.`,
    missingQuotes:
      'Se esperaban unas comillas que cierren la celda; no se encontraron, así que la celda llega hasta el final.',
    invalidQuotes:
      'Se esperaba un separador o el final de la fila después de las comillas de cierre; se encontró otro texto. Las comillas dentro de un texto entre comillas se escriben dos veces.',
    unnamedQuestion: 'Se esperaba una Question con "name"; se encontró una sin él.',
    unanswered: (question) =>
      `Se esperaba una "acceptedAnswer" para "${question}"; no se encontró ninguna.`,
    faqPage: (found) =>
      `Se esperaba una FAQPage de schema.org con elementos Question en "mainEntity"; se encontró ${found}`,
    faqPageWithoutJson: 'una página sin ningún <script type="application/ld+json">.',
    faqPageWithoutQuestion: 'JSON-LD sin ninguna Question.',
    jsonLines: (found) => `Se esperaba un objeto JSON por línea; se encontró ${found}`,
    jsonArray: (found) => `Se esperaba un array de objetos JSON; se encontró ${found}`,
    nothingInIt: 'un texto sin objetos.',
    notObject: (found) => `Se esperaba un objeto entre llaves; se encontró ${found}.`,
    afterArray:
      'No se esperaba nada después del corchete que cierra el array; lo que sigue se omitió.',
    openArray: 'Se esperaba un corchete que cierre el array; se encontró el final del texto.',
    singleObject:
      'Se esperaba un objeto JSON por línea o un array de objetos; se encontró un solo objeto.',
    singleObjectWithList: (list) =>
      `Se esperaba un objeto JSON por línea o un array de objetos; se encontró un solo objeto con una lista llamada "${list}". Deja solo esa lista.`,
    kinds: {
      list: 'una lista entre corchetes',
      null: 'null',
      number: 'un número',
      boolean: 'un valor booleano',
    },
    notJson: (expected, found) =>
      `Esto no es JSON válido: se esperaba ${expected}, se encontró ${found}.`,
    expected: {
      value: 'un valor',
      valueOrBracket: 'un valor o "]"',
      name: 'un nombre entre comillas',
      nameOrBrace: 'un nombre entre comillas o "}"',
      colon: 'un signo de dos puntos',
      commaOrBrace: 'una coma o "}"',
      commaOrBracket: 'una coma o "]"',
      end: 'el final',
      escape: 'una secuencia de escape como \\n o \\"',
      quote: 'una comilla que cierre el texto',
    },
    found: {
      end: 'el final',
      lineBreak: 'un salto de línea',
      quote: 'una comilla',
      text: (text) => `"${text}"`,
    },
    emptyQuestion: 'Se esperaban dos preguntas; se encontró una celda vacía. La fila se omitió.',
    noLabel:
      'Se esperaba una etiqueta como 1 o 0, yes o no; se encontró una celda vacía. La fila se omitió.',
    otherLabel: (found) =>
      `Se esperaba una etiqueta como 1 o 0, yes o no; se encontró "${found}". La fila se omitió.`,
    noPairs: 'Se esperaban filas con dos preguntas y si son equivalentes; no se encontró ninguna.',
    noPairsBut: (line, problem) =>
      `Se esperaban filas con dos preguntas y si son equivalentes; no se encontró ninguna. Línea ${line}: ${problem}`,
    onePairColumn: (column) =>
      `Se esperaban dos columnas de preguntas y, si algunas no son equivalentes, una de etiquetas; se encontró una sola columna, "${column}".`,
    otherPairColumns: (columns) =>
      `Se esperaban dos columnas de preguntas y, si algunas no son equivalentes, una de etiquetas; se encontró lo siguiente: ${columns.map((name) => `"${name}"`).join(', ')}.`,
  },
  share: {
    heading: 'Llévatelo',
    link: 'Copiar un enlace',
    image: 'Copiar como imagen',
    json: 'Copiar como JSON',
    html: 'Copiar como HTML',
    print: 'Imprimir',
    linkCopied: 'El enlace está copiado. Lleva el propio texto, que ningún servidor ve.',
    linkWithoutA: 'El enlace está copiado, sin la reseña A: en un enlace no caben las dos.',
    linkInAddress:
      'El navegador no permitió copiar. El enlace está ahora en la barra de direcciones.',
    tooLong: 'Este texto es demasiado largo para un enlace. Cópialo como JSON o HTML.',
    imageCopied: 'La imagen está copiada.',
    jsonCopied: 'El JSON está copiado.',
    htmlCopied: 'El HTML está copiado.',
    saved: (file) => `El navegador no permitió copiar. Se guardó como ${file}.`,
    notRated: 'Todavía no hay valoraciones.',
    failed: 'Esto no funcionó en este navegador.',
    ratedBy: 'Valorado por Whylight, solo por las palabras marcadas.',
    nothingRated: 'Sin valorar: Whylight no encontró nada que valorar.',
    fromLink: 'Este texto llegó con un enlace.',
    linkBroken: 'Este enlace está dañado o cortado, así que falta su texto.',
    linkNewer:
      'Este enlace es de una versión más nueva de la página. Recarga la página y ábrelo de nuevo.',
  },
  ownModel: {
    bring: 'Tu modelo…',
    says: 'Muestra un modelo que da razones o un clasificador, entrenado por ti. No sale de este dispositivo.',
    guide: 'Cómo entrenar uno',
    choose: 'Elegir sus tres archivos',
    orDrop: ' o soltar aquí su carpeta',
    shown: (name, size) => `«${name}» es un modelo tuyo de ${size}.`,
    keep: 'Conservar en este dispositivo',
    remove: 'Quitarlo de aquí',
    keepFailed: 'No se pudo conservar.',
    removeFailed: 'No se pudo quitar.',
    gone: (name) =>
      `«${name}» se abrió desde archivos y no está en este dispositivo. Vuelve a traerlos o elige otro modelo.`,
    missing: (expected, missing) =>
      `Se esperaban los tres archivos de un modelo, ${lists.format(expected)}; falta: ${lists.format(missing)}.`,
    tooLarge: (most, megabytes) =>
      `Se esperaba un modelo de ${number(most)} MB como máximo; este tiene ${number(megabytes)} MB.`,
    unreadable: (file) =>
      `El navegador no pudo leer «${file}». Es posible que se haya movido o modificado; elígelo de nuevo.`,
    notOurs: 'Se esperaba un modelo de Whylight; este config.json es de otra cosa.',
    otherTask: (task) =>
      `Se esperaba un modelo que da razones o un clasificador; este es un modelo de tipo «${task}».`,
  },
  keeping: {
    noRoom:
      'A este navegador no le queda espacio suficiente. Elimina algo de lo que conservas o libera espacio en el dispositivo.',
    notKept:
      'Este navegador no conserva nada de la página, como ocurre en las ventanas privadas o cuando esa opción está desactivada. Usa otra ventana o permite que la página guarde datos, y vuelve a intentarlo.',
    otherTab:
      'Otra pestaña muestra una versión anterior de esta página. Ciérrala y vuelve a intentarlo.',
    newerTab: 'Otra pestaña muestra una versión más reciente de esta página. Vuelve a cargar esta.',
  },
  kept: {
    heading: 'Guardado en este dispositivo',
    none: 'No se guarda nada de lo que escribiste.',
    texts: (places) =>
      `Lo que escribiste en ${count(places, 'punto', 'puntos')} del historial de esta pestaña. Desaparece con la pestaña.`,
    delete: 'Borrar lo que escribí',
    deleted:
      'Está borrado, también en otras pestañas de esta página. Lo que escribas ahora se guarda de nuevo hasta que se cierre la pestaña.',
    device: (sets, questions) =>
      `Para todas las pestañas: ${count(sets, 'colección propia', 'colecciones propias')} y ${count(questions, 'pregunta', 'preguntas')} sin respuesta.`,
    deleteDevice: 'Borrar estas colecciones y preguntas',
    deletedDevice:
      'Están borradas. Una pestaña que muestre una de las colecciones la conserva hasta que se cierre.',
    deleteFailed: 'No se pudieron borrar.',
    models: (models, size) =>
      `Para todas las pestañas: ${count(models, 'modelo tuyo', 'modelos tuyos')}, ${size}.`,
    deleteModels: 'Borrar estos modelos',
    deletedModels:
      'Están borrados. Una pestaña que muestre uno de ellos lo conserva hasta que se cierre.',
  },
};
