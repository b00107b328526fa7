import { type Feature, purpose, sale } from './feature.ts'

/** Discount codes, and the code for the price of samples. */
export const DISCOUNT_CODES: readonly Feature[] = [
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
]
