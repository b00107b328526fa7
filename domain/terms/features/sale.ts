import { type Feature, isAlwaysOn, period, purpose, recipient, sale, storage } from './feature.ts'

/** How orders come and are paid, and what is kept of what was sent. */
export const SALE: readonly Feature[] = [
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
    name: 'numery partii',
    isOn: isAlwaysOn,
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
    isOn: isAlwaysOn,
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
]
