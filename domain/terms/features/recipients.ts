import { type Feature, purpose, recipient, sale, storage } from './feature.ts'

/** People and companies outside the shop who learn something of its buyers. */
export const RECIPIENTS: readonly Feature[] = [
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
