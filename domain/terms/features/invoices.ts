import { type Feature, isAlwaysOn, purpose, recipient, sale } from './feature.ts'

/** Invoices, on paper and in KSeF. */
export const INVOICES: readonly Feature[] = [
  {
    name: 'faktury',
    isOn: isAlwaysOn,
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
]
