import {
  Archive,
  Bell,
  BookOpenText,
  Building2,
  CalendarDays,
  ChartNoAxesColumn,
  Clapperboard,
  CreditCard,
  FileKey,
  FlaskConical,
  Gift,
  History,
  Image,
  KeyRound,
  type LucideIcon,
  Megaphone,
  Palette,
  PenLine,
  Phone,
  ScanBarcode,
  Store,
  Truck,
  UserRoundCheck,
  Users,
  Waypoints,
} from 'lucide-react'
import { href } from 'react-router'
import type { ProfilePage } from '#domain/settings/profile-rules.ts'

export type SettingsPage = {
  to: string
  title: string
  /** What the page contains, in one line. */
  about: string
  icon: LucideIcon
  /** The fields of the shop's profile on the page. */
  profile?: ProfilePage
  /** Further words by which the search finds it. */
  words?: readonly string[]
}

export const SETTINGS_PAGES: readonly SettingsPage[] = [
  {
    to: href('/admin/ustawienia/sprzedawca'),
    title: 'Sprzedawca',
    about: 'Firma, NIP, REGON, BDO, kontakt, adres do zwrotów, konto',
    icon: Building2,
    profile: 'seller',
    words: ['dane firmy', 'polityka prywatności', 'regulamin'],
  },
  {
    to: href('/admin/ustawienia/sklep'),
    title: 'Sklep',
    about: 'Nazwa, Instagram, TikTok, Facebook, dostępność',
    icon: Store,
    profile: 'shop',
    words: ['linki', 'media społecznościowe', 'deklaracja dostępności'],
  },
  {
    to: href('/admin/ustawienia/teksty'),
    title: 'Teksty sklepu',
    about: 'Strona główna, częste pytania, okienko, stopka, kontakt, opis dla wyszukiwarek',
    icon: PenLine,
    words: ['hasło', 'nagłówek', 'o firmie', 'FAQ', 'SEO', 'copy', 'slogan', 'wersje tekstów'],
  },
  {
    to: href('/admin/ustawienia/wyglad'),
    title: 'Wygląd',
    about: 'Logo i dwa kolory sklepu: akcent i ciemny',
    icon: Palette,
    words: ['kolory', 'barwy', 'motyw', 'kontrast'],
  },
  {
    to: href('/admin/ustawienia/zdjecia'),
    title: 'Zdjęcia strony głównej',
    about: 'Własne zdjęcie na początku i obok tekstu o jakości',
    icon: Image,
    words: ['zdjęcie', 'baner', 'hero', 'obrazek', 'flakon'],
  },
  {
    to: href('/admin/ustawienia/poradnik'),
    title: 'Poradnik',
    about: 'Własne strony: nagłówki, akapity, zdjęcia, produkty',
    icon: BookOpenText,
    words: ['blog', 'artykuły', 'wpisy', 'strony', 'SEO'],
  },
  {
    to: href('/admin/ustawienia/platnosci'),
    title: 'Sposoby płatności',
    about: 'Karta, BLIK, przelew, płatność odroczona, portfele',
    icon: CreditCard,
    words: ['Stripe', 'Przelewy24', 'Klarna', 'PayPal', 'Revolut', 'raty', 'zapłać później'],
  },
  {
    to: href('/admin/ustawienia/wysylka'),
    title: 'Terminy wysyłki',
    about: 'Do której godziny i w jakie dni wysyłasz, przerwa',
    icon: CalendarDays,
    words: ['urlop', 'święta', 'godziny', 'kalendarz', 'dni bez wysyłki'],
  },
  {
    to: href('/admin/ustawienia/gratisy'),
    title: 'Gratisy',
    about: 'Kto dostaje +GRATIS, jaki i do kiedy; kody za próbki',
    icon: Gift,
    words: ['prezent', 'upominek', 'promocja', 'okienko', 'próbka', 'próbki', 'kod za próbkę'],
  },
  {
    to: href('/admin/ustawienia/filmy'),
    title: 'Filmy',
    about: 'Własne filmy na stronie głównej',
    icon: Clapperboard,
    words: ['wideo', 'TikTok', 'Instagram'],
  },
  {
    to: href('/admin/ustawienia/sklad-i-producenci'),
    title: 'Skład i producenci',
    about: 'Producenci, zawiadomienie o gwarancji, zgoda przewoźnika, cudze znaki',
    icon: FlaskConical,
    words: ['etykiety', 'INCI', 'alergeny', 'osoba odpowiedzialna', 'przegląd dostępności', 'ostrzeżenia'],
  },
  {
    to: href('/admin/ustawienia/nowe-konta'),
    title: 'Limity nowych klientów',
    about: 'Ile może zamówić nowy klient, fale zamówień',
    icon: UserRoundCheck,
    words: ['nowe konta', 'nadużycia', 'paczki w drodze', 'anuluj falę'],
  },
  {
    to: href('/admin/ustawienia/osoby'),
    title: 'Osoby',
    about: 'Kto oprócz Ciebie pakuje i kto czyta dokumenty; zaproszenia',
    icon: Users,
    words: ['pracownik', 'pomoc', 'druga osoba', 'uprawnienia', 'dostęp', 'pakowanie', 'księgowa', 'księgowość'],
  },
  {
    to: href('/admin/ustawienia/powiadomienia'),
    title: 'Powiadomienia',
    about: 'O czym i kiedy się dowiadujesz, e-mailem i na telefonie',
    icon: Bell,
    words: ['cisza nocna', 'push', 'mało sztuk', 'telefon', 'urządzenia'],
  },
  {
    to: href('/admin/ustawienia/pomiar'),
    title: 'Pomiar odwiedzin',
    about: 'Google Analytics i Google Ads, za zgodą klientów',
    icon: ChartNoAxesColumn,
    profile: 'measuring',
    words: ['statystyki', 'ciasteczka', 'zgoda', 'reklamy'],
  },
  {
    to: href('/admin/ustawienia/porownywarki'),
    title: 'Porównywarki i reklamy',
    about: 'Pliki dla Google, Facebooka i Ceneo, i co z nich odrzucą',
    icon: Megaphone,
    words: ['Merchant Center', 'Meta', 'katalog', 'XML', 'EAN', 'feed'],
  },
  {
    to: href('/admin/ustawienia/baselinker'),
    title: 'BaseLinker',
    about: 'Allegro i inne platformy: klucz, ostatnie zgłoszenie, kto robi paragony',
    icon: Waypoints,
    words: ['Allegro', 'marketplace', 'platformy', 'integracja', 'Base', 'Erli', 'Amazon'],
  },
  {
    to: href('/admin/ustawienia/ksef'),
    title: 'KSeF',
    about: 'Certyfikaty, którymi sklep wysyła faktury na firmę',
    icon: FileKey,
    words: ['faktury', 'certyfikat', 'e-faktura', 'UPO', 'Ministerstwo Finansów'],
  },
  {
    to: href('/admin/ustawienia/kopie'),
    title: 'Kopia zapasowa',
    about: 'Ostatnia kopia i próba jej odtworzenia',
    icon: Archive,
    words: ['backup', 'odtworzenie', 'awaria dysku'],
  },
]

