import { href } from 'react-router'
import type { SetupStep } from '#domain/system/setup.ts'

/** `settings`: what is set for it where the shop runs. */
type StepText = { title: string; how: string; settings?: readonly string[]; link?: { to: string; label: string } }

const MODE = { to: '#tryb-platnosci', label: 'Tryb płatności' }

export const STEPS: Record<SetupStep, StepText> = {
  seller: {
    title: 'Dane sprzedawcy',
    how:
      'W stopce, regulaminie i wiadomościach stoi sprzedawca, którego nie ma. Podaj nazwę, adres, NIP, ' +
      'REGON, telefon i e-mail swojej firmy oraz adres do zwrotów.',
    settings: [
      'SELLER_NAME',
      'SELLER_ADDRESS',
      'SELLER_NIP',
      'SELLER_REGON',
      'SELLER_PHONE',
      'SELLER_EMAIL',
      'RETURN_ADDRESS',
    ],
    link: { to: href('/admin/ustawienia/sprzedawca'), label: 'Wpisz dane' },
  },
  terms: {
    title: 'Regulamin i polityka prywatności',
    how:
      'Podaj firmę, u której działa serwer, osobę odpowiedzialną za kosmetyki w UE i dzień, od którego ' +
      'obowiązują teksty. Daj je do sprawdzenia prawnikowi.',
    settings: ['HOSTING_PROVIDER', 'RESPONSIBLE_PERSON', 'LEGAL_EFFECTIVE_DATE'],
    link: { to: `${href('/admin/ustawienia/sprzedawca')}#hosting_provider`, label: 'Wpisz dane' },
  },
  https: {
    title: 'Adres z https',
    how: 'Podaj publiczny adres sklepu z https. Przy starcie sklep sprawdzi wtedy wszystkie ustawienia.',
    settings: ['SHOP_URL'],
  },
  admin_email: {
    title: 'Adres administratora',
    how: 'Podaj swój adres e-mail. Teraz jest przykładowy: link do odzyskania hasła do nikogo nie dojdzie.',
    settings: ['ADMIN_EMAIL'],
  },
  second_factor: {
    title: 'Logowanie dwuetapowe',
    how: 'To konto oddaje pieniądze i widzi dane klientów. Włącz kod z aplikacji w telefonie.',
  },
  mail: {
    title: 'Poczta',
    how:
      'Wiadomości trafiają do skrzynki próbnej albo wychodzą z adresu przykładowego. Podaj swój serwer ' +
      'poczty i adres nadawcy.',
    settings: ['SMTP_URL', 'MAIL_FROM'],
    link: { to: href('/admin/niewyslane-emaile'), label: 'Niewysłane e-maile' },
  },
  demo: {
    title: 'Towar pokazowy usunięty',
    how: 'W sklepie są zmyślone perfumy ze zmyślonymi opiniami. Usuń je jednym przyciskiem; zamówienia zostają.',
  },
  shipping_costs: {
    title: 'Ustal koszty wysyłki',
    how: 'Sklep zaczął z kosztami, które są tylko propozycją. Wpisz swoje albo zapisz te, jeśli pasują.',
    link: { to: '#koszty-wysylki', label: 'Koszty wysyłki' },
  },
  first_product: {
    title: 'Dodaj pierwszy produkt',
    how: 'W sklepie nie ma jeszcze Twojego towaru. Dodaj produkt w panelu albo wczytaj wszystkie z pliku.',
    link: { to: `${href('/admin/produkty')}?produkt=nowy`, label: 'Dodaj produkt' },
  },
  trial: {
    title: 'Zacznij naprawdę',
    how:
      'Gdy skończysz próbować, jednym ruchem usuń zamówienia próbne, zmyślone osoby, opinie i liczby. Twoje produkty, ' +
      'zdjęcia i ustawienia zostaną. Zrób to przed pierwszym prawdziwym zamówieniem.',
    link: { to: href('/admin/zacznij-naprawde'), label: 'Zacznij naprawdę' },
  },
  lockers: {
    title: 'Paczkomaty',
    how: 'Lista paczkomatów jest zmyślona. Podaj adres listy InPost.',
    settings: ['INPOST_API_URL'],
  },
  carrier: {
    title: 'Etykiety InPost',
    how:
      'Przesyłki i etykiety powstaną w panelu, gdy podasz klucz i numer organizacji z Managera Paczek. Bez ' +
      'nich numery wpisujesz ręcznie.',
    settings: ['SHIPX_TOKEN', 'SHIPX_ORGANIZATION_ID'],
    link: { to: href('/admin/przesylki'), label: 'Przesyłki' },
  },
  carrier_consent: {
    title: 'Zgoda przewoźnika na perfumy',
    how:
      'Perfumy są palne (UN 1266). Przewoźnik musi zgodzić się na piśmie, że zabierze je w ilościach ograniczonych ' +
      '(LQ). Wgraj zgodę albo zapisz, gdzie leży, i podaj jej datę.',
    link: { to: `${href('/admin/ustawienia/sklad-i-producenci')}#zgoda-przewoznika`, label: 'Zapisz zgodę' },
  },
  bdo: {
    title: 'Numer BDO',
    how: 'Wprowadzasz opakowania na rynek. Zarejestruj się w BDO i podaj dziewięć cyfr numeru.',
    settings: ['SELLER_BDO'],
    link: { to: `${href('/admin/ustawienia/sprzedawca')}#seller_bdo`, label: 'Wpisz numer' },
  },
  payment_keys: {
    title: 'Klucze produkcyjne płatności',
    how: 'Podaj klucze produkcyjne ze swojego konta Stripe. Krok po kroku: docs/operations.md, „Payments by Stripe”.',
    settings: ['STRIPE_SECRET_KEY_LIVE', 'STRIPE_WEBHOOK_SECRET_LIVE'],
    link: MODE,
  },
  payment_mode: {
    title: 'Prawdziwe płatności',
    how: 'Płatności są próbne: nikt nie płaci. Gdy wszystko inne jest gotowe, przejdź na tryb produkcyjny.',
    link: MODE,
  },
}
