import { isDay } from '#domain/kernel/calendar-day.ts'
import { isEmailAddress, RESERVED_ADDRESS } from '#domain/kernel/mail.ts'
import { formatAccountNumber, normalizeAccountNumber } from '#domain/kernel/numbers/account-number.ts'
import { isIban, isNip, isRegon } from '#domain/kernel/numbers/tax-numbers.ts'
import {
  areMeasurementIds,
  GRAMS,
  HTTPS_LINK,
  INVENTED_ADDRESS,
  link,
  MOST_IDS,
  ONLY_ZEROS,
  type ProfileField,
  YES_OR_NO,
} from './profile-rules.ts'

/**
 * What the shop says of itself: one declaration for each fact. Its variable in the environment is its key in capitals
 * and wins over what the owner entered in the panel.
 */
export const PROFILE_FIELDS = {
  shop_name: {
    label: 'Nazwa sklepu',
    page: 'shop',
    initial: 'Perfumeria',
    hint: 'W nagłówku, stopce i wiadomościach.',
  },
  seller_name: {
    label: 'Nazwa firmy',
    page: 'seller',
    initial: 'Perfumeria Demonstracyjna',
    invented: /Demonstracyjna/,
    hint: 'Pełna nazwa z rejestru, np. Anna Nowak Zapachy.',
    autoComplete: 'organization',
  },
  seller_address: {
    label: 'Adres firmy',
    page: 'seller',
    initial: 'ul. Przykładowa 1, 00-000 Warszawa',
    invented: INVENTED_ADDRESS,
    hint: 'W jednej linii, np. ul. Długa 3, 31-146 Kraków.',
    autoComplete: 'street-address',
  },
  seller_nip: {
    label: 'NIP',
    page: 'seller',
    initial: '000-000-00-00',
    invented: ONLY_ZEROS,
    rule: {
      accepts: isNip,
      sentence: 'W tym NIP-ie jest pomyłka. Przepisz go jeszcze raz: ma 10 cyfr.',
      must: 'musi być poprawnym NIP-em: dziesięć cyfr, z których ostatnia sprawdza pozostałe.',
    },
    tidy: (value) => value.replace(/^NIP\s*:?\s*/i, ''),
    kind: 'numeric',
  },
  seller_regon: {
    label: 'REGON',
    page: 'seller',
    initial: '000000000',
    invented: ONLY_ZEROS,
    rule: {
      accepts: isRegon,
      sentence: 'W tym REGON-ie jest pomyłka. Przepisz go jeszcze raz: ma 9 albo 14 cyfr.',
      must: 'musi być poprawnym REGON-em: dziewięć albo czternaście cyfr, z których ostatnia sprawdza pozostałe.',
    },
    kind: 'numeric',
  },
  seller_register: {
    label: 'Rejestr',
    page: 'seller',
    initial: 'CEIDG',
    hint: 'CEIDG albo KRS z numerem i sądem rejestrowym.',
  },
  seller_bdo: {
    label: 'Numer BDO',
    page: 'seller',
    initial: '',
    optional: true,
    rule: {
      accepts: (value) => /^\d{9}$/.test(value),
      sentence: 'Podaj dziewięć cyfr numeru, np. 000123456',
      must: 'musi mieć dziewięć cyfr numeru z rejestru, np. 000123456.',
    },
    hint: 'Z rejestru BDO: wprowadzasz opakowania na rynek.',
    kind: 'numeric',
  },
  parcel_paper_grams: {
    label: 'Papier i tektura na paczkę (g)',
    page: 'seller',
    initial: '0',
    rule: GRAMS,
    hint: 'Karton, wypełniacz i etykieta jednej paczki, średnio.',
    kind: 'numeric',
  },
  parcel_plastic_grams: {
    label: 'Tworzywa na paczkę (g)',
    page: 'seller',
    initial: '0',
    rule: GRAMS,
    hint: 'Folia, taśma i foliopak jednej paczki, średnio.',
    kind: 'numeric',
  },
  vat_registered: {
    label: 'Mam zarejestrowany VAT (VAT-R)',
    page: 'seller',
    initial: 'no',
    rule: YES_OR_NO,
    isSwitch: true,
    hint:
      'Kto sprzedaje perfumy na odległość, nie ma zwolnienia z VAT i rejestruje się przed pierwszą sprzedażą. ' +
      'Perfumy mają stawkę 23%, dostawa idzie za towarem.',
  },
  /** Once a switch in the panel. Shops that had it on are told why their prices include VAT now. */
  vat_exempt: { label: 'Sprzedaję bez VAT', page: null, initial: 'no', rule: YES_OR_NO },
  seller_email: {
    label: 'E-mail dla klientów',
    page: 'seller',
    initial: 'kontakt@perfumeria.test',
    invented: RESERVED_ADDRESS,
    rule: {
      accepts: isEmailAddress,
      sentence: 'Podaj prawidłowy adres e-mail',
      must: 'musi być adresem e-mail.',
    },
    kind: 'email',
    autoComplete: 'email',
  },
  seller_phone: {
    label: 'Telefon dla klientów',
    page: 'seller',
    initial: '+48 000 000 000',
    invented: /^\D*(48)?[0\D]*$/,
    rule: {
      accepts: (value) => /^\+?[\d\s().\-/]+$/.test(value) && /^\d{9,15}$/.test(value.replaceAll(/\D/g, '')),
      sentence: 'Podaj numer telefonu, np. +48 600 100 200',
      must: 'musi być numerem telefonu, np. +48 600 100 200.',
    },
    kind: 'tel',
    autoComplete: 'tel',
  },
  return_address: {
    label: 'Adres do zwrotów',
    page: 'seller',
    initial: 'ul. Przykładowa 1, 00-000 Warszawa',
    invented: INVENTED_ADDRESS,
    hint: 'Tu wracają zwroty i nieodebrane paczki; ten adres jest nadawcą na etykiecie.',
  },
  nearby_return_url: {
    label: 'Zwrot w pobliżu (link)',
    page: 'seller',
    initial: '',
    optional: true,
    rule: HTTPS_LINK,
    hint: 'Adres Twoich Szybkich Zwrotów InPost albo formularza innego przewoźnika. Puste: kupujący nadaje zwrot, jak chce.',
    kind: 'url',
  },
  seller_bank_account: {
    label: 'Konto bankowe dla klientów',
    page: 'seller',
    initial: '',
    optional: true,
    rule: {
      accepts: isIban,
      sentence: 'W tym numerze konta jest pomyłka. Przepisz go jeszcze raz, polski ma 26 cyfr.',
      must: 'musi być numerem konta (IBAN) bez pomyłki, polski ma 26 cyfr.',
    },
    tidy: (value) => formatAccountNumber(normalizeAccountNumber(value)),
    hint: 'Stoi w wiadomościach i w umowie. Puste: nie podajesz konta.',
    kind: 'numeric',
  },
  hosting_provider: {
    label: 'Firma hostingowa',
    page: 'seller',
    initial: 'dostawca hostingu sklepu',
    invented: /dostawca hostingu sklepu/,
    hint: 'U kogo działa serwer sklepu. Stoi w polityce prywatności.',
  },
  responsible_person: {
    label: 'Osoba odpowiedzialna za kosmetyki w UE',
    page: 'seller',
    initial: 'osoba odpowiedzialna wskazana na etykiecie produktu',
    invented: /wskazana na etykiecie/,
    hint: 'Stoi w regulaminie; dane z etykiety są przy każdym produkcie.',
  },
  instagram_url: {
    label: 'Instagram',
    page: 'shop',
    initial: '',
    optional: true,
    rule: link('instagram.com'),
    kind: 'url',
  },
  tiktok_url: {
    label: 'TikTok',
    page: 'shop',
    initial: '',
    optional: true,
    rule: link('tiktok.com'),
    kind: 'url',
  },
  facebook_url: {
    label: 'Facebook',
    page: 'shop',
    initial: '',
    optional: true,
    rule: link('facebook.com'),
    kind: 'url',
  },
  micro_entrepreneur: {
    label: 'Jestem mikroprzedsiębiorcą',
    page: 'shop',
    // Not answered yet: the set-up asks.
    initial: '',
    optional: true,
    rule: YES_OR_NO,
    isSwitch: true,
    hint:
      'Mniej niż 10 osób i najwyżej 2 mln euro obrotu albo sumy bilansowej w roku. Usługi takiej firmy są zwolnione ' +
      'z wymagań dostępności: deklaracja mówi to wprost, a w „Zgodności” nie ma przeglądu do zrobienia.',
  },
  measurement_ids: {
    label: 'Identyfikatory pomiaru',
    page: 'measuring',
    initial: '',
    optional: true,
    rule: {
      accepts: areMeasurementIds,
      sentence: `Podaj najwyżej ${MOST_IDS} różne identyfikatory, np. G-ABC123DEF4, AW-123456789 lub GT-ABC1234`,
      must: `musi mieć najwyżej ${MOST_IDS} różne identyfikatory, np. G-ABC123DEF4, AW-123456789 lub GT-ABC1234.`,
    },
    hint: 'Google Analytics (G-...), Google Ads (AW-...) albo tag Google (GT-...), po przecinku. Puste: nic nie mierzysz i sklep nie pyta o zgodę.',
  },
  measurement_conversion: {
    label: 'Konwersja Google Ads',
    page: 'measuring',
    initial: '',
    optional: true,
    rule: {
      accepts: (value) => /^AW-[0-9]{4,20}\/[\w-]{4,60}$/.test(value),
      sentence: 'Podaj konwersję, np. AW-123456789/AbC-D_efG',
      must: 'musi być konwersją, np. AW-123456789/AbC-D_efG.',
    },
    hint: 'Zgłaszana po zamówieniu. Należy do jednego z identyfikatorów AW-... powyżej.',
  },
  payment_provider: { label: 'Operator płatności', page: null, initial: 'Stripe' },
  courier_name: { label: 'Kurier', page: null, initial: 'InPost Kurier' },
  locker_operator: { label: 'Operator paczkomatów', page: null, initial: 'InPost' },
  legal_effective_date: {
    label: 'Pierwszy dzień regulaminu',
    page: null,
    initial: '2026-01-01',
    rule: {
      accepts: isDay,
      sentence: 'Podaj dzień, np. 2026-01-31',
      must: 'musi być dniem, np. 2026-01-31.',
    },
  },
} as const satisfies Record<string, ProfileField>
