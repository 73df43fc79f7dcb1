#include <bellwether/features/text/stop_words.h>

#include <algorithm>
#include <utility>

namespace bellwether {
namespace {

// Each list rises by bytes.
// clang-format off
constexpr std::string_view danish[] = {
    "af", "al", "aldrig", "alle", "allerede", "alt", "altid", "altså", "anden", "andet", "andre", "at",
    "bag", "begge", "blandt", "blev", "blevet", "blive", "bliver", "blot", "burde", "både", "bør", "da",
    "de", "dem", "den", "denne", "dens", "der", "deres", "derfor", "desuden", "det", "dets", "dette",
    "dig", "din", "dine", "disse", "dit", "dog", "du", "dér", "efter", "ej", "eller", "en", "end",
    "endnu", "er", "et", "fik", "flere", "flest", "for", "foran", "fordi", "fra", "få", "fået", "får",
    "færre", "før", "gennem", "gik", "gjorde", "gjort", "går", "gør", "gøre", "haft", "ham", "han",
    "hans", "har", "havde", "have", "hende", "hendes", "her", "hinanden", "hos", "hun", "hvad", "hvem",
    "hver", "hverken", "hvert", "hvilke", "hvilken", "hvilket", "hvis", "hvor", "hvordan", "hvorfor",
    "hvornår", "hvorvidt", "i", "ifølge", "igen", "ikke", "imod", "ind", "inden", "indtil", "ingen",
    "ingenting", "intet", "ja", "jeg", "jer", "jeres", "jo", "kan", "kun", "kunne", "lader", "lidt",
    "lod", "man", "mange", "med", "meget", "mellem", "men", "mens", "mere", "mest", "mig", "min",
    "mine", "mit", "mod", "må", "måske", "måtte", "ned", "nej", "nogen", "noget", "nogle", "nok", "nu",
    "når", "næsten", "ofte", "og", "også", "om", "omkring", "op", "os", "over", "per", "på", "ret",
    "samme", "sammen", "samt", "selv", "selvom", "siden", "sig", "sin", "sine", "sit", "skal", "skulle",
    "skønt", "som", "stadig", "så", "sådan", "sådanne", "sådant", "således", "til", "trods", "ud",
    "uden", "udenfor", "under", "var", "ved", "vel", "vi", "via", "vil", "ville", "vor", "vore",
    "vores", "vort", "være", "været",
};

constexpr std::string_view dutch[] = {
    "aan", "achter", "af", "al", "alle", "alleen", "allen", "alles", "als", "altijd", "ander", "andere",
    "anderen", "beide", "ben", "bent", "bij", "bijna", "binnen", "boven", "buiten", "daar", "daarbij",
    "daarin", "daarmee", "daarna", "daarom", "daarvan", "daarvoor", "dan", "dat", "de", "deden", "deed",
    "degene", "den", "der", "des", "deze", "dezelfde", "die", "diegene", "dit", "doe", "doen", "doet",
    "door", "doordat", "dus", "echter", "een", "eens", "elk", "elkaar", "elke", "en", "enkel", "enkele",
    "er", "eraan", "erg", "ermee", "erop", "ervan", "even", "gaan", "gaat", "gedaan", "geen", "gehad",
    "genoeg", "geweest", "geworden", "ging", "haar", "haars", "had", "hadden", "heb", "hebben", "hebt",
    "heeft", "heel", "hem", "hen", "het", "hetzelfde", "hier", "hij", "hoe", "hoewel", "hun", "ieder",
    "iedere", "iedereen", "iemand", "iets", "ik", "in", "indien", "is", "ja", "je", "jij", "jou",
    "jouw", "juist", "jullie", "kan", "kon", "konden", "kunnen", "kunt", "laat", "langs", "laten",
    "liet", "maar", "mag", "me", "meer", "meest", "men", "met", "mij", "mijn", "mijne", "minder",
    "misschien", "mits", "mocht", "mochten", "moest", "moesten", "moet", "moeten", "mogen", "na",
    "naar", "naast", "nadat", "nee", "niemand", "niet", "niets", "noch", "nog", "nooit", "nu", "of",
    "om", "omdat", "ondanks", "onder", "ons", "onze", "ooit", "ook", "op", "over", "per", "reeds",
    "rond", "samen", "sinds", "slechts", "sommige", "soms", "steeds", "te", "tegen", "ten", "tenzij",
    "ter", "terwijl", "tijdens", "toch", "toe", "toen", "tot", "totdat", "tussen", "u", "uit", "uw",
    "vaak", "van", "vanaf", "veel", "vele", "verder", "via", "volgens", "voor", "voorbij", "voordat",
    "waar", "waarbij", "waardoor", "waarin", "waarmee", "waarom", "waarvan", "wanneer", "want", "waren",
    "was", "wat", "we", "weer", "wegens", "weinig", "wel", "welk", "welke", "werd", "werden", "wezen",
    "wie", "wiens", "wij", "wil", "wilde", "wilden", "willen", "word", "worden", "wordt", "wou", "zal",
    "ze", "zeer", "zelfs", "zich", "zichzelf", "zij", "zijn", "zo", "zo'n", "zodat", "zonder", "zou",
    "zouden", "zulk", "zulke", "zullen", "zult",
};

constexpr std::string_view english[] = {
    "a", "about", "above", "across", "after", "again", "against", "ain't", "all", "almost", "along",
    "already", "also", "although", "always", "am", "among", "an", "and", "another", "any", "anybody",
    "anyone", "anything", "anywhere", "are", "aren't", "around", "as", "at", "be", "because", "been",
    "before", "behind", "being", "below", "beneath", "beside", "besides", "between", "beyond", "both",
    "but", "by", "can", "can't", "cannot", "could", "couldn't", "despite", "did", "didn't", "do",
    "does", "doesn't", "doing", "don't", "done", "down", "during", "each", "either", "else", "enough",
    "even", "ever", "every", "everybody", "everyone", "everything", "everywhere", "except", "few",
    "fewer", "for", "from", "further", "had", "hadn't", "has", "hasn't", "have", "haven't", "having",
    "he", "he'd", "he'll", "he's", "hence", "her", "here", "here's", "hers", "herself", "him",
    "himself", "his", "how", "how's", "however", "i", "i'd", "i'll", "i'm", "i've", "if", "in",
    "indeed", "inside", "instead", "into", "is", "isn't", "it", "it'd", "it'll", "it's", "its",
    "itself", "just", "later", "least", "less", "lest", "let's", "many", "may", "maybe", "me",
    "meanwhile", "might", "mightn't", "mine", "more", "moreover", "most", "much", "must", "mustn't",
    "my", "myself", "near", "needn't", "neither", "never", "nevertheless", "no", "nobody", "none",
    "nor", "not", "nothing", "now", "nowhere", "of", "off", "often", "on", "once", "one", "oneself",
    "only", "onto", "or", "other", "others", "otherwise", "ought", "our", "ours", "ourselves", "out",
    "outside", "over", "own", "per", "perhaps", "quite", "rather", "same", "seldom", "several", "shall",
    "shan't", "she", "she'd", "she'll", "she's", "should", "shouldn't", "since", "so", "some",
    "somebody", "someone", "something", "sometimes", "somewhere", "soon", "still", "such", "than",
    "that", "that'll", "that's", "the", "their", "theirs", "them", "themselves", "then", "there",
    "there's", "therefore", "these", "they", "they'd", "they'll", "they're", "they've", "this", "those",
    "though", "through", "throughout", "thus", "till", "to", "too", "toward", "towards", "under",
    "unless", "until", "up", "upon", "us", "very", "via", "was", "wasn't", "we", "we'd", "we'll",
    "we're", "we've", "were", "weren't", "what", "what's", "whatever", "when", "when's", "whenever",
    "where", "where's", "whereas", "wherever", "whether", "which", "whichever", "while", "who", "who's",
    "whoever", "whom", "whose", "why", "why's", "will", "with", "within", "without", "won't", "would",
    "wouldn't", "yet", "you", "you'd", "you'll", "you're", "you've", "your", "yours", "yourself",
    "yourselves",
};

constexpr std::string_view finnish[] = {
    "aina", "ainakin", "alla", "alle", "asti", "edessä", "ehkä", "ei", "eikä", "eivät", "eli", "emme",
    "en", "enemmän", "ennen", "enää", "erittäin", "et", "ette", "ettei", "että", "he", "heidän",
    "heidät", "heihin", "heille", "heillä", "heiltä", "heissä", "heistä", "heitä", "heti", "hyvin",
    "hän", "häneen", "hänelle", "hänellä", "häneltä", "hänen", "hänessä", "hänestä", "hänet", "häntä",
    "ikinä", "ilman", "itse", "ja", "jo", "johon", "joiden", "joihin", "joilla", "joille", "joissa",
    "joista", "joita", "joka", "jokainen", "jokin", "joko", "joku", "jolla", "jolle", "jolta", "jonka",
    "jopa", "jos", "joskus", "jossa", "josta", "jota", "jotain", "jotakin", "joten", "jotka", "jotta",
    "jälkeen", "kaikkea", "kaikki", "kaikkien", "kanssa", "kautta", "kenelle", "kenellä", "kenen",
    "kesken", "ketä", "ketään", "kohti", "koska", "kuin", "kuinka", "kuitenkin", "kuka", "kukaan",
    "kumpi", "kun", "kuten", "kyllä", "lienee", "luona", "lähellä", "lähes", "läpi", "me", "meidän",
    "meidät", "meihin", "meille", "meillä", "meiltä", "meissä", "meistä", "meitä", "melko", "mihin",
    "miksi", "mikä", "mikään", "mille", "milloin", "millä", "minkä", "minua", "minulla", "minulle",
    "minulta", "minun", "minussa", "minusta", "minut", "minuun", "minä", "missä", "mistä", "miten",
    "mitkä", "mitä", "mitään", "molemmat", "monet", "moni", "monta", "muiden", "muita", "mukaan",
    "mutta", "muu", "muun", "muut", "myös", "myötä", "ne", "niiden", "niihin", "niille", "niillä",
    "niin", "niissä", "niistä", "niitä", "noiden", "noita", "nuo", "nyt", "näiden", "näihin", "näille",
    "näillä", "näin", "näissä", "näistä", "näitä", "nämä", "ohi", "ole", "olemme", "olen", "olet",
    "olette", "oli", "olimme", "olin", "olisi", "olisin", "olisivat", "olit", "olitte", "olivat",
    "olla", "olleet", "ollut", "oltu", "on", "ovat", "paljon", "pitkin", "pitäisi", "pitää", "päällä",
    "saa", "saada", "saakka", "sama", "samaa", "saman", "se", "sekä", "sen", "siellä", "siihen",
    "siinä", "siis", "siitä", "sille", "silloin", "sillä", "siltä", "sinne", "sinua", "sinulla",
    "sinulle", "sinulta", "sinun", "sinussa", "sinusta", "sinut", "sinuun", "sinä", "sisällä", "sitten",
    "sitä", "taas", "tai", "takana", "takia", "te", "teidän", "teidät", "teihin", "teille", "teillä",
    "teiltä", "teissä", "teistä", "teitä", "tosin", "tulee", "tuo", "tuohon", "tuolla", "tuon",
    "tuossa", "tuosta", "tuota", "tähän", "tälle", "tällä", "tältä", "tämä", "tämän", "tänne", "tässä",
    "tästä", "tätä", "täytyy", "täällä", "ulkopuolella", "usea", "useat", "usein", "vaan", "vai",
    "vaikka", "vain", "vastaan", "vielä", "vieressä", "voi", "voida", "voin", "voinut", "voisi",
    "voivat", "vähän", "välillä", "yli", "ympäri", "älkää", "älä",
};

constexpr std::string_view french[] = {
    "a", "afin", "ai", "aie", "aient", "ailleurs", "ainsi", "ait", "aller", "alors", "après", "as",
    "assez", "au", "aucun", "aucune", "aujourd'hui", "auquel", "aura", "aurai", "auraient", "aurais",
    "aurait", "auras", "aurez", "aurons", "auront", "aussi", "autant", "autre", "autres", "aux",
    "avaient", "avais", "avait", "avant", "avec", "avez", "aviez", "avions", "avoir", "avons", "ayant",
    "beaucoup", "bien", "c'est", "car", "ce", "ceci", "cela", "celle", "celles", "celui", "cependant",
    "certaines", "certains", "ces", "cet", "cette", "ceux", "chacun", "chacune", "chaque", "chez",
    "combien", "comme", "comment", "contre", "d'un", "d'une", "dans", "de", "depuis", "derrière", "des",
    "devait", "devant", "devoir", "devrait", "doit", "doivent", "donc", "dont", "du", "duquel", "dès",
    "déjà", "elle", "elles", "en", "encore", "ensuite", "entre", "es", "est", "et", "eu", "eurent",
    "eus", "eut", "eux", "faire", "fais", "fait", "faut", "font", "furent", "fus", "fut", "hors", "ici",
    "il", "ils", "j'ai", "jamais", "je", "jusqu'à", "jusque", "l'un", "l'une", "la", "laquelle", "le",
    "lequel", "les", "lesquelles", "lesquels", "leur", "leurs", "lors", "lorsque", "lui", "là", "ma",
    "maintenant", "mais", "malgré", "me", "mes", "mien", "mienne", "moi", "moins", "mon", "même",
    "mêmes", "n'est", "ne", "ni", "non", "nos", "notre", "nous", "nul", "nulle", "néanmoins", "on",
    "ont", "or", "ou", "oui", "outre", "où", "par", "parce", "parfois", "parmi", "pas", "pendant",
    "personne", "peu", "peut", "peuvent", "peux", "plus", "plusieurs", "plutôt", "pour", "pourquoi",
    "pourrait", "pourtant", "pouvait", "pouvoir", "presque", "près", "puis", "puisque", "qu'elle",
    "qu'il", "quand", "que", "quel", "quelle", "quelles", "quelqu'un", "quelque", "quelques", "quels",
    "qui", "quoi", "rien", "s'il", "sa", "sans", "se", "selon", "sera", "serai", "seraient", "serais",
    "serait", "seras", "serez", "serons", "seront", "ses", "seulement", "si", "sien", "sienne", "soi",
    "soient", "sois", "soit", "sommes", "son", "sont", "sous", "souvent", "suis", "sur", "surtout",
    "ta", "tandis", "tant", "te", "tel", "telle", "telles", "tels", "tes", "tien", "tienne", "toi",
    "ton", "toujours", "tous", "tout", "toute", "toutefois", "toutes", "trop", "très", "tu", "un",
    "une", "va", "vers", "veut", "vont", "vos", "votre", "vouloir", "vous", "y", "à", "ça", "étaient",
    "étais", "était", "étant", "étiez", "étions", "été", "êtes", "être",
};

constexpr std::string_view german[] = {
    "ab", "aber", "alle", "allem", "allen", "aller", "alles", "als", "also", "am", "an", "andere",
    "anderem", "anderen", "anderer", "anderes", "ans", "auch", "auf", "aus", "außerhalb", "bei",
    "beide", "beiden", "beim", "bereits", "bevor", "bin", "bis", "bist", "da", "dabei", "dadurch",
    "dafür", "dagegen", "daher", "dahin", "damit", "dann", "daran", "darauf", "daraus", "darf", "darin",
    "darum", "darüber", "das", "dass", "dasselbe", "davon", "davor", "dazu", "dein", "deine", "deinem",
    "deinen", "deiner", "deines", "dem", "den", "denn", "der", "derselbe", "des", "deshalb", "deswegen",
    "dich", "die", "diese", "dieselbe", "diesem", "diesen", "dieser", "dieses", "dir", "doch", "dort",
    "du", "durch", "durfte", "durften", "dürfen", "dürfte", "eben", "ein", "eine", "einem", "einen",
    "einer", "eines", "einige", "einigen", "einiger", "einiges", "einmal", "entweder", "er", "erst",
    "es", "etwa", "etwas", "euch", "euer", "eure", "eurem", "euren", "eurer", "eures", "falls", "fast",
    "für", "ganz", "gar", "gegen", "gehabt", "gewesen", "geworden", "habe", "haben", "habt", "hast",
    "hat", "hatte", "hatten", "hattest", "hattet", "her", "heute", "hier", "hin", "hinter", "hätte",
    "hätten", "ich", "ihm", "ihn", "ihnen", "ihr", "ihre", "ihrem", "ihren", "ihrer", "ihres", "im",
    "immer", "in", "indem", "innerhalb", "ins", "ist", "ja", "jede", "jedem", "jeden", "jeder", "jedes",
    "jedoch", "jemand", "jene", "jenem", "jenen", "jener", "jenes", "jetzt", "kann", "kannst", "kein",
    "keine", "keinem", "keinen", "keiner", "keines", "konnte", "konnten", "können", "könnt", "könnte",
    "könnten", "lassen", "ließ", "lässt", "mag", "man", "manche", "manchem", "manchen", "mancher",
    "manches", "mehr", "mein", "meine", "meinem", "meinen", "meiner", "meines", "mich", "mir", "mit",
    "mochte", "muss", "musst", "musste", "mussten", "möchte", "möchten", "mögen", "müssen", "müsst",
    "müsste", "müssten", "nach", "nachdem", "neben", "nein", "nicht", "nichts", "nie", "niemals",
    "niemand", "noch", "nun", "nur", "ob", "obwohl", "oder", "oft", "ohne", "schon", "sehr", "seid",
    "sein", "seine", "seinem", "seinen", "seiner", "seines", "seit", "selbst", "sich", "sie", "sind",
    "so", "sobald", "sogar", "solange", "solche", "solchem", "solchen", "solcher", "solches", "soll",
    "sollen", "sollst", "sollt", "sollte", "sollten", "sondern", "sonst", "sowie", "sowohl", "statt",
    "trotz", "trotzdem", "um", "und", "uns", "unser", "unsere", "unserem", "unseren", "unserer",
    "unseres", "unter", "viel", "viele", "vielen", "vieler", "vielleicht", "vom", "von", "vor", "wann",
    "war", "waren", "warst", "wart", "warum", "was", "weder", "wegen", "weil", "welche", "welchem",
    "welchen", "welcher", "welches", "wem", "wen", "wenig", "wenige", "weniger", "wenn", "wer", "werde",
    "werden", "werdet", "weshalb", "wessen", "wie", "wieder", "wieso", "will", "willst", "wir", "wird",
    "wirst", "wo", "wofür", "woher", "wohin", "wohl", "wollen", "wollt", "wollte", "wollten", "womit",
    "worden", "worin", "wurde", "wurden", "während", "wäre", "wären", "würde", "würden", "zu", "zum",
    "zur", "zusammen", "zwar", "zwischen", "über",
};

constexpr std::string_view italian[] = {
    "a", "abbia", "abbiamo", "abbiano", "adesso", "affinché", "agli", "ai", "al", "alcune", "alcuni",
    "alcuno", "alla", "alle", "allo", "allora", "altra", "altre", "altri", "altro", "anche", "ancora",
    "avendo", "avere", "avesse", "avessero", "avete", "aveva", "avevano", "avevo", "avranno", "avrebbe",
    "avrebbero", "avrà", "avuto", "benché", "bene", "che", "chi", "ci", "ciascuno", "ciò", "coi", "col",
    "come", "con", "contro", "così", "cui", "da", "dagli", "dai", "dal", "dalla", "dalle", "dallo",
    "degli", "dei", "del", "della", "delle", "dello", "dentro", "deve", "devono", "di", "dopo", "dove",
    "dovere", "doveva", "dovrebbe", "dunque", "durante", "e", "ebbe", "ed", "egli", "entrambi", "era",
    "erano", "eravamo", "ero", "essa", "esse", "essendo", "essere", "essi", "esso", "fa", "fanno",
    "fare", "fatto", "forse", "fosse", "fossero", "fra", "fu", "fui", "fuori", "furono", "già", "gli",
    "ha", "hai", "hanno", "ho", "i", "il", "in", "infatti", "inoltre", "invece", "io", "la", "le",
    "lei", "li", "lo", "loro", "lui", "là", "lì", "ma", "mai", "me", "meno", "mentre", "mi", "mia",
    "mie", "miei", "mio", "molta", "molte", "molti", "molto", "ne", "negli", "nei", "nel", "nella",
    "nelle", "nello", "nessuna", "nessuno", "niente", "no", "noi", "non", "nostra", "nostre", "nostri",
    "nostro", "nulla", "né", "o", "od", "oggi", "ogni", "ognuno", "oltre", "oppure", "ora", "ovvero",
    "per", "perché", "però", "più", "poca", "poche", "pochi", "poco", "poi", "poiché", "possono",
    "potere", "poteva", "potrebbe", "presso", "prima", "pure", "può", "qua", "qualche", "qualcosa",
    "qualcuno", "quale", "quali", "quando", "quanta", "quante", "quanti", "quanto", "quasi", "quegli",
    "quei", "quel", "quella", "quelle", "quelli", "quello", "questa", "queste", "questi", "questo",
    "qui", "quindi", "saranno", "sarebbe", "sarebbero", "sarà", "sarò", "se", "sebbene", "secondo",
    "sei", "sempre", "senza", "si", "sia", "siamo", "siano", "siete", "solo", "soltanto", "sono",
    "sopra", "sotto", "stata", "state", "stati", "stato", "stessa", "stesse", "stessi", "stesso", "su",
    "sua", "sue", "sugli", "sui", "sul", "sulla", "sulle", "sullo", "suo", "suoi", "sé", "sì", "tale",
    "tali", "tanta", "tante", "tanti", "tanto", "te", "ti", "tra", "troppo", "tu", "tua", "tue", "tuo",
    "tuoi", "tutta", "tutte", "tutti", "tutto", "un", "una", "uno", "va", "vanno", "verso", "vi",
    "vogliono", "voi", "volere", "vostra", "vostre", "vostri", "vostro", "vuole", "è",
};

constexpr std::string_view norwegian[] = {
    "aldri", "all", "alle", "allerede", "alltid", "alt", "altså", "andre", "annen", "annet", "at", "av",
    "bak", "bare", "begge", "berre", "blant", "ble", "bli", "blir", "blitt", "burde", "både", "bør",
    "da", "de", "deg", "dei", "dem", "den", "denne", "dens", "der", "dere", "deres", "derfor",
    "dessuten", "det", "dets", "dette", "di", "din", "dine", "disse", "dit", "ditt", "dog", "du", "eg",
    "ei", "ein", "eit", "eller", "en", "enn", "ennå", "er", "et", "etter", "fikk", "flere", "flest",
    "for", "foran", "fordi", "fra", "frå", "få", "får", "fått", "færre", "før", "ganske", "gikk",
    "gjennom", "gjorde", "gjort", "gjør", "gjøre", "går", "ha", "hadde", "ham", "han", "hans", "har",
    "hatt", "henne", "hennes", "her", "hit", "ho", "hos", "hun", "hva", "hvem", "hver", "hverandre",
    "hvert", "hvilke", "hvilken", "hvilket", "hvis", "hvor", "hvordan", "hvorfor", "hvorvidt", "i",
    "ifølge", "igjen", "ikke", "ikkje", "ingen", "ingenting", "inn", "innen", "inntil", "intet", "ja",
    "jeg", "jo", "kan", "kanskje", "korleis", "kun", "kunne", "kunnet", "kva", "kven", "lar", "likevel",
    "litt", "lot", "man", "mange", "me", "med", "meg", "mellom", "men", "mens", "mer", "mest", "mi",
    "min", "mine", "mitt", "mot", "mye", "mykje", "må", "måtte", "ned", "nei", "nesten", "noe", "noen",
    "nok", "noko", "nokon", "nå", "når", "ofte", "og", "også", "om", "omkring", "opp", "oss", "over",
    "per", "på", "samme", "sammen", "samt", "seg", "selv", "si", "siden", "sin", "sine", "sitt", "skal",
    "skjønt", "skulle", "slik", "slike", "slikt", "som", "så", "sånn", "til", "tross", "under", "ut",
    "uten", "utenfor", "var", "vart", "ved", "vel", "vere", "verken", "vi", "via", "vil", "ville",
    "villet", "vår", "våre", "vårt", "være", "vært", "å",
};

constexpr std::string_view portuguese[] = {
    "a", "agora", "ainda", "algo", "algum", "alguma", "algumas", "alguns", "alguém", "ali", "além",
    "ambos", "ante", "antes", "ao", "aos", "apenas", "após", "aquela", "aquelas", "aquele", "aqueles",
    "aqui", "aquilo", "as", "assim", "até", "aí", "bem", "cada", "com", "comigo", "como", "consigo",
    "contigo", "contra", "contudo", "cuja", "cujo", "da", "daquela", "daquele", "das", "de", "dela",
    "delas", "dele", "deles", "depois", "desde", "dessa", "desse", "desta", "deste", "deve", "devem",
    "dever", "devia", "do", "dos", "dum", "duma", "durante", "e", "ela", "elas", "ele", "eles", "em",
    "embora", "enquanto", "entre", "então", "era", "eram", "eras", "essa", "essas", "esse", "esses",
    "esta", "estado", "estamos", "estando", "estar", "estas", "estava", "estavam", "este", "esteja",
    "estejam", "estes", "esteve", "estiveram", "estou", "está", "estão", "eu", "faz", "fazem", "fazer",
    "fez", "foi", "fomos", "foram", "fosse", "fossem", "fui", "haja", "haver", "havia", "haviam", "hei",
    "hoje", "houve", "há", "ir", "isso", "isto", "jamais", "já", "la", "las", "lhe", "lhes", "lo",
    "logo", "los", "lá", "mais", "mas", "me", "menos", "mesma", "mesmas", "mesmo", "mesmos", "meu",
    "meus", "mim", "minha", "minhas", "muita", "muitas", "muito", "muitos", "na", "nada", "naquela",
    "naquele", "nas", "nem", "nenhum", "nenhuma", "nessa", "nesse", "nesta", "neste", "ninguém", "no",
    "nos", "nossa", "nossas", "nosso", "nossos", "num", "numa", "nunca", "não", "nós", "o", "onde",
    "os", "ou", "outra", "outras", "outro", "outros", "para", "pela", "pelas", "pelo", "pelos",
    "perante", "pode", "podem", "poder", "poderia", "podia", "pois", "por", "porque", "porquê",
    "portanto", "porém", "pouca", "poucas", "pouco", "poucos", "quais", "quaisquer", "qual", "qualquer",
    "quando", "quanta", "quantas", "quanto", "quantos", "quase", "que", "quem", "quê", "se", "seja",
    "sejam", "sem", "sempre", "sendo", "ser", "serei", "seria", "seriam", "será", "serão", "seu",
    "seus", "si", "sido", "sim", "sob", "sobre", "somos", "sou", "sua", "suas", "são", "só", "tais",
    "tal", "talvez", "também", "tanta", "tantas", "tanto", "tantos", "te", "tem", "temos", "tendo",
    "tenha", "tenham", "tenho", "tens", "ter", "teria", "teriam", "terá", "terão", "teu", "teus",
    "teve", "ti", "tido", "tinha", "tinham", "tiveram", "toda", "todas", "todavia", "todo", "todos",
    "tu", "tua", "tuas", "tudo", "têm", "um", "uma", "umas", "uns", "vai", "você", "vocês", "vos",
    "vossa", "vosso", "várias", "vários", "vão", "vós", "à", "às", "é", "éramos", "és",
};

constexpr std::string_view spanish[] = {
    "a", "además", "ahora", "ahí", "al", "algo", "alguien", "alguna", "algunas", "alguno", "algunos",
    "algún", "allá", "allí", "ambos", "ante", "antes", "apenas", "aquel", "aquella", "aquellas",
    "aquello", "aquellos", "aquí", "así", "aunque", "aún", "bajo", "bien", "cada", "casi", "como",
    "con", "conmigo", "consigo", "contigo", "contra", "cual", "cuales", "cualquier", "cualquiera",
    "cuando", "cuantas", "cuanto", "cuantos", "cuya", "cuyas", "cuyo", "cuyos", "cuál", "cuándo",
    "cuánto", "cómo", "de", "debe", "deben", "deber", "debía", "del", "demás", "desde", "después",
    "donde", "durante", "dónde", "e", "el", "ella", "ellas", "ello", "ellos", "embargo", "en",
    "entonces", "entre", "era", "eran", "eras", "eres", "es", "esa", "esas", "ese", "eso", "esos",
    "esta", "estaba", "estaban", "estado", "estamos", "estando", "estar", "estas", "este", "esto",
    "estos", "estoy", "estuvieron", "estuvo", "está", "están", "estás", "esté", "estén", "fue",
    "fueron", "fui", "fuimos", "ha", "haber", "habido", "habiendo", "habrá", "habría", "había",
    "habían", "hace", "hacen", "hacer", "hacia", "han", "has", "hasta", "hay", "haya", "hayan", "he",
    "hemos", "hizo", "hoy", "hubo", "ir", "jamás", "la", "las", "le", "les", "lo", "los", "luego", "me",
    "mediante", "menos", "mi", "mientras", "mis", "misma", "mismas", "mismo", "mismos", "mucha",
    "muchas", "mucho", "muchos", "muy", "más", "mí", "mía", "mías", "mío", "míos", "nada", "nadie",
    "ni", "ninguna", "ninguno", "ningún", "no", "nos", "nosotras", "nosotros", "nuestra", "nuestras",
    "nuestro", "nuestros", "nunca", "o", "os", "otra", "otras", "otro", "otros", "para", "pero", "poca",
    "pocas", "poco", "pocos", "poder", "podría", "podía", "por", "porque", "puede", "pueden", "pues",
    "que", "quien", "quienes", "quizá", "quizás", "quién", "qué", "se", "sea", "sean", "según", "ser",
    "será", "serán", "seré", "sería", "serían", "si", "sido", "siempre", "siendo", "sin", "sino",
    "sobre", "sois", "solo", "somos", "son", "soy", "su", "sus", "suya", "suyas", "suyo", "suyos", "sí",
    "sólo", "tal", "tales", "también", "tampoco", "tanta", "tantas", "tanto", "tantos", "te", "tener",
    "tengo", "tenía", "tenían", "ti", "tiene", "tienen", "toda", "todas", "todavía", "todo", "todos",
    "tras", "tu", "tus", "tuvo", "tuya", "tuyo", "tú", "u", "un", "una", "unas", "unos", "usted",
    "ustedes", "va", "van", "varias", "varios", "vosotras", "vosotros", "vuestra", "vuestras",
    "vuestro", "vuestros", "y", "ya", "yo", "él", "éramos",
};

constexpr std::string_view swedish[] = {
    "aldrig", "all", "alla", "allt", "alltid", "alltså", "andra", "annan", "annat", "att", "av",
    "bakom", "bara", "bland", "blev", "bli", "blir", "blivit", "borde", "bort", "båda", "både", "bör",
    "de", "dem", "den", "denna", "densamma", "deras", "dess", "dessa", "dessutom", "det", "detta",
    "dig", "din", "dina", "dit", "ditt", "dock", "du", "där", "däremot", "därför", "då", "efter",
    "eftersom", "ej", "eller", "en", "endast", "enligt", "er", "era", "ert", "ett", "fast", "fick",
    "fler", "flera", "flest", "fram", "framför", "från", "färre", "få", "får", "fått", "för", "ganska",
    "genom", "gick", "gjorde", "gjort", "går", "gör", "göra", "ha", "hade", "haft", "han", "hans",
    "har", "henne", "hennes", "hit", "hon", "honom", "hos", "hur", "här", "i", "ibland", "icke", "igen",
    "in", "inga", "ingen", "ingenting", "inget", "innan", "inom", "inte", "ja", "jag", "ju", "kan",
    "kanske", "kring", "kunde", "kunnat", "lite", "lät", "låter", "man", "med", "medan", "mellan",
    "men", "mer", "mera", "mest", "mig", "min", "mina", "mitt", "mot", "mycket", "många", "måste",
    "ned", "nej", "ner", "ni", "nog", "nu", "när", "nästan", "någon", "någonting", "något", "några",
    "och", "också", "ofta", "om", "oss", "per", "på", "redan", "samma", "samt", "sedan", "sig", "sin",
    "sina", "sitt", "själv", "själva", "ska", "skall", "skulle", "som", "så", "sådan", "sådana",
    "sådant", "sån", "såväl", "till", "tills", "tillsammans", "trots", "under", "upp", "ur", "ut",
    "utan", "utanför", "utom", "vad", "var", "vara", "varandra", "varför", "varit", "varje", "varken",
    "vars", "vart", "velat", "vem", "vems", "vi", "via", "vid", "vilka", "vilken", "vilket", "vill",
    "ville", "väl", "vår", "våra", "vårt", "än", "ändå", "ännu", "är", "även", "åt", "åter", "över",
};
// clang-format on

using Words = std::span<const std::string_view>;

constexpr std::pair<std::string_view, Words> lists[] = {
    {"danish", danish},         {"dutch", dutch},     {"english", english}, {"finnish", finnish},
    {"french", french},         {"german", german},   {"italian", italian}, {"norwegian", norwegian},
    {"portuguese", portuguese}, {"spanish", spanish}, {"swedish", swedish},
};

}  // namespace

std::vector<std::string_view> stop_word_languages() {
  std::vector<std::string_view> names;
  for (const auto& [name, words] : lists) names.push_back(name);
  return names;
}

std::span<const std::string_view> stop_words(std::string_view language) {
  const auto* list = std::ranges::find(lists, language, &std::pair<std::string_view, Words>::first);
  return list == std::end(lists) ? Words{} : list->second;
}

bool is_stop_word(std::string_view language, std::string_view word) {
  return std::ranges::binary_search(stop_words(language), word);
}

}  // namespace bellwether
