import type { TermsBlock } from './terms.ts'

/** What can be switched on in the shop, as far as its legal texts tell of it. */
type Switched =
  /** The owner has made a discount code. */
  | 'codes'
  /** The price of a sample comes back as a code. */
  | 'sampleCodes'
  /** Invoices go to KSeF. */
  | 'ksef'
  /** Also those of persons. */
  | 'ksefPersons'
  /** Somebody packs for the owner. */
  | 'packers'
  /** An accountant reads the papers in the panel. */
  | 'accountant'
  /** BaseLinker reads orders and adds those of marketplaces. */
  | 'baselinker'
  /** Buyers can pay later, at a provider that lends them the money. */
  | 'payLater'
  /** Buyers can pay from an electronic wallet. */
  | 'wallets'
  | 'googleSignIn'
  | 'measuring'

/** What is on; what is not named is off. */
export type ShopFeatures = { readonly [Key in Switched]?: boolean }

/** Paragraphs of the shop's terms and of its privacy policy, as their headings go on after the number. */
type TermsSection = 'Usługi elektroniczne' | 'Opinie' | 'Zamówienie i płatność'
type PrivacySection =
  | 'Jakie dane, po co i na jakiej podstawie'
  | 'Komu przekazujemy dane'
  | 'Jak długo przechowujemy dane'
  | 'Pliki cookie i pamięć przeglądarki'

/** `told`: words by which terms that the owner wrote say the same. */
export type TermsSentence = { section: TermsSection; text: string; told: RegExp }
type PrivacySentence = { section: PrivacySection; text: string }

type Feature = {
  /** As the owner reads it. */
  name: string
  isOn(on: ShopFeatures): boolean
  terms: readonly TermsSentence[]
  privacy: readonly PrivacySentence[]
}

const ALWAYS = () => true

const service = (text: string, told: RegExp): TermsSentence => ({ section: 'Usługi elektroniczne', text, told })
const sale = (text: string, told: RegExp): TermsSentence => ({ section: 'Zamówienie i płatność', text, told })
const review = (text: string, told: RegExp): TermsSentence => ({ section: 'Opinie', text, told })
const purpose = (text: string): PrivacySentence => ({ section: 'Jakie dane, po co i na jakiej podstawie', text })
const recipient = (text: string): PrivacySentence => ({ section: 'Komu przekazujemy dane', text })
const period = (text: string): PrivacySentence => ({ section: 'Jak długo przechowujemy dane', text })
const storage = (text: string): PrivacySentence => ({ section: 'Pliki cookie i pamięć przeglądarki', text })

