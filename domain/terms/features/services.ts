import { type Feature, isAlwaysOn, period, purpose, review, service } from './feature.ts'

/** Services that a visitor uses without paying: forms, messages and reviews. */
export const SERVICES: readonly Feature[] = [
  {
    name: 'formularze odstąpienia i reklamacji',
    isOn: isAlwaysOn,
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
    isOn: isAlwaysOn,
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
    name: 'powiadomienia o produktach',
    isOn: isAlwaysOn,
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
    isOn: isAlwaysOn,
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
          'Zwykły czas zużycia liczymy z dat ponownych zakupów, bez danych osób. Przed wysłaniem sprawdzamy, czy pod tym ' +
          'adresem kupiono te perfumy ponownie albo je zwrócono: wtedy wysyłamy później albo wcale.',
      ),
      period('Adres czekający na przypomnienie: do wysłania tej wiadomości, najdłużej 90 dni od jej terminu.'),
    ],
  },
  {
    name: 'odpowiedzi na opinie',
    isOn: isAlwaysOn,
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
    isOn: isAlwaysOn,
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
]
