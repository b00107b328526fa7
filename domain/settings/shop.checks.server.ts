import { type Gap, WHOLE_SHOP } from '#domain/kernel/checks/check.ts'
import { defineChecks } from '#domain/kernel/definitions.ts'
import { listShippingCosts } from './admin-settings-queries.server.ts'
import {
  fieldOf,
  isInvented,
  listInventedSeller,
  nameVariable,
  type ProfileKey,
  SELLER_KEYS,
} from './profile-fields.ts'

const LEGAL_KEYS = ['hosting_provider', 'responsible_person'] as const satisfies readonly ProfileKey[]

/** One gap for each fact that is still the demo's. */
const toGaps = (keys: readonly ProfileKey[]): Gap[] =>
  keys.map((key) => ({
    about: WHOLE_SHOP,
    todo: `Podaj w ustawieniach: ${fieldOf(key).label}.`,
    path: `/admin/ustawienia/sprzedawca#${key}`,
  }))

export default defineChecks([
  {
    key: 'seller',
    title: 'Dane sprzedawcy',
    law: {
      why:
        'Kupujący musi wiedzieć, z kim zawiera umowę i gdzie zastanie firmę; NIP stoi też na paragonach i fakturach, a ' +
        'sprzedawca, którego nie ma, wprowadza w błąd.',
      act:
        'Ustawa o prawach konsumenta, art. 12 ust. 1 pkt 2 i 3; ustawa o świadczeniu usług drogą elektroniczną, art. 5 ' +
        'ust. 2; ustawa o VAT, art. 106e ust. 1 pkt 4',
      since: '2003-03-10',
      grave: true,
    },
    setup: {
      how:
        'W stopce, regulaminie i wiadomościach stoi sprzedawca, którego nie ma. Podaj nazwę, adres, NIP, ' +
        'REGON, telefon i e-mail swojej firmy oraz adres do zwrotów.',
      link: { to: '/admin/ustawienia/sprzedawca', label: 'Wpisz dane' },
    },
    needs: 'settings',
    variables: SELLER_KEYS.map(nameVariable),
    findGaps: ({ values }) => toGaps(listInventedSeller(values)),
  },
  {
    key: 'legal-texts',
    title: 'Regulamin i polityka prywatności',
    law: {
      why: 'Polityka prywatności ma mówić, komu sklep powierza dane, a regulamin, kto odpowiada za kosmetyki w Unii.',
      act: 'RODO, art. 13 ust. 1 lit. e i art. 28; rozporządzenie (WE) 1223/2009, art. 4',
      since: '2018-05-25',
    },
    setup: {
      how:
        'Podaj firmę, u której działa serwer, osobę odpowiedzialną za kosmetyki w UE i dzień, od którego ' +
        'obowiązują teksty. Daj je do sprawdzenia prawnikowi.',
      link: { to: '/admin/ustawienia/sprzedawca#hosting_provider', label: 'Wpisz dane' },
    },
    needs: 'settings',
    variables: [...LEGAL_KEYS.map(nameVariable), 'LEGAL_EFFECTIVE_DATE'],
    findGaps: ({ values }) => toGaps(LEGAL_KEYS.filter((key) => isInvented(key, values[key]))),
  },
  {
    key: 'bdo',
    title: 'Numer BDO',
    law: {
      why: 'Kto wprowadza na rynek opakowania, musi być w rejestrze BDO i podawać jego numer na dokumentach sprzedaży.',
      act: 'Ustawa z 14.12.2012 o odpadach, art. 50 i art. 63; od 12.08.2026 także rozporządzenie (UE) 2025/40 (PPWR)',
      since: '2020-01-01',
    },
    setup: {
      how:
        'Zarejestruj się w BDO i podaj dziewięć cyfr numeru. Numer pojawi się w stopce, wiadomościach i na karcie ' +
        'paczki.',
      link: { to: '/admin/ustawienia/sprzedawca#seller_bdo', label: 'Wpisz numer' },
    },
    needs: 'settings',
    variables: ['SELLER_BDO'],
    isDone: ({ values }) => values.seller_bdo !== '',
  },
  {
    key: 'shipping-costs',
    title: 'Ustal koszty wysyłki',
    setup: {
      how: 'Sklep zaczął z kosztami, które są tylko propozycją. Wpisz swoje albo zapisz te, jeśli pasują.',
      link: { to: '/admin#koszty-wysylki', label: 'Koszty wysyłki' },
    },
    isDone: async ({ db }) => (await listShippingCosts(db, 1)).some(({ preset }) => !preset),
  },
])