/** Each feature with when it is on, and what terms and privacy policy then say. */
export const SHOP_FEATURES: readonly Feature[] = [
  {
    name: 'formularze odstąpienia i reklamacji',
    isOn: ALWAYS,
    terms: [
      service(
        'Sprzedawca nieodpłatnie udostępnia także formularze odstąpienia od umowy i reklamacji. Działają bez konta; ' +
          'oświadczenie jest złożone z chwilą wysłania formularza, a Sprzedawca niezwłocznie potwierdza je e-mailem.',
        /formularz\p{L}* (odstąpienia|reklamac)/iu,
      ),
    ],
    privacy: [],
  },
  {
    name: 'newsletter',
    isOn: ALWAYS,
    terms: [
      service(
        'Newsletter otrzymuje bezpłatnie ten, kto poda adres e-mail, wyrazi zgodę na informacje handlowe (art. 398 ' +
          'ustawy z dnia 12 lipca 2024 r. – Prawo komunikacji elektronicznej) i potwierdzi ją linkiem z wiadomości. ' +
          'Usługa trwa do wycofania zgody, które jest możliwe w każdej chwili, bez podania przyczyny i bez kosztów, ' +
          'linkiem z wiadomości albo przez kontakt ze Sprzedawcą.',
        /newsletter/iu,
      ),
    ],
    privacy: [
      purpose(
        'Newsletter (e-mail): zgoda, art. 6 ust. 1 lit. a RODO i art. 398 ustawy – Prawo komunikacji elektronicznej. ' +
          'Można ją wycofać w każdej chwili linkiem z wiadomości.',
      ),
      period(
        'Dowód zgody na newsletter (adres e-mail, treść zgody oraz czas jej wyrażenia, potwierdzenia i wycofania): 3 lata ' +
          'od wycofania, aby móc wykazać zgodę (art. 7 ust. 1 RODO) i bronić się przed roszczeniami (art. 6 ust. 1 lit. f ' +
          'RODO). Adres niepotwierdzony: 7 dni.',
      ),
    ],
  },
  {
    name: 'płatność odroczona',
    isOn: ({ payLater }) => payLater === true,
    terms: [
      sale(
        'Płatności odroczonej udziela jej dostawca (Klarna), na podstawie odrębnej umowy z Klientem i na własnych warunkach, ' +
          'o których Klient dowiaduje się przed jej zawarciem; dostawca może odmówić. Sprzedawca otrzymuje wtedy zapłatę od ' +
          'dostawcy i jemu zwraca pieniądze, także po odstąpieniu od umowy sprzedaży, a dostawca rozlicza je z Klientem.',
        /płatno\p{L}* odroczon|Klarn/iu,
      ),
    ],
    privacy: [
      recipient(
        'Kto wybierze płatność odroczoną, podaje dane jej dostawcy (Klarna Bank AB, Szwecja), który jako odrębny ' +
          'administrator ocenia wniosek i rozlicza płatność według własnej polityki prywatności. Operator płatności przekazuje ' +
          'mu kwotę, zamówione produkty i adres e-mail: art. 6 ust. 1 lit. b RODO.',
      ),
    ],
  },
  {
    name: 'portfele elektroniczne',
    isOn: ({ wallets }) => wallets === true,
    terms: [
      sale(
        'Płatność portfelem elektronicznym (PayPal, Revolut Pay) potwierdza się na stronie albo w aplikacji jego dostawcy, na ' +
          'podstawie umowy Klienta z tym dostawcą. Zwrot trafia do tego samego portfela.',
        /portfel|PayPal|Revolut/iu,
      ),
    ],
    privacy: [
      recipient(
        'Kto płaci portfelem elektronicznym (PayPal, Revolut Pay), podaje dane jego dostawcy, który jako odrębny administrator ' +
          'obsługuje płatność według własnej polityki prywatności.',
      ),
    ],
  },
  {
    name: 'powiadomienia o produktach',
    isOn: ALWAYS,
    terms: [
      service(
        'Powiadomienie o produkcie to jedna bezpłatna wiadomość e-mail o tym, że produkt znów jest w sprzedaży albo ' +
          'kosztuje mniej. Zamawia się je przy produkcie i potwierdza linkiem z wiadomości; wygasa po 90 dniach albo po ' +
          'rezygnacji tym samym linkiem.',
        /powiadomieni\p{L}* o (produk|dostępności|cen|powrocie)/iu,
      ),
    ],
    privacy: [
      purpose(
        'Powiadomienie o produkcie, o które ktoś prosi (e-mail i produkt): zgoda, art. 6 ust. 1 lit. a RODO i art. 398 ' +
          'ustawy – Prawo komunikacji elektronicznej. To jedna wiadomość; zgodę można wycofać linkiem z potwierdzenia.',
      ),
      period('Adres czekający na powiadomienie o produkcie: do wysłania tej wiadomości, najdłużej 90 dni.'),
    ],
  },
  {
    name: 'przypomnienie o kończących się perfumach',
    isOn: ALWAYS,
    terms: [
      service(
        'Przypomnienie, że perfumy mogą się kończyć, to jedna bezpłatna wiadomość e-mail o produkcie, jego większych ' +
          'pojemnościach i cenach, wysyłana po czasie, w którym flakon zwykle się zużywa. Zamawia się je i potwierdza linkiem ' +
          'z wiadomości; można z niego zrezygnować tym samym linkiem.',
        /przypomnieni\p{L}*[^.]*(kończ|zuży)/iu,
      ),
    ],
    privacy: [
      purpose(
        'Przypomnienie o kończących się perfumach, o które ktoś prosi (e-mail i produkt): zgoda, art. 6 ust. 1 lit. a RODO i ' +
          'art. 398 ustawy – Prawo komunikacji elektronicznej. To jedna wiadomość; zgodę można wycofać linkiem z potwierdzenia. ' +
          'Zwykły czas zużycia liczymy z dat ponownych zakupów, bez danych osób.',
      ),
      period('Adres czekający na przypomnienie: do wysłania tej wiadomości, najdłużej 90 dni od jej terminu.'),
    ],
  },
  {
    name: 'odpowiedzi na opinie',
    isOn: ALWAYS,
    terms: [
      review(
        'Sprzedawca może odpowiedzieć na opinię. Odpowiedź jest widoczna pod opinią i znika razem z nią; o jej pojawieniu się ' +
          'autor dowiaduje się z jednej bezpłatnej wiadomości e-mail.',
        /odpowie\p{L}*[^.]*opini|opini[^.]*odpowie/iu,
      ),
    ],
    privacy: [
      purpose(
        'Odpowiedź na opinię (adres e-mail konta jej autora, jedna wiadomość): wykonanie umowy o usługę opinii, art. 6 ust. 1 ' +
          'lit. b RODO. Odpowiedź jest widoczna publicznie pod opinią.',
      ),
      period('Odpowiedź na opinię: tak długo, jak opinia.'),
    ],
  },
  {
    name: 'zdjęcia w opiniach',
    isOn: ALWAYS,
    terms: [
      review(
        'Kto otrzymał produkt, może dodać do opinii o nim najwyżej 3 własne zdjęcia, do których ma prawa. Sprzedawca pokazuje ' +
          'je pod opinią po sprawdzeniu, razem z nią, i usuwa razem z nią.',
        /opini[^.]*zdjęci|zdjęci[^.]*opini/iu,
      ),
    ],
    privacy: [
      purpose(
        'Zdjęcia w opiniach: wykonanie umowy o usługę opinii, art. 6 ust. 1 lit. b RODO. Są publiczne razem z opinią; ' +
          'miejsce, czas i inne dane zapisane w pliku usuwamy.',
      ),
      period('Zdjęcia w opiniach: tak długo, jak opinia, a niewykorzystane: tydzień.'),
    ],
  },
  {
    name: 'numery partii',
    isOn: ALWAYS,
    terms: [],
    privacy: [
      purpose(
        'Numery partii wysłanych produktów, zapisane przy zamówieniu: aby ostrzec kupujących, gdy partia okaże się niebezpieczna ' +
          '(art. 6 ust. 1 lit. c RODO w związku z art. 35–37 rozporządzenia (UE) 2023/988).',
      ),
    ],
  },
  {
    name: 'zamówienie przez telefon',
    isOn: ALWAYS,
    terms: [
      sale(
        'Zamówienie Klient może przygotować ze Sprzedawcą przez telefon. Otrzymuje wtedy link, pod którym sprawdza produkty i ' +
          'dane, akceptuje regulamin i składa zamówienie. Do tego czasu umowa nie jest zawarta, a produkty są odłożone ' +
          'najdłużej przez 3 dni.',
        /telefon[^.]*(zamówi|link)|zamówi\p{L}*[^.]*telefon/iu,
      ),
    ],
    privacy: [
      purpose(
        'Zamówienie przygotowane przez telefon (imię i nazwisko, telefon, e-mail, miejsce dostawy, produkty): działania na ' +
          'żądanie przed zawarciem umowy, art. 6 ust. 1 lit. b RODO.',
      ),
      period('Zamówienie przygotowane przez telefon: 30 dni od jego złożenia albo końca.'),
      storage(
        'Po otwarciu linku do zamówienia przygotowanego przez telefon zapisujemy, najdłużej na 3 dni, plik cookie, dzięki ' +
          'któremu ta przeglądarka może zamówić odłożone produkty.',
      ),
    ],
  },
  {
    name: 'faktury',
    isOn: ALWAYS,
    terms: [
      sale(
        'Fakturę na firmę otrzymuje Klient, który podał NIP i dane firmy, składając zamówienie. Do sprzedaży ' +
          'potwierdzonej paragonem bez NIP nie można wystawić faktury na firmę (art. 106b ust. 5 ustawy o podatku od ' +
          'towarów i usług).',
        /faktur[^.]*NIP|NIP[^.]*faktur/iu,
      ),
      sale(
        'Osoba fizyczna, która nie kupuje jako przedsiębiorca, może zażądać faktury w ciągu 3 miesięcy od końca ' +
          'miesiąca, w którym dostarczono towar albo otrzymano zapłatę: w koncie, przez link do zamówienia albo pisząc do ' +
          'Sprzedawcy.',
        /faktur[^.]*(3|trzech) miesi|(3|trzech) miesi[^.]*faktur/iu,
      ),
      sale(
        'Podając dane do faktury, Klient zgadza się na fakturę elektroniczną. Sprzedawca przesyła ją w pliku PDF na adres ' +
          'e-mail z zamówienia.',
        /faktur[^.]*(elektroniczn|e-mail)|(elektroniczn|e-mail)[^.]*faktur/iu,
      ),
      sale(
        'Dane nabywcy można poprawić, zanim faktura zostanie wystawiona. Po wystawieniu błąd w nich, tak jak zwrot i ' +
          'obniżkę ceny, Sprzedawca ujmuje w fakturze korygującej, przesyłanej tak samo jak faktura.',
        /faktur\p{L}* korygując/iu,
      ),
    ],
    privacy: [
      purpose(
        'Faktury (nazwa firmy, NIP i adres, a w fakturze dla osoby fizycznej imię, nazwisko i adres): obowiązek prawny, ' +
          'art. 6 ust. 1 lit. c RODO w związku z art. 106b i 106e ustawy o VAT.',
      ),
    ],
  },
  {
    name: 'faktury w KSeF',
    isOn: ({ ksef = false }) => ksef,
    terms: [
      sale(
        'Fakturę na firmę Sprzedawca wystawia w Krajowym Systemie e-Faktur (KSeF), w którym nabywca może ją odebrać; na ' +
          'adres e-mail wysyła jej wizualizację z kodem.',
        /KSeF|Krajow\p{L}+ System\p{L}* e-Faktur/iu,
      ),
    ],
    privacy: [
      recipient(
        'Szefowi Krajowej Administracji Skarbowej i Ministerstwu Finansów, które prowadzą Krajowy System e-Faktur (KSeF): ' +
          'faktury na firmę z danymi nabywcy. To obowiązek prawny (art. 106ga ustawy o VAT). KSeF przechowuje faktury ' +
          'przez 10 lat.',
      ),
    ],
  },
  {
    name: 'faktury osób w KSeF',
    isOn: ({ ksef = false, ksefPersons = false }) => ksef && ksefPersons,
    terms: [
      sale(
        'Także fakturę dla osoby fizycznej Sprzedawca wystawia w KSeF; osoba fizyczna otrzymuje ją e-mailem.',
        /(osob|konsument)\p{L}*[^.]*KSeF|KSeF[^.]*(osob|konsument)/iu,
      ),
    ],
    privacy: [
      recipient(
        'Do KSeF trafiają także faktury dla osób fizycznych (imię, nazwisko, adres, kupione produkty). Prawo na to pozwala, ' +
          'ale tego nie nakazuje: wybraliśmy tak, aby wystawiać i przechowywać wszystkie faktury w jeden sposób (prawnie ' +
          'uzasadniony interes, art. 6 ust. 1 lit. f RODO; można się sprzeciwić).',
      ),
    ],
  },
  {
    name: 'kody rabatowe',
    isOn: ({ codes = false, sampleCodes = false }) => codes || sampleCodes,
    terms: [
      sale(
        'Kod rabatowy obniża cenę produktów albo znosi koszt dostawy w zamówieniu, w którym Klient go wpisze. Wydając kod, ' +
          'Sprzedawca podaje, ile i do kiedy obniża, od jakiej sumy produktów, ile razy można go użyć i kto może to zrobić; ' +
          'kod wydany na adres e-mail działa tylko w zamówieniu z tym adresem. Kod „raz na osobę” działa w jednym ' +
          'zamówieniu danej osoby, które nie zostało anulowane.',
        /kod\p{L}* rabatow/iu,
      ),
      sale(
        'W jednym zamówieniu działa jeden kod. Rabat z kodu liczy się od cen z chwili zamówienia, a więc po obniżce ceny, i ' +
          'rozkłada na produkty w proporcji do ich cen. Suma potrzebna do darmowej dostawy i upominku liczy się przed ' +
          'rabatem. Kodu nie wymienia się na pieniądze.',
        /jeden kod|kod\p{L}*[^.]*(nie łącz|po obniż)/iu,
      ),
      sale(
        'Przy zwrocie części zamówienia z kodem Sprzedawca oddaje to, co za zwracany produkt zapłacono, czyli jego cenę ' +
          'po odjęciu przypadającej na niego części rabatu. Pozostałe produkty zachowują swoją część rabatu.',
        /(zwro|zwrac)\p{L}*[^.]*(kod|rabat)|(kod|rabat)\p{L}*[^.]*(zwro|zwrac)/iu,
      ),
    ],
    privacy: [
      purpose(
        'Kody rabatowe (użyty kod, a w kodzie dla jednej osoby jej adres e-mail): wykonanie umowy, art. 6 ust. 1 lit. b ' +
          'RODO.',
      ),
    ],
  },
  {
    name: 'kod za próbki',
    isOn: ({ sampleCodes = false }) => sampleCodes,
    terms: [
      sale(
        'Kto kupił próbki, otrzymuje e-mailem kod rabatowy o wartości ich ceny: jednorazowy, tylko dla adresu e-mail z ' +
          'zamówienia, ważny 30 dni, do zamówienia produktów o wartości wyższej od kodu o co najmniej 1 zł. Kod jest ważny ' +
          'pod warunkiem, że Klient zachowuje próbki; po ich zwrocie traci ważność.',
        /(otrzymuje|dostaje|wysyła)[^.]*prób|prób\p{L}*[^.]*(otrzymuje|dostaje|wysyła)/iu,
      ),
    ],
    privacy: [],
  },
  {
    name: 'osoba, która pakuje',
    isOn: ({ packers = false }) => packers,
    terms: [],
    privacy: [
      recipient(
        'Osobom, które pakują zamówienia na nasze polecenie (art. 29 RODO): imię i nazwisko odbiorcy, telefon, adres albo ' +
          'automat paczkowy, zawartość paczki i kwotę pobrania. Nie widzą adresu e-mail, historii zakupów ani innych kwot.',
      ),
    ],
  },
  {
    name: 'dostęp księgowej',
    isOn: ({ accountant = false }) => accountant,
    terms: [],
    privacy: [
      recipient(
        'Biuru rachunkowemu, które czyta nasze dokumenty na nasze polecenie (art. 28 RODO): dane z faktur i korekt, numery ' +
          'zamówień, paczek i płatności oraz kwoty. Nie widzi adresów dostawy, historii zakupów ani wiadomości.',
      ),
    ],
  },
  {
    name: 'BaseLinker',
    isOn: ({ baselinker = false }) => baselinker,
    terms: [
      sale(
        'Zamówienia Sprzedawca obsługuje z pomocą systemu BaseLinker (base.com), który działa na jego zlecenie. Zamówienia ' +
          'złożone na platformach sprzedażowych podlegają regulaminom tych platform.',
        /BaseLinker|base\.com/iu,
      ),
    ],
    privacy: [
      purpose(
        'Zamówienia złożone u nas na platformach sprzedażowych (dane odbiorcy, które przekazuje platforma): wykonanie umowy, ' +
          'art. 6 ust. 1 lit. b RODO.',
      ),
      recipient(
        'Dostawcy systemu BaseLinker (base.com), w którym obsługujemy zamówienia ze Sklepu i z platform sprzedażowych, na ' +
          'nasze zlecenie (art. 28 RODO): imię i nazwisko, adres albo punkt odbioru, telefon, e-mail, dane firmy do faktury, ' +
          'zamówione produkty i kwoty.',
      ),
    ],
  },
  {
    name: 'logowanie przez Google',
    isOn: ({ googleSignIn = false }) => googleSignIn,
    terms: [],
    privacy: [
      recipient(
        'Google (Google Ireland Limited), tylko gdy ktoś wybierze logowanie przez Google: dowiaduje się wtedy o logowaniu w ' +
          'Sklepie, a nam przekazuje adres e-mail, imię i identyfikator konta Google. Bez tego wyboru Google nie otrzymuje ' +
          'żadnych danych związanych z kontem w Sklepie.',
      ),
    ],
  },
  {
    name: 'pomiary',
    isOn: ({ measuring = false }) => measuring,
    terms: [],
    privacy: [
      recipient(
        'Google (Google Ireland Limited), wyłącznie za zgodą: adresy odwiedzonych stron (bez wyszukiwanych słów), ' +
          'identyfikatory przeglądarki, a po zakupie numer, wartość i sposób dostawy zamówienia. Imienia, adresu, telefonu ' +
          'ani e-maila nie przekazujemy.',
      ),
      storage(
        'Zgodę na pomiary można zmienić lub cofnąć w każdej chwili w stopce strony („Zgoda na pomiary”); po cofnięciu pliki ' +
          'cookie Google zapisane przez Sklep są usuwane.',
      ),
      storage(
        'Każdą odpowiedź na pytanie o pomiary zapisujemy, aby móc wykazać zgodę: losowy numer przeglądarki, treść pytania, ' +
          'wybór (statystyka i reklama osobno) i czas, bez adresu IP i bez związku z kontem. Podstawa: art. 6 ust. 1 lit. c ' +
          'RODO; przechowujemy ją 3 lata.',
      ),
    ],
  },
]

