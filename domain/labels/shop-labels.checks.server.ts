import { readWarsawClock } from '#domain/kernel/calendar-day.ts'
import { lacksInShop } from '#domain/kernel/checks/check.ts'
import { defineChecks } from '#domain/kernel/definitions.ts'
import {
  hasUncheckedSamples,
  readAccessibilityReview,
  readGuaranteeNotice,
  readLabelSettings,
} from './label-queries.server.ts'
import { hasCarrierConsent } from './label-settings.ts'

const PAGE = '/admin/ustawienia/sklad-i-producenci'

/** What the law requires of a shop that sells cosmetics, beyond its single products. */
export default defineChecks([
  {
    key: 'carrier-consent',
    title: 'Zgoda przewoźnika na perfumy',
    law: {
      why: 'Perfumy są palne (UN 1266) i wolno je nadać tylko przewoźnikowi, który zgodził się na nie na piśmie.',
      act: 'Umowa ADR, rozdział 3.4; ustawa z 19.08.2011 o przewozie towarów niebezpiecznych',
      since: '2012-01-01',
    },
    setup: {
      how:
        'Przewoźnik musi zgodzić się na piśmie, że zabierze perfumy (UN 1266) w ilościach ograniczonych (LQ). ' +
        'Wgraj zgodę albo zapisz, gdzie leży, i podaj jej datę.',
      link: { to: `${PAGE}#zgoda-przewoznika`, label: 'Zapisz zgodę' },
    },
    isDone: async ({ db }) => hasCarrierConsent(await readLabelSettings(db)),
  },
  {
    key: 'guarantee-notice',
    title: 'Zawiadomienie o gwarancji prawnej',
    law: {
      why: 'Kupujący musi przed zakupem zobaczyć urzędowe zawiadomienie o co najmniej 2 latach gwarancji, niezmienione.',
      act: 'Dyrektywa 2011/83/UE, art. 6 ust. 1 lit. l; rozporządzenie wykonawcze (UE) 2025/1960, załącznik I',
      since: '2026-09-27',
    },
    async findGaps({ db }) {
      if ((await readGuaranteeNotice(db)) !== null) return []
      const todo =
        'Zanim sklep ruszy, wgraj urzędowy plik Komisji Europejskiej po polsku, w kolorze. Do tego czasu w sklepie stoją ' +
        'zastępcze słowa, które go nie zastąpią.'
      return lacksInShop(todo, `${PAGE}#zawiadomienie`)
    },
  },
  {
    key: 'micro-entrepreneur',
    title: 'Czy jesteś mikroprzedsiębiorcą?',
    setup: {
      how:
        'Mikroprzedsiębiorca ma mniej niż 10 pracowników i najwyżej 2 mln euro obrotu albo sumy bilansowej w roku. Jego ' +
        'sklep jest zwolniony z wymagań dostępności; inni co rok sprawdzają deklarację.',
      link: { to: '/admin/ustawienia/sklep#micro_entrepreneur', label: 'Ustawienia' },
    },
    isDone: ({ settings: { values } }) => values.micro_entrepreneur !== '',
  },
  {
    key: 'sample-labels',
    title: 'Etykieta i zgłoszenie próbek',
    law: {
      why: 'Próbka odlana przez sklep to osobny kosmetyk: ma własną etykietę i osobę odpowiedzialną, a przed sprzedażą zgłoszenie.',
      act: 'Rozporządzenie (WE) 1223/2009, art. 4, 13 i 19',
      since: '2013-07-11',
    },
    async findGaps({ db }) {
      if (!(await hasUncheckedSamples(db))) return []
      const todo =
        'Sprawdź etykietę próbek (skład, objętość, numer partii, ostrzeżenia, osoba odpowiedzialna) i zgłoszenie w CPNP, ' +
        'a potem wpisz dzień.'
      return lacksInShop(todo, `${PAGE}#probki`)
    },
  },
  {
    key: 'accessibility',
    title: 'Deklaracja dostępności',
    law: {
      why: 'Sklep musi mówić, jak jest dostępny i gdzie zgłosić barierę; deklaracja, której nikt nie sprawdza, bywa fałszywa.',
      act: 'Ustawa z 26.04.2024 o zapewnianiu spełniania wymagań dostępności, art. 16 i 19',
      since: '2025-06-28',
    },
    async findGaps({ db, now, settings }) {
      // Services of micro-entrepreneurs are exempt. Until the set-up has the answer, nobody knows that of this shop.
      if (settings.values.micro_entrepreneur !== 'no') return []
      const reviewed = await readAccessibilityReview(db)
      if (reviewed !== null && reviewed > sameDayLastYear(readWarsawClock(now()).day)) return []
      const todo = 'Przeczytaj stronę /dostepnosc, sprawdź ją i wpisz dzień przeglądu. Powtarzaj to co rok.'
      return lacksInShop(todo, `${PAGE}#dostepnosc`)
    },
  },
])

/** '2025-11-24' for '2026-11-24'. */
function sameDayLastYear(day: string): string {
  return `${Number(day.slice(0, 4)) - 1}${day.slice(4)}`
}
