// What the page says, in Spanish as it is understood in Spain and Latin America. A rating is
// «valoración», a grade «calificación», a score «puntuación»; to keep is «conservar», to save to a
// file «guardar».
import { countingIn } from './counting';
import type { Translation } from './strings';

const locale = 'es';
const { count, number } = countingIn(locale);
const lists = new Intl.ListFormat(locale);

/** Of an aspect, in the midst of a sentence; '' where a model has only one. */
const about = (aspect: string) => (aspect ? ` en cuanto a ${aspect.toLowerCase()}` : '');

export const es: Translation = {
  page: {
    locale,
    views: 'Vistas',
    language: 'Idioma',
    modelsLanguage: 'Los modelos solo leen inglés, así que escribe en inglés.',
    notHere: 'Todavía no está aquí',
    partMissing: 'No se pudo cargar esta parte de la página.',
    tryAgain: 'Reintentar',
    howItWorks: 'Cómo funciona',
    card: 'Cómo se creó y cuánto acierta',
    licences: 'Licencias',
    modelSize: (size) => `, ${size}`,
  },
  codeBox: {
    title: 'Úsalo en tu aplicación',
    terminal: 'En una terminal',
    module: 'En tu código',
    copy: 'Copiar',
    copyThis: (title) => `Copiar: ${title}`,
    copied: 'Copiado.',
    selected: 'Seleccionado: cópialo con Ctrl o ⌘ y C.',
  },
  wording: {
    stars: (stars) => `${stars} de 5`,
    notMentioned: 'no se menciona',
    giveOrTake: (stars) => `con un margen de ${stars}`,
    over: (number) => `más del ${number}`,
    lessThan: (time) => `menos de ${time}`,
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
    verify: 'Comprobando el modelo…',
    start: 'Iniciando el modelo…',
    cancelled: 'El modelo no se cargó.',
    failed: 'No se pudo cargar el modelo.',
    cancel: 'Cancelar',
    tryAgain: 'Reintentar',
    reading: 'Leyendo…',
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
      'double negation': 'Doble negación',
      contrast: 'Dos caras, de las que cuenta una',
      'other aspect': 'Una cosa buena y otra mala',
      degree: 'Intensidad',
      comparison: 'Comparaciones',
      'reported speech': 'Lo que dicen otros',
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
  },
  reviews: {
    label: 'Reseñas',
    title: 'Whylight: valoraciones con sus razones',
    editor: 'Una reseña',
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
      never: 'Nunca aburrida',
      mixed: 'Con dos caras',
      mixedWeakness: 'de las dos caras, atiende más al elogio.',
      turn: 'Un giro al final',
      review: 'Una reseña entera',
      reviewWeakness:
        'está hecho para calificar frases; en una reseña con dos caras, atiende más a la crítica.',
      irony: 'Ironía',
      ironyWeakness: 'toma la ironía al pie de la letra, y esto por un elogio.',
    },
    classes: 'Probabilidad de cada clase',
    classesNote:
      'La calificación es el promedio de las clases, ponderado por estas probabilidades.',
    onScale: (grade, low, high) => `${grade} en una escala de ${low} a ${high}`,
    nothing: 'Escribe una frase para ver su sentimiento y las razones.',
    noWords: 'No hay palabras que leer.',
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
      'Varias personas calificaron frases de reseñas de cine en cinco clases; nadie le explicó qué es la negación. Sabe inglés, y la ironía se le escapa a menudo.',
    model: 'Modelo: sentimiento<span class="model-size"></span>.',
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
    gone: (set) => `«${set}» ya no está en este dispositivo.`,
    noRoom:
      'A este navegador no le queda espacio suficiente. Elimina una colección que conserves o libera espacio en el dispositivo.',
    notKept: (why) =>
      `Este navegador no conserva nada de la página, como ocurre en las ventanas privadas o cuando esa opción está desactivada${why ? `: ${why}` : '.'}`,
    otherTab: 'Otra pestaña tiene abierta una versión anterior.',
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
    orPaste: 'O pega el texto',
    readPasted: 'Leer lo pegado',
    example: 'question,answer\nWhere is my parcel?,Look at …',
    pairsExample: 'a,b,same\nWhere is my parcel?,My parcel has not come,1',
    name: 'Nombre de la colección',
    ownName: 'Mis preguntas',
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
    otherIndex: (fields) =>
      `Se esperaba un índice del campo "question"; se encontró uno de ${fields.map((field) => `"${field}"`).join(', ')}.`,
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
    noText: 'Se esperaban preguntas; no se encontró ningún texto.',
    emptyFile: 'Se esperaban preguntas; se encontró un archivo vacío.',
    noRows: 'Se esperaba al menos una fila debajo del encabezado; no se encontró ninguna.',
    unreadable: (file) =>
      `El navegador no pudo leer "${file}". Es posible que se haya movido o modificado; elígelo de nuevo.`,
    windows1252:
      'El archivo no está en UTF-8 y se leyó como Windows-1252. Si los acentos se ven mal, guárdalo en UTF-8.',
    brokenEncoding: (encoding, line) =>
      `Se esperaba texto; se encontró ${encoding} dañado después de la línea ${line}.`,
    notText:
      'Se esperaba texto, como CSV, JSON, HTML o una pregunta por línea; se encontraron bytes que no son texto.',
    workbook:
      'Se esperaba texto, como CSV, JSON, HTML o una pregunta por línea; se encontró una hoja de cálculo u otro archivo ZIP. En Excel, elige "Guardar como" y después CSV UTF-8.',
    oldOffice:
      'Se esperaba texto, como CSV, JSON, HTML o una pregunta por línea; se encontró un documento antiguo de Office. En Excel, elige "Guardar como" y después CSV UTF-8.',
    pdf: 'Se esperaba texto, como CSV, JSON, HTML o una pregunta por línea; se encontró un PDF. Copia su texto y pégalo.',
    noQuestion: 'Se esperaba una pregunta; se encontró una celda vacía. La fila se omitió.',
    idTaken: (id, line, made) =>
      `Se esperaba un ID propio; se encontró "${id}", como en la línea ${line}. Ahora es "${made}".`,
    noId: (made) => `Se esperaba un ID; se encontró una celda vacía. Ahora es "${made}".`,
    noQuestions: (rows) =>
      `Se esperaba al menos una pregunta en ${count(rows, 'fila', 'filas')}; solo se encontraron celdas vacías. Elige otra columna para la pregunta.`,
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
    fromLink: 'Este texto llegó con un enlace.',
    linkBroken: 'Este enlace está dañado o cortado, así que falta su texto.',
    linkNewer:
      'Este enlace es de una versión más nueva de la página. Recarga la página y ábrelo de nuevo.',
  },
  kept: {
    heading: 'Guardado en este dispositivo',
    none: 'No se guarda nada de lo que escribiste.',
    texts: (places) =>
      `Lo que escribiste en ${count(places, 'punto', 'puntos')} del historial de esta pestaña. Desaparece con la pestaña.`,
    delete: 'Borrar lo que escribí',
    deleted:
      'Está borrado. Lo que escribas ahora se guarda de nuevo hasta que se cierre la pestaña.',
  },
};
