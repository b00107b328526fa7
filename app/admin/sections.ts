import {
  Bug,
  CalendarCheck,
  ChartColumn,
  FileText,
  FlaskConical,
  LayoutDashboard,
  type LucideIcon,
  MailWarning,
  MessageSquare,
  Package,
  PackageCheck,
  Receipt,
  ReceiptText,
  Scale,
  ScrollText,
  Settings,
  Tag,
  TicketPercent,
  Truck,
  Undo2,
  Users,
} from 'lucide-react'
import { href } from 'react-router'
import type { PendingWork } from '#domain/orders/admin/pending-work-queries.server.ts'

export type Section = {
  to: string
  label: string
  icon: LucideIcon
  /** The count beside the section's name. */
  waiting?: keyof PendingWork
  /** Further words by which the search finds it. */
  words: string
}

/** Without a name: what stands first, and in a phone's bar. */
export type SectionGroup = { name: string | null; sections: readonly Section[] }

/** The sections in the order of the rail, each a route with its own folder. */
export const SECTION_GROUPS: readonly SectionGroup[] = [
  {
    name: null,
    sections: [
      {
        to: href('/admin/produkty'),
        label: 'Produkty',
        icon: Package,
        words:
          'perfumy towar stan magazyn ceny zdjęcia próbki ruchy inwentaryzacja arkusz CSV import promocja wyprzedaż przeprowadzka',
      },
      { to: href('/admin/marki'), label: 'Marki', icon: Tag, words: 'producenci linie oryginalne' },
      {
        to: href('/admin/przesylki'),
        label: 'Przesyłki',
        icon: Truck,
        words: 'etykieta paczka paczki list przewozowy InPost kurier paczkomat śledzenie archiwum nadanie',
      },
      {
        to: href('/admin'),
        label: 'Przegląd',
        icon: LayoutDashboard,
        words: 'pulpit start opinie komentarze recenzje koszty wysyłki płatności stan systemu',
      },
    ],
  },
  {
    name: 'Praca',
    sections: [
      {
        to: href('/admin/zamowienia'),
        label: 'Zamówienia',
        icon: ReceiptText,
        words: 'zakupy sprzedaż zwróć pieniądze anuluj pobranie',
      },
      {
        to: href('/admin/pakowanie'),
        label: 'Pakowanie',
        icon: PackageCheck,
        waiting: 'shipments',
        words: 'spakuj paczki etykieta lista kompletacyjna wkładka',
      },
      {
        to: href('/admin/zwroty'),
        label: 'Zwroty',
        icon: Undo2,
        waiting: 'returns',
        words: 'zwrot odstąpienie odstąpienia reklamacja reklamacje gwarancja oddaj pieniądze',
      },
      {
        to: href('/admin/wiadomosci'),
        label: 'Wiadomości',
        icon: MessageSquare,
        waiting: 'messages',
        words: 'kontakt formularz pytania odpowiedź',
      },
      { to: href('/admin/klienci'), label: 'Klienci', icon: Users, words: 'kupujący osoby notatki newsletter lista' },
    ],
  },
  {
    name: 'Pieniądze',
    sections: [
      {
        to: href('/admin/kasa'),
        label: 'Kasa',
        icon: Receipt,
        waiting: 'receipts',
        words: 'paragon paragony drukarka fiskalna fiskalizacja ewidencja zwrotów',
      },
      {
        to: href('/admin/faktury'),
        label: 'Faktury',
        icon: FileText,
        words: 'faktura KSeF korekta korekty rachunek VAT firma',
      },
      {
        to: href('/admin/miesiac'),
        label: 'Miesiąc',
        icon: CalendarCheck,
        words: 'księgowa księgowość JPK podatek wypłaty zamknij miesiąc VAT',
      },
      {
        to: href('/admin/liczby'),
        label: 'Liczby',
        icon: ChartColumn,
        words: 'statystyki raport utarg obrót sprzedaż wykres',
      },
    ],
  },
  {
    name: 'Sklep',
    sections: [
      {
        to: href('/admin/kody'),
        label: 'Kody',
        icon: TicketPercent,
        words: 'kod rabat rabaty rabatowy zniżka kupon kupony promocja voucher',
      },
      {
        to: href('/admin/ustawienia/sklad-i-producenci'),
        label: 'Skład i producenci',
        icon: FlaskConical,
        words: 'etykiety',
      },
      {
        to: href('/admin/regulamin'),
        label: 'Regulamin',
        icon: ScrollText,
        words: 'warunki nowa wersja polityka umowa',
      },
      {
        to: href('/admin/zgodnosc'),
        label: 'Zgodność',
        icon: Scale,
        words: 'RODO Omnibus prawo obowiązki',
      },
      {
        to: href('/admin/ustawienia'),
        label: 'Ustawienia',
        icon: Settings,
        words: 'opcje konfiguracja',
      },
    ],
  },
  {
    name: 'Reszta',
    sections: [
      {
        to: href('/admin/niewyslane-emaile'),
        label: 'Niewysłane e-maile',
        icon: MailWarning,
        waiting: 'mails',
        words: 'poczta maile skrzynka SMTP',
      },
      {
        to: href('/admin/awarie'),
        label: 'Awarie',
        icon: Bug,
        waiting: 'failures',
        words: 'błąd błędy usterka nie działa',
      },
    ],
  },
]

export const SECTIONS: readonly Section[] = SECTION_GROUPS.flatMap(({ sections }) => sections)