/** What terms lack: sentences of features that are on; and sentences of the shop about features that are off. */
export type TermsGaps = { missing: { name: string; sentence: TermsSentence }[]; untrue: string[] }

/** Compares terms with the features that are on. The owner's own words count as the sentence of the shop. */
export function compareFeatures(blocks: readonly TermsBlock[], on: ShopFeatures): TermsGaps {
  const lines = blocks.filter(({ isNumbered }) => isNumbered).flatMap((block) => block.lines)
  const missing = SHOP_FEATURES.filter(({ isOn }) => isOn(on)).flatMap(({ name, terms }) =>
    terms
      .filter(({ text, told }) => !lines.some((line) => line === text || told.test(line)))
      .map((sentence) => ({ name, sentence })),
  )
  const untrue = SHOP_FEATURES.filter(({ isOn, terms }) => !isOn(on) && terms.some(({ text }) => lines.includes(text)))
  return { missing, untrue: untrue.map(({ name }) => name) }
}

/** 'faktury, newsletter': the features that terms do not tell of. */
export const labelMissing = ({ missing }: TermsGaps): string => [...new Set(missing.map(({ name }) => name))].join(', ')

/**
 * The paragraphs with the sentences that they lack, each in its paragraph or, where there is none, in a new one before
 * the forms.
 */