/** Settings on other pages of the panel. */
export const ELSEWHERE: readonly SettingsPage[] = [
  {
    to: `${href('/admin')}#koszty-wysylki`,
    title: 'Koszty wysyłki',
    about: 'W Przeglądzie: kurier i paczkomat, darmowa dostawa',
    icon: Truck,
    words: ['pobranie', 'ceny dostawy'],
  },
  {
    to: `${href('/admin')}#tryb-platnosci`,
    title: 'Tryb płatności',
    about: 'W Przeglądzie: testowy albo produkcyjny',
    icon: CreditCard,
    words: ['Stripe', 'klucze'],
  },
  {
    to: `${href('/admin')}#ustawienia-sklepu`,
    title: 'Ukrywanie zamienników',
    about: 'W Przeglądzie: same oryginalne linie albo wszystkie',
    icon: Store,
    words: ['pokaż wszystkie perfumy'],
  },
  {
    to: `${href('/panel-klienta')}#konto`,
    title: 'Hasło i logowanie',
    about: 'Twoje hasło, logowanie dwuetapowe, urządzenia',
    icon: KeyRound,
    words: ['zmień hasło', 'drugi składnik', '2FA', 'kod'],
  },
  {
    to: href('/admin/inwentaryzacja'),
    title: 'Inwentaryzacja',
    about: 'W Produktach: liczenie sztuk na półce',
    icon: ScanBarcode,
    words: ['remanent', 'spis z natury', 'policz'],
  },
  {
    to: href('/admin/partie'),
    title: 'Partie',
    about: 'W Produktach: co z której partii wysłano, wycofanie partii',
    icon: ScanBarcode,
    words: ['wycofaj', 'niebezpieczny produkt', 'GPSR', 'ostrzeż kupujących'],
  },
  {
    to: href('/admin/zamowienia/telefon'),
    title: 'Zamówienia przez telefon',
    about: 'W Zamówieniach: link z odłożonymi produktami',
    icon: Phone,
    words: ['przygotuj', 'odłóż', 'SMS'],
  },
  {
    to: href('/admin/dziennik'),
    title: 'Dziennik',
    about: 'Kto i co zmienił w panelu',
    icon: History,
    words: ['historia'],
  },
]