export function addMissing(blocks: readonly TermsBlock[], { missing }: TermsGaps): TermsBlock[] {
  const sentences = missing.map(({ sentence }) => sentence)
  const isIn = (block: TermsBlock) => (sentence: TermsSentence) =>
    block.isNumbered && labelParagraph(block.heading) === sentence.section
  const placed = blocks.map((block) => ({
    ...block,
    lines: [...block.lines, ...sentences.filter(isIn(block)).map(({ text }) => text)],
  }))
  const left = sentences.filter((sentence) => !blocks.some((block) => isIn(block)(sentence)))
  if (left.length === 0) return placed
  const heading = 'Usługi i dokumenty Sklepu'
  const further = { heading, lines: left.map(({ text }) => text), isNumbered: true }
  const forms = placed.findIndex(({ isNumbered }) => !isNumbered)
  return placed.toSpliced(forms === -1 ? placed.length : forms, 0, further)
}

type Section = { heading: string; items: string[] }

/** 'Usługi elektroniczne' of '§ 4. Usługi elektroniczne'. */
export const labelParagraph = (heading: string): string => heading.replace(/^(§\s*)?\d+\.\s*/, '')

/** The paragraphs of a legal text with what the features that are on add to them. */
export function addFeatures(sections: readonly Section[], text: 'terms' | 'privacy', on: ShopFeatures): Section[] {
  const sentences = SHOP_FEATURES.filter(({ isOn }) => isOn(on)).flatMap(
    (feature): readonly { section: string; text: string }[] => feature[text],
  )
  return sections.map(({ heading, items }) => ({
    heading,
    items: [
      ...items,
      ...sentences.filter(({ section }) => section === labelParagraph(heading)).map(({ text }) => text),
    ],
  }))
}
